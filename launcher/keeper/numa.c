/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * NUMA balancing unmaps pages of a running program to see who touches them, and
 * moves them: page faults that come at other times in each process.
 */
#include "knob.h"

#define FILE_PATH "proc/sys/kernel/numa_balancing"

static int numa_probe(struct want *w, struct fail *why)
{
	if (!tree_has(&w->m->root, FILE_PATH))
		return fail_set(why, FAIL_HOST, "this kernel has no NUMA balancing");
	return want_edit(w, FILE_PATH, "0", why);
}

const struct knob knob_numa = {
	.name = "numa-balancing",
	.summary = "no moving of memory between nodes",
	.tier = TIER_STRICT,
	.reach = REACH_ALL,
	.files = (const struct knob_file[]){ { FILE_PATH, KIND_NUMBER }, { NULL, 0 } },
	.probe = numa_probe,
};
