/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rounds.h"

#include <stdio.h>
#include <string.h>

#include "../model/judge.h"
#include "progress.h"

enum { REPLACED_MAX = 20 };

/* How becalm ends after this invocation: the command's own status, signal or ours. */
static struct ending ending_of(const struct invocation *v)
{
	if (v->ended == ENDED_SIGNAL)
		return (struct ending){ .status = 128 + v->code, .signal = v->code };
	if (v->ended == ENDED_TIMEOUT)
		return (struct ending){ .status = 124 };
	if (v->ended == ENDED_EXIT && v->code)
		return (struct ending){ .status = v->code };
	return (struct ending){ .status = 125 };
}

static void note_failure(struct rounds *r)
{
	const struct invocation *v = &r->m->in.v;

	r->failed++;
	if (r->has_failure)
		return;
	r->has_failure = true;
	r->first_failure = ending_of(v);
	streams_excerpt(&r->m->streams, true, &r->excerpt);
	if (!r->excerpt.n)
		streams_excerpt(&r->m->streams, false, &r->excerpt);
}

static bool ends(struct rounds *r, bool is_complete, const char *why)
{
	r->is_complete = is_complete;
	(void)snprintf(r->why, sizeof(r->why), "%.*s", (int)sizeof(r->why) - 1, why); /* may be cut */
	return true;
}

/* Whether the session is over, seen from what was made so far. */
static bool is_over(struct rounds *r)
{
	struct signals *s = r->m->signals;
	const struct plan *p = r->m->plan;
	struct fail f;

	signals_read(s);
	if (s->stop) {
		char why[64];

		(void)snprintf(why, sizeof(why), "interrupted by %s", judge_signal(s->stop)); /* fits */
		return ends(r, false, why);
	}
	if (s->suspend)
		progress_clear(p);
	if (s->suspend && stage_suspend(r->m->stage, &f))
		return ends(r, false, "the host could not be held again");
	if (r->warmups < p->warmup)
		return false;
	r->stop.elapsed_ns = child_clock() - r->started_ns;
	if (!p->invocations)
		stop_look(&r->stop, r->m->series);
	return stop_is_due(&r->stop, p) && ends(r, true, r->stop.why);
}

/* Whether the last invocation ends the session. */
static bool is_last(struct rounds *r, bool is_warmup)
{
	const struct measure *m = r->m;
	const struct invocation *v = &m->in.v;

	if (m->outcome.is_keeper_gone)
		return ends(r, false, "the keeper died");
	if (v->ended == ENDED_INTERRUPTED)
		return false; /* is_over() says it */
	if (m->outcome.is_replaced) {
		if (++r->replaced <= REPLACED_MAX)
			return false;
		note_failure(r);
		return ends(r, false, "too many processes were stopped from outside");
	}
	if (is_warmup && !v->failed)
		r->warmups++;
	else if (!is_warmup && !v->is_calibrating)
		r->stop.made++;
	if (!v->failed)
		return false;
	note_failure(r);
	if (m->outcome.is_stuck)
		return ends(r, false, "a process that the command left behind cannot be killed");
	if (m->is_cpu_gone)
		return ends(r, false, v->failed);
	if (m->plan->ignore_failure) {
		r->warmups += is_warmup;
		return false;
	}
	return ends(r, false, v->failed);
}

/* The next one cannot be made, but there are others: they are kept, and reported. */
static int cut_short(struct rounds *r, const struct fail *f)
{
	if (!r->has_failure)
		r->first_failure = (struct ending){ .status = fail_status(f) };
	r->has_failure = true;
	(void)ends(r, false, f->text);
	return 0;
}

/* Whole processes so short that their start may be a good part of them. */
static bool is_short(const struct rounds *r)
{
	const struct series *s = r->m->series;

	return s->track_count == 1 && !s->tracks[0].is_timed && s->tracks[0].count &&
	       !strcmp(s->tracks[0].unit, "ns") && s->tracks[0].samples[0].value < 50e6;
}

int rounds_make(struct rounds *r, struct fail *f)
{
	struct measure *m = r->m;

	while (!is_over(r)) {
		bool is_warmup = r->warmups < m->plan->warmup;

		progress_show(m->plan, &r->stop, r->next);
		if (measure_once(m, r->next, r->next, is_warmup, f)) {
			progress_clear(m->plan);
			return r->stop.made ? cut_short(r, f) : -1;
		}
		recalled_mark(r->known, &m->in.v);
		if (m->plan->verbose)
			progress_process(m->plan, &m->in.v);
		r->next++;
		if (is_last(r, is_warmup))
			break;
	}
	progress_clear(m->plan);
	if (r->is_complete && r->stop.made > 1 && !m->plan->quiet && is_short(r))
		r->start_ns = measure_start(m);
	return 0;
}
