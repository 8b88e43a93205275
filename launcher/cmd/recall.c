/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"

void recall_open(struct recall *r, int command_count, enum metric metric)
{
	*r = (struct recall){
		.metric = metric,
		.count = command_count,
		.commands = xcalloc((size_t)command_count, sizeof(struct recalled)),
	};
}

void recall_close(struct recall *r)
{
	for (int i = 0; i < r->count; i++) {
		series_free(&r->commands[i].series);
		marks_free(&r->commands[i].disturbed);
		marks_free(&r->commands[i].failed);
	}
	free(r->commands);
	*r = (struct recall){ 0 };
}

/* Whether runs are what is looked at, rather than processes. */
static bool wants_runs(const struct recall *r)
{
	return r->metric != METRIC_WALL && r->metric != METRIC_CPU && r->metric != METRIC_RSS;
}

void recall_run(struct recall *r, const struct invocation *v, const struct test *t,
		const struct run *run)
{
	double value = record_value(t, run);
	struct track *track;

	if (run->is_warmup)
		return;
	r->runs++;
	if (!wants_runs(r))
		return;
	track = series_track(&r->commands[v->command].series, t->name, t->unit, true);
	if (track && isfinite(value))
		series_run(track, value);
	else
		r->missing++;
}

static double known(int64_t x)
{
	return x == UNKNOWN ? (double)NAN : (double)x;
}

/* What becalm itself measured of a process, when that is looked at. */
static void add_process(struct recall *r, const struct invocation *v)
{
	const char *name = "whole process";
	const char *unit = "ns";
	double value = known(v->wall_ns);

	if (r->metric == METRIC_CPU) {
		name = "CPU time";
		value = known(v->user_ns) + known(v->sys_ns);
	} else if (r->metric == METRIC_RSS) {
		name = "peak memory";
		unit = "KiB";
		value = known(v->max_rss_kib);
	} else if (r->metric != METRIC_WALL && (r->metric != METRIC_AUTO || r->runs)) {
		return;
	}
	if (isfinite(value))
		series_run(series_track(&r->commands[v->command].series, name, unit, false), value);
	else
		r->missing++;
}

void recall_invocation(struct recall *r, const struct invocation *v)
{
	struct recalled *c = &r->commands[v->command];

	if (!v->failed)
		add_process(r, v);
	if (v->failed && !v->is_warmup)
		marks_add(&c->failed, v->index, v->failed);
	if (v->disturbed && invocation_counts(v))
		marks_add(&c->disturbed, v->index, v->disturbed);
	series_close(&c->series, v);
	r->runs = 0;
}
