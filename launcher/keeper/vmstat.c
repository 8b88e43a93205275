/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every CPU folds its memory counters into the global ones once in this many
 * seconds, in a kernel worker that cannot be moved elsewhere (mm/vmstat.c).
 */
#include "knob.h"

#define FILE_PATH "proc/sys/vm/stat_interval"

static int vmstat_probe(struct want *w, struct fail *why)
{
	if (!tree_has(&w->m->root, FILE_PATH))
		return fail_set(why, FAIL_HOST, "this kernel has no vm.stat_interval");
	return want_edit(w, FILE_PATH, "60", why);
}

const struct knob knob_vmstat = {
	.name = "vmstat",
	.summary = "memory statistics gathered once a minute, not once a second",
	.tier = TIER_STRICT,
	.reach = REACH_ALL,
	.files = (const struct knob_file[]){ { FILE_PATH, KIND_NUMBER }, { NULL, 0 } },
	.probe = vmstat_probe,
};
