/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "talk.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../base/words.h"
#include "cage.h"
#include "proc.h"

enum { RETRY_MS = 100 };

struct talk {
	struct session *s;
	int in, out;
	int launcher; /* pidfd, or -1 */
	bool is_waiting;
	long long wait_until_ms; /* -1: for ever */
	long long hold_until_ms;
	bool is_over;
	bool is_plan_bad; /* told in answer to the next verb, so that each gets one answer */
	struct fail plan_fail;
};

static long long now_ms(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts); /* always there */
	return ts.tv_sec * 1000LL + ts.tv_nsec / 1000000;
}

static void say(struct text *out, const char *verb, const char *sentence)
{
	words_line(out, (const char *[]){ verb, sentence, NULL });
}

static void say_holder(struct session *s, const char *verb, struct text *out)
{
	static const char *const words[] = { "nobody", "lives", "died", "unknown" };
	struct journal j = { 0 };
	struct fail f;
	enum holder is = session_holder(s, &j, &f);

	words_add(out, verb);
	words_add(out, words[is]);
	if (is == HOLDER_UNKNOWN)
		words_add(out, f.text);
	if (is == HOLDER_LIVES || is == HOLDER_DIED) {
		words_number(out, j.user);
		words_number(out, j.since);
		words_number(out, is == HOLDER_LIVES ? j.keeper : (long long)j.edits.n);
	}
	text_puts(out, "\n");
	journal_free(&j);
}

static void say_row(const struct session *s, const struct row *row, struct text *out)
{
	words_line(out, (const char *[]){ "knob", row->knob->name, tier_words[row->knob->tier],
					  reach_words[row->knob->reach], outcome_words[row->outcome],
					  row->knob->summary, row->reason, NULL });
	for (size_t i = row->first; i < row->first + row->n; i++) {
		const struct edit *e = &s->journal.edits.list[i];

		if (e->how != HOW_KEEP)
			words_line(out, (const char *[]){ "edit", row->knob->name, e->path, e->before,
							  e->after, NULL });
	}
}

static void say_rows(const struct session *s, struct text *out)
{
	for (int i = 0; i < s->row_count; i++)
		say_row(s, &s->rows[i], out);
	cage_say(s, out);
}

static void say_remarks(struct session *s, struct text *out)
{
	char *rest = s->remarks.s;
	char *line;

	while (s->remarks.n && (line = strsep(&rest, "\n")))
		if (*line)
			say(out, "remark", line);
	text_clear(&s->remarks);
}

static void fails(struct session *s, const struct fail *f, struct text *out)
{
	say_remarks(s, out);
	say(out, "error", f->text);
}

static void say_done(struct session *s, struct text *out)
{
	say_remarks(s, out);
	text_puts(out, "done\n");
}

/* Watched first, then looked at: so that what is looked at is what is watched. */
static int watch_launcher(struct talk *t, struct fail *f)
{
	struct session *s = t->s;
	owns_fd int fd = pidfd_open(s->plan.launcher, 0);

	if (!s->has_rights)
		return fail_set(f, FAIL_HOST, "only root can change the host's settings");
	if (fd < 0)
		return fail_sys(f, "cannot watch process %d", (int)s->plan.launcher);
	s->launcher_start = proc_start(s->plan.launcher);
	if (!session_has_launcher(s))
		return fail_set(f, FAIL_HOST, "process %d is not one of user %u", (int)s->plan.launcher,
				(unsigned)s->caller);
	owns_close(&t->launcher);
	t->launcher = keep_fd(&fd);
	return 0;
}

/* The rows name what failed: they are told even then. */
static void hold_now(struct talk *t, struct text *out)
{
	struct session *s = t->s;
	struct fail f;

	t->is_waiting = false;
	if (session_hold(s, &f)) {
		say_rows(s, out);
		fails(s, &f, out);
		return;
	}
	t->hold_until_ms = now_ms() + s->conf.longest_ns / 1000000;
	syslog(LOG_INFO, "host held for user %u, process %d, %zu settings", (unsigned)s->caller,
	       (int)s->plan.launcher, s->journal.edits.n);
	say_rows(s, out);
	say_done(s, out);
}

