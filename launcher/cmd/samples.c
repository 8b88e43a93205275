/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "samples.h"

#include <math.h>
#include <string.h>

bool samples_are_reported(enum metric m)
{
	return m == METRIC_AUTO || m == METRIC_TIMED || m == METRIC_LINES || m == METRIC_REGEX;
}

void samples_add_run(struct series *s, const char *name, const char *unit, const struct run *run)
{
	struct track *t = series_track(s, name, unit, true);
	double value = strcmp(unit, "ns") ? run->value : (double)run->timed_ns / (double)run->iters;

	if (t && isfinite(value))
		series_run(t, value);
}

void samples_add_process(struct series *s, enum metric m, const struct invocation *v, int64_t runs)
{
	if (m == METRIC_CPU)
		series_run(series_track(s, "CPU time", "ns", false), (double)(v->user_ns + v->sys_ns));
	else if (m == METRIC_RSS)
		series_run(series_track(s, "peak memory", "KiB", false), (double)v->max_rss_kib);
	else if (m == METRIC_WALL || (m == METRIC_AUTO && !runs))
		series_run(series_track(s, "whole process", "ns", false), (double)v->wall_ns);
}
