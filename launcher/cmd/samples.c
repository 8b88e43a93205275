/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "samples.h"

#include <math.h>

bool samples_are_reported(enum metric m)
{
	return m == METRIC_AUTO || m == METRIC_TIMED || m == METRIC_LINES || m == METRIC_REGEX;
}

static bool add(struct series *s, const char *name, const char *unit, bool is_timed, double value)
{
	struct track *t = isfinite(value) ? series_track(s, name, unit, is_timed) : NULL;

	if (t)
		series_run(t, value);
	return t != NULL;
}

bool samples_add_run(struct series *s, const struct test *t, const struct run *run)
{
	return add(s, t->name, t->unit, true, record_value(t, run));
}

static double known(int64_t x)
{
	return x == UNKNOWN ? (double)NAN : (double)x;
}

bool samples_add_process(struct series *s, enum metric m, const struct invocation *v, int64_t runs)
{
	if (m == METRIC_CPU)
		return add(s, "CPU time", "ns", false, known(v->user_ns) + known(v->sys_ns));
	if (m == METRIC_RSS)
		return add(s, "peak memory", "KiB", false, known(v->max_rss_kib));
	if (m == METRIC_WALL || (m == METRIC_AUTO && !runs))
		return add(s, "whole process", "ns", false, known(v->wall_ns));
	return true;
}