static void try_lock(struct talk *t, struct text *out)
{
	struct fail f;
	int rc = session_lock(t->s, &f);

	if (rc == 0) {
		hold_now(t, out);
		return;
	}
	if (rc > 0 && (t->wait_until_ms < 0 || now_ms() < t->wait_until_ms)) {
		if (!t->is_waiting)
			say_holder(t->s, "waiting", out);
		t->is_waiting = true;
		return;
	}
	if (rc > 0) {
		say_holder(t->s, "waiting", out);
		(void)fail_set(&f, FAIL_HOST, "another session holds the host");
	}
	t->is_waiting = false;
	fails(t->s, &f, out);
}

static void hold(struct talk *t, struct text *out)
{
	struct fail f;

	if (!t->s->plan.launcher)
		(void)fail_set(&f, FAIL_HOST, "no launcher was named");
	else if (!watch_launcher(t, &f)) {
		t->wait_until_ms = t->s->plan.wait_s < 0 ? -1 : now_ms() + t->s->plan.wait_s * 1000;
		try_lock(t, out);
		return;
	}
	fails(t->s, &f, out);
}

static void probe(struct talk *t, struct text *out)
{
	struct fail f;

	say_holder(t->s, "holder", out);
	if (session_probe(t->s, &f)) {
		fails(t->s, &f, out);
		return;
	}
	say_rows(t->s, out);
	say_done(t->s, out);
}

/* out NULL: nobody is there to be told. */
static void release(struct talk *t, struct text *out)
{
	bool was_held = t->s->journal_fd >= 0;

	session_release(t->s);
	if (was_held)
		syslog(LOG_INFO, "host released for user %u", (unsigned)t->s->caller);
	if (!out)
		return;
	for (int i = 0; i < t->s->row_count; i++)
		say_row(t->s, &t->s->rows[i], out);
	say_done(t->s, out);
}

/* Returns 0 when nothing is left to restore. */
static int restore_now(struct session *s, struct fail *f)
{
	const struct timespec pause = { 0, 20000000 };
	size_t open;
	int rc;

	if (!s->has_rights)
		return fail_set(f, FAIL_HOST, "only root can change the host's settings");
	for (int i = 0; (rc = session_lock(s, f)) > 0 && i < 100; i++)
		(void)nanosleep(&pause, NULL); /* its launcher may just have died */
	open = s->leftover;
	session_release(s);
	if (rc > 0)
		return fail_set(f, FAIL_HOST, "a living session holds the host; it puts it back itself");
	if (!rc && s->is_damaged)
		return fail_set(f, FAIL_HOST, "there was a journal, but it is of no use");
	if (!rc && open)
		return fail_set(f, FAIL_HOST, "%zu settings are still to be put back", open);
	return rc;
}

static void restore(struct talk *t, struct text *out)
{
	struct fail f;

	say_holder(t->s, "holder", out);
	if (restore_now(t->s, &f))
		fails(t->s, &f, out);
	else
		say_done(t->s, out);
}

static void check(struct talk *t, struct text *out)
{
	if (session_check(t->s))
		for (int i = 0; i < t->s->row_count; i++)
			if (t->s->rows[i].outcome == OUTCOME_DRIFTED)
				say_row(t->s, &t->s->rows[i], out);
	say_done(t->s, out);
}

static const struct verb {
	const char *word;
	void (*obey)(struct talk *t, struct text *out);
	bool is_for_held; /* allowed while the host is held or waited for */
} verbs[] = {
	{ "probe", probe, false },	{ "hold", hold, false }, { "check", check, true },
	{ "release", release, true }, { "restore", restore, false },
};

static const struct verb *find_verb(const char *word)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (!strcmp(verbs[i].word, word))
			return &verbs[i];
	return NULL;
}

static void take_plan(struct talk *t, char **words, int n)
{
	struct fail f;
	int rc = n > 0 ? plan_line(&t->s->plan, words, n, &f) : 1;

	if (rc > 0)
		(void)fail_set(&f, FAIL_USAGE, "not understood: '%.40s'", n > 0 ? words[0] : "");
	if (rc && !t->is_plan_bad)
		t->plan_fail = f;
	t->is_plan_bad |= rc != 0;
	if (n == 1 && !strcmp(words[0], "plan"))
		t->is_plan_bad = false;
}

