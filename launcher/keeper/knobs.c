/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "knob.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "touch.h"

extern const struct knob knob_energy, knob_governor, knob_turbo, knob_limits, knob_cstates,
	knob_interrupts, knob_workqueues, knob_watchdog, knob_perf, knob_numa, knob_timers, knob_thp,
	knob_vmstat, knob_compaction;

/*
 * The order matters. intel_pstate takes no energy preference but 'performance'
 * while the governor is performance: so the preference goes first, and is put back
 * last. The governor may reset the turbo switch, so that follows; the limits may
 * be clamped while turbo is off.
 */
const struct knob *const knobs[] = {
	&knob_energy,	  &knob_governor, &knob_turbo, &knob_limits, &knob_cstates,
	&knob_interrupts, &knob_workqueues, &knob_watchdog, &knob_perf, &knob_numa,
	&knob_timers,	  &knob_thp, &knob_vmstat, &knob_compaction, NULL,
};

const char *const tier_words[] = { "default", "strict", "asked", NULL };
const char *const reach_words[] = { "cage", "all", NULL };

const struct knob *knob_find(const char *name)
{
	for (const struct knob *const *k = knobs; *k; k++)
		if (!strcmp((*k)->name, name))
			return *k;
	return NULL;
}

bool knob_fits(const char *pattern, const char *path)
{
	static const char digits[] = "0123456789";
	static const char name[] = "abcdefghijklmnopqrstuvwxyz_-0123456789";

	for (; *pattern; pattern++) {
		size_t n = 1;

		if (*pattern == '#' || *pattern == '@')
			n = strspn(path, *pattern == '#' ? digits : name);
		else if (*pattern != *path)
			return false;
		if (!n || n > 64)
			return false;
		path += n;
	}
	return !*path;
}

int knob_kind(const struct knob *knob, const char *path)
{
	for (const struct knob_file *f = knob->files; f->path; f++)
		if (knob_fits(f->path, path))
			return (int)f->kind;
	return -1;
}

static int want(struct want *w, const char *path, const char *value, enum how how, struct fail *why)
{
	int kind = knob_kind(w->knob, path);
	owns_text struct text now = { 0 };
	struct edit *made;

	assert(kind >= 0);
	if (touch_read(&w->m->root, path, &now))
		return fail_sys(why, "cannot read '/%s'", path);
	if (how != HOW_KEEP && kind_same((enum kind)kind, text_of(&now), value)) {
		if (how == HOW_SET)
			return 0;
		how = HOW_KEEP; /* the other edit's undo would move it */
		value = "";
	}
	made = edits_add(w->edits, w->knob->name, (enum kind)kind, path, text_of(&now), value);
	made->how = how;
	return 0;
}

int want_edit(struct want *w, const char *path, const char *value, struct fail *why)
{
	return want(w, path, value, HOW_SET, why);
}

int want_follow(struct want *w, const char *path, const char *value, struct fail *why)
{
	return want(w, path, value, HOW_FOLLOW, why);
}

void want_keep(struct want *w, const char *path)
{
	struct fail unused;

	(void)want(w, path, "", HOW_KEEP, &unused); /* what cannot be read cannot be kept */
}
