/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "talk.h"

static bool is_other(const struct talk *t, int64_t pid)
{
	for (unsigned int i = 0; i < TALK_OTHERS && i < t->other_count; i++)
		if (t->others[i] == pid)
			return true;
	return false;
}

static void add_other(struct talk *t, int64_t pid)
{
	if (!is_other(t, pid))
		t->others[t->other_count++ % TALK_OTHERS] = pid;
}

static void drop_other(struct talk *t, int64_t pid)
{
	for (unsigned int i = 0; i < TALK_OTHERS; i++)
		if (t->others[i] == pid)
			t->others[i] = 0;
}

struct talk_end talk_end(struct talk *t, bool said_bye)
{
	struct talk_end e = { t->said_hello, said_bye, t->owner, t->runs };

	t->is_open = false;
	t->said_hello = false;
	t->runs = 0;
	t->nr_high = 0;
	t->nr_seen = 0;
	return e;
}

static void begin(struct talk *t, int64_t pid)
{
	drop_other(t, pid);
	t->owner = pid;
	t->last = pid;
	t->is_open = true;
	t->said_hello = true;
}

bool talk_hello(struct talk *t, int64_t pid, bool is_owner_alive,
		enum talk_verdict *verdict, struct talk_end *ended)
{
	bool has_ended = false;

	if (!t->is_open || pid == t->owner) {
		/* The same process again: it replaced itself by another program. */
		has_ended = t->is_open || t->runs;
		if (has_ended)
			*ended = talk_end(t, false);
		begin(t, pid);
		*verdict = TALK_COUNTS;
		return has_ended;
	}
	t->last = pid;
	if (is_owner_alive) {
		add_other(t, pid);
		*verdict = TALK_NESTED;
	} else {
		t->heir = pid;
		t->is_unsure = true;
		*verdict = TALK_UNSURE;
	}
	return false;
}

enum talk_verdict talk_record(struct talk *t, int64_t pid)
{
	if (t->is_unsure)
		return pid && pid == t->owner ? TALK_COUNTS : TALK_UNSURE;
	if (!pid)
		pid = t->last;
	if (pid == t->owner)
		return TALK_COUNTS;
	if (t->is_open || is_other(t, pid))
		return TALK_NESTED; /* a forked copy need not have said hello */
	(void)talk_end(t, false);   /* nobody's conversation: this one never says hello */
	t->owner = pid;
	return TALK_COUNTS;
}

void talk_bye_other(struct talk *t)
{
	t->last = t->owner;
}

struct talk_end talk_succeed(struct talk *t)
{
	struct talk_end e = talk_end(t, false);

	t->is_unsure = false;
	begin(t, t->heir);
	return e;
}

void talk_nest(struct talk *t)
{
	t->is_unsure = false;
	add_other(t, t->heir);
	t->last = t->heir;
}

/* A window of 64: threads may write in another order than they took their numbers. */
static bool is_known(struct talk *t, int64_t nr)
{
	int64_t ahead = nr - t->nr_high;

	if (ahead > 0) {
		t->nr_seen = ahead > 63 ? 0 : t->nr_seen << ahead;
		t->nr_seen |= 1;
		t->nr_high = nr;
		return false;
	}
	if (ahead < -63)
		return false; /* too old to tell */
	if (t->nr_seen >> -ahead & 1)
		return true;
	t->nr_seen |= (uint64_t)1 << -ahead;
	return false;
}

bool talk_is_duplicate(struct talk *t, int64_t nr)
{
	if (nr && is_known(t, nr))
		return true;
	t->runs++;
	return false;
}
