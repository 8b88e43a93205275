/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Processors that choose their clock themselves (Intel HWP, AMD CPPC) take a hint
 * between saving power and speed. Held before the governor: see knobs.c.
 */
#include "cpufreq.h"

#include <stdio.h>

static int each_policy(struct want *w, const char *policy, struct fail *why)
{
	char path[256];

	(void)snprintf(path, sizeof(path), "%s/energy_performance_available_preferences", policy);
	if (!cpufreq_offers(&w->m->root, path, "performance"))
		return fail_set(why, FAIL_HOST, "the driver offers no preference 'performance'");
	(void)snprintf(path, sizeof(path), "%s/energy_performance_preference", policy);
	if (!tree_has(&w->m->root, path))
		return fail_set(why, FAIL_HOST, "the driver takes no energy preference");
	return want_edit(w, path, "performance", why);
}

static int energy_probe(struct want *w, struct fail *why)
{
	return cpufreq_each(w, false, each_policy, why);
}

const struct knob knob_energy = {
	.name = "energy",
	.summary = "the processor prefers speed to saving power",
	.tier = TIER_DEFAULT,
	.reach = REACH_CAGE,
	.files =
		(const struct knob_file[]){
			{ CPUFREQ "policy#/energy_performance_preference", KIND_BYTES },
			{ NULL, 0 },
		},
	.probe = energy_probe,
};
