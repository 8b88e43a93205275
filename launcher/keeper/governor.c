/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any governor but 'performance' lets the clock follow the load: the first
 * iterations run slower than the last. A governor's own settings are gone when
 * another takes its place, so they are kept and put back behind it.
 */
#include "cpufreq.h"

#include <stdio.h>
#include <string.h>

#include "../base/text.h"

struct settings {
	struct want *w;
	const char *folder;
};

static int keep_setting(const char *name, void *data)
{
	struct settings *s = data;
	char path[512];

	(void)snprintf(path, sizeof(path), "%s/%s", s->folder, name); /* checked next */
	if (knob_kind(s->w->knob, path) >= 0)
		want_keep(s->w, path);
	return 0;
}

/* They are per policy, or on older drivers once for all. */
static void keep_settings(struct want *w, const char *policy, const char *governor)
{
	char folder[256];
	struct settings s = { w, folder };

	(void)snprintf(folder, sizeof(folder), "%s/%s", policy, governor); /* names are short */
	(void)tree_list(&w->m->root, folder, keep_setting, &s);	  /* absent: no settings */
	(void)snprintf(folder, sizeof(folder), CPUFREQ "%s", governor); /* names are short */
	(void)tree_list(&w->m->root, folder, keep_setting, &s);	  /* absent: no settings */
}

static int each_policy(struct want *w, const char *policy, struct fail *why)
{
	char path[256], now[64];

	(void)snprintf(path, sizeof(path), "%s/scaling_available_governors", policy); /* fits */
	if (!cpufreq_offers(&w->m->root, path, "performance"))
		return fail_set(why, FAIL_HOST, "the driver offers no governor 'performance'");
	(void)snprintf(path, sizeof(path), "%s/scaling_governor", policy); /* fits */
	if (tree_peek(&w->m->root, path, now, sizeof(now)) && strcmp(now, "performance") != 0)
		keep_settings(w, policy, now);
	return want_edit(w, path, "performance", why);
}

static int governor_probe(struct want *w, struct fail *why)
{
	return cpufreq_each(w, false, each_policy, why);
}

const struct knob knob_governor = {
	.name = "governor",
	.summary = "the clock does not follow the load",
	.tier = TIER_DEFAULT,
	.reach = REACH_CAGE,
	.files =
		(const struct knob_file[]){
			{ CPUFREQ "policy#/scaling_governor", KIND_BYTES },
			{ CPUFREQ "policy#/ondemand/@", KIND_BYTES },
			{ CPUFREQ "policy#/conservative/@", KIND_BYTES },
			{ CPUFREQ "policy#/schedutil/@", KIND_BYTES },
			{ CPUFREQ "policy#/interactive/@", KIND_BYTES },
			{ CPUFREQ "ondemand/@", KIND_BYTES },
			{ CPUFREQ "conservative/@", KIND_BYTES },
			{ CPUFREQ "schedutil/@", KIND_BYTES },
			{ NULL, 0 },
		},
	.probe = governor_probe,
};
