/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "load.h"

#include <stdio.h>
#include <string.h>

#include "samples.h"

static int on_run(void *to, const struct invocation *v, const struct test *t, const struct run *run,
		  struct fail *f)
{
	struct load *l = to;

	(void)v; /* its record follows */
	(void)f; /* cannot fail */
	if (samples_are_reported(l->metric))
		samples_add_run(l->series, t->name, t->unit, run);
	return 0;
}

static int on_invocation(void *to, const struct invocation *v, const struct json *raw, struct fail *f)
{
	struct load *l = to;
	int64_t runs = 0;

	(void)raw; /* the values are enough */
	(void)f;   /* cannot fail */
	for (int i = 0; i < v->test_count; i++)
		runs += v->tests[i].runs;
	if (!v->failed)
		samples_add_process(l->series, l->metric, v, runs);
	series_close(l->series, v);
	l->last = v->index;
	l->warmups += v->is_warmup && !v->failed;
	l->made += !v->is_warmup && v->ended != ENDED_STOPPED && v->ended != ENDED_INTERRUPTED;
	l->failed += v->failed != NULL;
	l->wall_ns += v->wall_ns > 0 ? v->wall_ns : 0;
	return 0;
}

static int on_end(void *to, const struct results_end *end, struct fail *f)
{
	struct load *l = to;

	(void)f; /* cannot fail */
	l->is_complete = end->is_complete;
	(void)snprintf(l->why, sizeof(l->why), "%s", end->why ? end->why : ""); /* may be cut */
	return 0;
}

struct results_sink load_sink(struct load *l)
{
	return (struct results_sink){ .to = l, .run = on_run, .invocation = on_invocation, .end = on_end };
}
