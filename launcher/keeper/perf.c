/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sampling by somebody's perf interrupts every CPU up to this many times a second.
 * The kernel takes no new rate while perf_cpu_time_max_percent is 0 or 100 (EINVAL,
 * kernel/events/core.c), so the percent is set first then, and put back last.
 */
#include "knob.h"

#define RATE "proc/sys/kernel/perf_event_max_sample_rate"
#define PERCENT "proc/sys/kernel/perf_cpu_time_max_percent"

static int perf_probe(struct want *w, struct fail *why)
{
	long long rate, percent;

	if (!tree_number(&w->m->root, RATE, &rate))
		return fail_set(why, FAIL_HOST, "this kernel has no perf events");
	if (rate == 1)
		return 0;
	if (tree_number(&w->m->root, PERCENT, &percent) && (percent == 0 || percent == 100) &&
	    want_edit(w, PERCENT, "1", why))
		return -1;
	return want_edit(w, RATE, "1", why);
}

const struct knob knob_perf = {
	.name = "perf-rate",
	.summary = "no sampling by perf above once a second",
	.tier = TIER_STRICT,
	.reach = REACH_ALL,
	.files = (const struct knob_file[]){ { RATE, KIND_NUMBER }, { PERCENT, KIND_NUMBER }, { NULL, 0 } },
	.probe = perf_probe,
};
