/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lockup detectors interrupt every CPU of their mask, a timer and (as root of
 * a machine with counters) an NMI. They stay on for the other CPUs: a host that
 * hangs during a benchmark should still be noticed.
 */
#include "knob.h"

#include "../base/text.h"

#define SWITCH "proc/sys/kernel/watchdog"
#define MASK "proc/sys/kernel/watchdog_cpumask"

static int watchdog_probe(struct want *w, struct fail *why)
{
	char list[8192], now[8192];
	struct cpus mask;
	long long is_on;

	if (!tree_number(&w->m->root, SWITCH, &is_on) ||
	    !tree_peek(&w->m->root, MASK, now, sizeof(now)))
		return fail_set(why, FAIL_HOST, "this kernel has no lockup detectors");
	if (!is_on)
		return 0;
	if (cpus_parse_file(now, "/" MASK, &mask, why))
		return -1;
	if (!cpus_overlap(&mask, &w->m->cage))
		return 0;
	mask = cpus_minus(&mask, &w->m->cage);
	if (cpus_is_empty(&mask))
		return fail_set(why, FAIL_HOST, "there is no other CPU to watch");
	return want_edit(w, MASK, cpus_format(&mask, list, sizeof(list)), why);
}

const struct knob knob_watchdog = {
	.name = "watchdog",
	.summary = "lockup detectors leave the measured CPUs alone",
	.tier = TIER_STRICT,
	.reach = REACH_CAGE,
	.files = (const struct knob_file[]){ { MASK, KIND_LIST }, { NULL, 0 } },
	.probe = watchdog_probe,
};
