/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opportunistic overclocking makes early iterations faster than late ones.
 * intel_pstate's switch and the others have opposite meanings. The common switch
 * moves those of the policies, and the upper limits, along with it: these are put
 * back last, each to its own value.
 */
#include "cpufreq.h"

#include <stdio.h>

#define PSTATE "sys/devices/system/cpu/intel_pstate/no_turbo"
#define COMMON CPUFREQ "boost"

static int keep_limit(struct want *w, const char *policy, struct fail *why)
{
	char path[256];

	(void)why; /* what cannot be read is not kept */
	(void)snprintf(path, sizeof(path), "%s/scaling_max_freq", policy); /* fits */
	want_keep(w, path);
	return 0;
}

static int own_switch(struct want *w, const char *policy, enum how how, struct fail *why)
{
	static const char *const names[] = { "boost", "cpb" };
	char path[256];

	for (int i = 0; i < 2; i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", policy, names[i]); /* fits */
		if (!tree_has(&w->m->root, path))
			continue;
		if (how == HOW_FOLLOW ? want_follow(w, path, "0", why) : want_edit(w, path, "0", why))
			return -1;
	}
	return 0;
}

static int following_switch(struct want *w, const char *policy, struct fail *why)
{
	return own_switch(w, policy, HOW_FOLLOW, why);
}

static int single_switch(struct want *w, const char *policy, struct fail *why)
{
	return own_switch(w, policy, HOW_SET, why);
}

/* Stops at the first that has one. */
static int stop_at_switch(struct want *w, const char *policy, struct fail *why)
{
	char path[256];

	(void)why; /* no sentence: it is found */
	(void)snprintf(path, sizeof(path), "%s/boost", policy); /* fits */
	if (tree_has(&w->m->root, path))
		return -1;
	(void)snprintf(path, sizeof(path), "%s/cpb", policy); /* fits */
	return tree_has(&w->m->root, path) ? -1 : 0;
}

static int turbo_probe(struct want *w, struct fail *why)
{
	const struct tree *root = &w->m->root;
	bool is_intel = tree_has(root, PSTATE);
	long long now;

	if (!is_intel && !tree_has(root, COMMON)) {
		struct fail none = { 0 };

		if (cpufreq_each(w, true, stop_at_switch, &none) && !none.kind)
			return cpufreq_each(w, false, single_switch, why);
		return fail_set(why, FAIL_HOST, "no turbo switch (virtual machine, or firmware hides it)");
	}
	if (tree_number(root, is_intel ? PSTATE : COMMON, &now) && now == (is_intel ? 1 : 0))
		return 0;
	(void)cpufreq_each(w, true, keep_limit, why); /* no policies: no limits to keep */
	if (!is_intel)
		(void)cpufreq_each(w, true, following_switch, why); /* likewise */
	return want_edit(w, is_intel ? PSTATE : COMMON, is_intel ? "1" : "0", why);
}

const struct knob knob_turbo = {
	.name = "turbo",
	.summary = "no clock above the nominal one",
	.tier = TIER_DEFAULT,
	.reach = REACH_ALL,
	.files =
		(const struct knob_file[]){
			{ PSTATE, KIND_NUMBER },
			{ COMMON, KIND_NUMBER },
			{ CPUFREQ "policy#/boost", KIND_NUMBER },
			{ CPUFREQ "policy#/cpb", KIND_NUMBER },
			{ CPUFREQ "policy#/scaling_max_freq", KIND_NUMBER },
			{ NULL, 0 },
		},
	.probe = turbo_probe,
};
