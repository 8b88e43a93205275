/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With timer migration idle CPUs hand their timers to a busy one, and during a
 * measurement the busy one is ours (kernel/time/timer_migration.c).
 */
#include "knob.h"

#define FILE_PATH "proc/sys/kernel/timer_migration"

static int timers_probe(struct want *w, struct fail *why)
{
	if (!tree_has(&w->m->root, FILE_PATH))
		return fail_set(why, FAIL_HOST, "this kernel has no timer migration");
	return want_edit(w, FILE_PATH, "0", why);
}

const struct knob knob_timers = {
	.name = "timer-migration",
	.summary = "timers stay on the CPU that set them",
	.tier = TIER_STRICT,
	.reach = REACH_ALL,
	.files = (const struct knob_file[]){ { FILE_PATH, KIND_NUMBER }, { NULL, 0 } },
	.probe = timers_probe,
};
