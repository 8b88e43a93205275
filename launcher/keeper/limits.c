/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lower and upper limit of the clock on one value: the nominal clock where the
 * driver tells it, else the upper limit. Only when asked for: with turbo off it
 * can cost speed and steadiness (psf/pyperf#158). Each step leaves the lower limit
 * below the upper one, and so does each step back.
 */
#include "cpufreq.h"

#include <stdio.h>

static bool number_in(struct want *w, const char *policy, const char *name, long long *out)
{
	char path[256];

	(void)snprintf(path, sizeof(path), "%s/%s", policy, name); /* fits */
	return tree_number(&w->m->root, path, out);
}

static int each_policy(struct want *w, const char *policy, struct fail *why)
{
	char lower[256], upper[256], value[32];
	long long min, max, clock;

	if (!number_in(w, policy, "scaling_min_freq", &min) ||
	    !number_in(w, policy, "scaling_max_freq", &max))
		return fail_set(why, FAIL_HOST, "the driver has no limits of the clock");
	if (!number_in(w, policy, "base_frequency", &clock) || clock <= 0)
		clock = max;
	(void)snprintf(lower, sizeof(lower), "%s/scaling_min_freq", policy); /* fits */
	(void)snprintf(upper, sizeof(upper), "%s/scaling_max_freq", policy); /* fits */
	(void)snprintf(value, sizeof(value), "%lld", clock);		     /* fits */
	if (want_edit(w, clock > max ? upper : lower, value, why))
		return -1;
	return want_edit(w, clock > max ? lower : upper, value, why);
}

static int limits_probe(struct want *w, struct fail *why)
{
	return cpufreq_each(w, false, each_policy, why);
}

const struct knob knob_limits = {
	.name = "clock-limits",
	.summary = "lower and upper limit of the clock are one",
	.tier = TIER_ASKED,
	.reach = REACH_CAGE,
	.files =
		(const struct knob_file[]){
			{ CPUFREQ "policy#/scaling_min_freq", KIND_NUMBER },
			{ CPUFREQ "policy#/scaling_max_freq", KIND_NUMBER },
			{ NULL, 0 },
		},
	.probe = limits_probe,
};