static void obey(struct talk *t, char *line, struct text *out)
{
	char *words[WORDS_MAX];
	int n = words_split(line, words);
	const struct verb *verb = n == 1 ? find_verb(words[0]) : NULL;
	bool is_busy = t->s->journal_fd >= 0 || t->is_waiting;

	if (!verb && !is_busy)
		take_plan(t, words, n);
	else if (!verb || (is_busy && !verb->is_for_held))
		say(out, "error", "only check and release while the host is held");
	else if (t->is_plan_bad && !verb->is_for_held)
		say(out, "error", t->plan_fail.text);
	else
		verb->obey(t, out);
}

void talk_line(struct session *s, char *line, struct text *out)
{
	struct talk t = { .s = s, .in = -1, .out = -1, .launcher = -1 };

	obey(&t, line, out);
	if (t.is_waiting || s->journal_fd >= 0)
		session_release(s);
	owns_close(&t.launcher);
}

static int rest_ms(const struct talk *t)
{
	long long rest;

	if (t->is_waiting)
		return RETRY_MS;
	if (t->s->journal_fd < 0)
		return -1;
	rest = t->hold_until_ms - now_ms();
	return rest < 0 ? 0 : rest > 3600000 ? 3600000 : (int)rest;
}

/* A launcher that does not read must not keep the host held: the watch goes on. */
static void flush(struct talk *t, struct text *out)
{
	size_t at = 0;

	while (at < out->n && !t->is_over) {
		struct pollfd fds[] = { { t->out, POLLOUT, 0 }, { t->launcher, POLLIN, 0 } };
		int n = poll(fds, 2, rest_ms(t));
		ssize_t done = n > 0 && fds[0].revents ? write(t->out, out->s + at, out->n - at) : 0;

		if (done > 0)
			at += (size_t)done;
		t->is_over = ((n < 0 || done < 0) && errno != EAGAIN && errno != EINTR) || (n > 0 && fds[1].revents) ||
			     (t->s->journal_fd >= 0 && now_ms() >= t->hold_until_ms);
	}
	text_clear(out);
}

static void read_lines(struct talk *t, struct lines *in, struct text *out)
{
	char *line;
	int rc = 0;

	if (lines_fill(in, t->in) <= 0)
		t->is_over = true;
	while (!t->is_over && (rc = lines_next(in, &line)) > 0) {
		obey(t, line, out);
		flush(t, out);
	}
	t->is_over |= rc < 0;
}

void talk_run(struct session *s, int in, int out)
{
	struct talk t = { .s = s, .in = in, .out = out, .launcher = -1 };
	struct lines lines = { .used = 0 };
	owns_text struct text reply = { 0 };
	bool is_too_long;

	(void)fcntl(out, F_SETFL, fcntl(out, F_GETFL) | O_NONBLOCK); /* else flush() blocks */
	while (!t.is_over) {
		struct pollfd fds[] = { { in, POLLIN, 0 }, { t.launcher, POLLIN, 0 } };
		int n = poll(fds, 2, rest_ms(&t));

		if ((n < 0 && errno != EINTR) || (n > 0 && fds[1].revents))
			break; /* blind, or alone: the host goes back */
		if (n > 0 && fds[0].revents)
			read_lines(&t, &lines, &reply);
		else if (t.is_waiting)
			try_lock(&t, &reply);
		else if (s->journal_fd >= 0 && now_ms() >= t.hold_until_ms)
			break;
		flush(&t, &reply);
	}
	is_too_long = s->journal_fd >= 0 && now_ms() >= t.hold_until_ms;
	release(&t, NULL);
	if (is_too_long) {
		say(&reply, "remark", "the host was held for as long as /etc/becalm/keeper.conf allows");
		(void)!write(out, reply.s, reply.n); /* as far as there is room */
	}
	owns_close(&t.launcher);
	lines_free(&lines);
}
