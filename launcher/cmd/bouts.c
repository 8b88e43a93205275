/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bouts.h"

#include <stdio.h>
#include <string.h>

#include "../model/judge.h"
#include "../model/order.h"
#include "progress.h"

enum { REPLACED_MAX = 20 };

static bool ends(struct bouts *b, const char *why)
{
	(void)snprintf(b->why, sizeof(b->why), "%s", why); /* may be cut */
	return true;
}

/* Seen between invocations. */
static bool is_stopped(struct bouts *b)
{
	struct signals *s = b->m[0].signals;
	char why[64];
	struct fail f;

	signals_read(s);
	if (s->suspend && !s->stop) {
		progress_clear(b->plan);
		if (stage_suspend(b->m[0].stage, &f) && !s->stop)
			return ends(b, "the host could not be held again");
	}
	if (!s->stop)
		return false;
	(void)snprintf(why, sizeof(why), "it was interrupted by %s", judge_signal(s->stop)); /* fits */
	return ends(b, why);
}

static bool fails(struct bouts *b, const struct measure *m, const char *why)
{
	char words[720];

	b->has_failure = true;
	b->failed_command = m->command;
	streams_excerpt(&m->streams, true, &b->excerpt);
	if (!b->excerpt.n)
		streams_excerpt(&m->streams, false, &b->excerpt);
	(void)snprintf(words, sizeof(words), "command %c: %s", 'A' + m->command, why); /* may be cut */
	return ends(b, words);
}

/* Whether the invocation that was just made ends the session. */
static bool is_last(struct bouts *b, const struct measure *m)
{
	const struct invocation *v = &m->in.v;

	if (m->outcome.is_keeper_gone)
		return ends(b, "the keeper died");
	if (!v->failed)
		return false;
	if (is_stopped(b))
		return true; /* that is why, whatever else the signal did to the command */
	if (m->outcome.is_stuck)
		return fails(b, m, "left a process behind that cannot be killed");
	if (m->is_cpu_gone || !b->plan->ignore_failure)
		return fails(b, m, v->failed);
	return false;
}

/*
 * One invocation; again while it was stopped or suspended from outside, or only found out
 * how many iterations to do.
 */
static int make_one(struct bouts *b, struct measure *m, int64_t round, bool is_warmup,
		    bool *is_over, struct fail *f)
{
	do {
		if (is_stopped(b)) {
			*is_over = true;
			return 0;
		}
		if (measure_once(m, b->next++, round, is_warmup, f))
			return -1;
		recalled_mark(&b->known[m->command], &m->in.v);
		if (b->plan->verbose)
			progress_process(b->plan, &m->in.v);
		if (m->outcome.is_replaced && ++b->replaced > REPLACED_MAX) {
			*is_over = fails(b, m, "was stopped from outside too often");
			return 0;
		}
	} while ((m->outcome.is_replaced && m->in.v.ended != ENDED_INTERRUPTED) ||
		 (m->in.v.is_calibrating && !m->in.v.failed));
	pairs_take(b->pairs, &m->in.v, &b->known[m->command].series);
	*is_over = is_last(b, m);
	return 0;
}

/* A round that was begun before the session was resumed: its processes lie far apart. */
static bool is_begun(const struct bouts *b)
{
	for (int i = 0; i < b->commands; i++)
		if (b->is_done[i])
			return true;
	return false;
}

static int make_round(struct bouts *b, int64_t round, bool is_warmup, bool *is_over, struct fail *f)
{
	int64_t began_ns = child_clock();
	int order[ORDER_COMMANDS];

	order_of(b->plan->seed, round, b->commands, b->looks->block, order);
	for (int place = 0; place < b->commands && !*is_over; place++) {
		struct measure *m = &b->m[order[place]];

		if (b->is_done[order[place]])
			continue;
		m->disturbance = is_begun(b) ? "the session was interrupted within this round" : NULL;
		if (make_one(b, m, round, is_warmup, is_over, f))
			return -1;
	}
	memset(b->is_done, 0, sizeof(b->is_done));
	if (child_clock() - began_ns > b->longest_ns)
		b->longest_ns = child_clock() - began_ns;
	return 0;
}

/* One more round of the same length would end after the budget. */
static bool is_spent(struct bouts *b)
{
	int64_t elapsed_ns = b->earlier_ns + child_clock() - b->started_ns;

	if (!b->plan->budget_ns || elapsed_ns + elapsed_ns / b->rounds <= b->plan->budget_ns)
		return false;
	return ends(b, "the budget is spent");
}

static void show_progress(const struct bouts *b)
{
	const struct stop s = { .made = b->rounds,
				.elapsed_ns = b->earlier_ns + child_clock() - b->started_ns };

	progress_show(b->plan, &s, b->rounds + 1);
}

/* The looks that the session had before it was resumed, one by one, and not one more. */
static void look_again(struct bouts *b)
{
	for (int i = 0; i < b->looks->count && b->looks->at[i] <= b->rounds && !b->is_decided; i++)
		b->is_decided = duel_look(b->duel, b->looks, b->rule, b->looks->at[i], false);
}

static int make_warmups(struct bouts *b, bool *is_over, struct fail *f)
{
	for (; b->warmups < b->plan->warmup && !*is_over; b->warmups++)
		if (make_round(b, b->warmups + 1, true, is_over, f))
			return -1;
	return 0;
}

int bouts_make(struct bouts *b, struct fail *f)
{
	int64_t most = b->looks->at[b->looks->count - 1];
	bool is_over = false;
	bool is_end = false;

	b->next++;
	b->started_ns = child_clock();
	look_again(b);
	if (make_warmups(b, &is_over, f))
		return -1;
	while (!is_over && !b->is_decided && !is_end && b->rounds < most) {
		show_progress(b);
		if (make_round(b, b->rounds + 1, false, &is_over, f)) {
			progress_clear(b->plan);
			return -1;
		}
		if (is_over)
			break;
		b->rounds++;
		b->is_decided = duel_look(b->duel, b->looks, b->rule, b->rounds, false);
		is_end = !b->is_decided && b->rounds < most && is_spent(b);
	}
	progress_clear(b->plan);
	b->is_cut_short = is_over;
	if (!b->is_decided && b->rounds && !(is_over && b->can_resume))
		b->is_decided = duel_look(b->duel, b->looks, b->rule, b->rounds, true);
	return 0;
}
