/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "undo.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../base/owns.h"
#include "cage.h"
#include "tasks.h"
#include "touch.h"

static void ends(struct edit *e, enum edit_state state, int error)
{
	e->state = state;
	e->error = error;
}

/*
 * "No such file" is final, so it is asked for twice. EBUSY: the clock's files of a CPU that
 * is offline stay (drivers/cpufreq/cpufreq.c, store()).
 */
static enum edit_state gone(const struct tree *t, const struct edit *e, int error)
{
	bool is_away = error == ENODEV || (error == ENOENT && !tree_has(t, e->path)) ||
		       (error == EBUSY && strstr(e->path, "/cpufreq/"));

	return is_away ? EDIT_MISSING : EDIT_STUCK;
}

static void fails(const struct tree *t, struct edit *e, int error)
{
	ends(e, gone(t, e, error), error);
}

static void put_back(const struct tree *t, struct edit *e)
{
	owns_text struct text now = { 0 };
	owns_mem char *back = kind_back(e->kind, e->before);

	if (touch_write(t, e->path, *back ? back : "\n")) {
		if (errno == ENOSPC && !strcmp(e->knob, "cage") && !cage_widen(t, e->path))
			ends(e, EDIT_UNDONE, 0);
		else
			fails(t, e, errno);
		return;
	}
	if (edit_settled(t, e, e->before, &now))
		fails(t, e, errno);
	else if (kind_same(e->kind, text_of(&now), e->before))
		ends(e, EDIT_UNDONE, 0);
	else
		ends(e, EDIT_STUCK, 0);
}

/* A governor's settings are away for good when its policy is there with another one. */
static bool is_another_governor(const struct tree *t, const struct edit *e)
{
	const char *policy = strstr(e->path, "/policy");
	size_t n = policy ? (size_t)(policy - e->path) + 1 : 0;
	char folder[256];

	if (e->how != HOW_KEEP || errno != ENOENT || !n || n > 128)
		return false;
	n += strcspn(e->path + n, "/");
	(void)snprintf(folder, sizeof(folder), "%.*s", (int)n, e->path); /* checked */
	return tree_has(t, folder);
}

static void undo_file(const struct tree *t, struct edit *e, bool is_in_flight)
{
	owns_text struct text now = { 0 };
	int failed = touch_read(t, e->path, &now);

	if (failed && is_another_governor(t, e))
		ends(e, EDIT_UNDONE, 0);
	else if (failed)
		fails(t, e, errno);
	else if (kind_same(e->kind, text_of(&now), e->before))
		ends(e, EDIT_UNDONE, 0);
	else if (e->how == HOW_SET && !is_in_flight && !kind_same(e->kind, text_of(&now), e->reads))
		ends(e, EDIT_LEFT, 0);
	else
		put_back(t, e);
}

static void undo_one(const struct tree *t, struct edit *e, bool is_in_flight)
{
	if (e->kind == KIND_DEVICE) {
		owns_close(&e->fd);
		e->fd = -1;
		ends(e, EDIT_UNDONE, 0);
	} else if (e->kind == KIND_GROUP) {
		int error = cage_remove(t, e);

		ends(e, error ? EDIT_STUCK : EDIT_UNDONE, error);
	} else {
		undo_file(t, e, is_in_flight);
	}
}

/* Another edit's undo may have moved this one's file again: a second look at each. */
static void look_again(const struct tree *t, struct edit *e)
{
	owns_text struct text now = { 0 };

	if (e->state == EDIT_STUCK)
		undo_one(t, e, true);
	else if (e->state == EDIT_UNDONE && e->kind < KIND_CONTROLLER && strcmp(e->knob, "cage") != 0 && !touch_read(t, e->path, &now) &&
		 !kind_same(e->kind, text_of(&now), e->before))
		put_back(t, e);
}

static void tell(const struct edit *e, struct text *out)
{
	size_t n = strcspn(e->before, "\n");

	switch (e->state) {
	case EDIT_LEFT:
		text_printf(out, "'/%s' was changed by somebody else: left as it is (it was '%.*s' before)\n",
			    e->path, (int)n, e->before);
		break;
	case EDIT_MISSING:
		if (undo_is_open(e))
			text_printf(out,
				    "'/%s' is away, perhaps an offline CPU: noted, 'becalm restore' sets it to '%.*s' once it is back\n",
				    e->path, (int)n, e->before);
		break;
	case EDIT_STUCK:
		text_printf(out, "cannot put '/%s' back to '%.*s': %s\n", e->path, (int)n, e->before,
			    e->error ? strerror(e->error) : "it reads otherwise afterwards");
		break;
	default:
		break;
	}
}

bool undo_is_open(const struct edit *e)
{
	if (e->state == EDIT_MISSING)
		return !strncmp(e->path, "sys/devices/system/cpu/", 23);
	return e->state == EDIT_STUCK;
}

/*
 * Files that move with others' edits were read again once all were made. If one reads
 * otherwise now, in front of any undo, somebody else has set it.
 */
static void spare_changed(const struct tree *t, struct edits *e)
{
	for (size_t i = 0; i < e->n; i++) {
		struct edit *edit = &e->list[i];
		owns_text struct text now = { 0 };

		if (edit->how == HOW_SET || !edit->reads || touch_read(t, edit->path, &now))
			continue;
		if (!kind_same(edit->kind, text_of(&now), edit->reads) &&
		    !kind_same(edit->kind, text_of(&now), edit->before))
			ends(edit, EDIT_LEFT, 0);
	}
}

void undo_all(const struct tree *t, struct journal *j, bool has_died, struct text *remarks)
{
	struct edits *e = &j->edits;
	size_t made = 0;

	while (made < e->n && e->list[made].state != EDIT_PLANNED)
		made++;
	cage_kill(t, e);
	if (j->is_settled)
		spare_changed(t, e);
	if (has_died && made < e->n)
		undo_one(t, &e->list[made], true);
	for (size_t i = made; i-- > 0;)
		if (e->list[i].state != EDIT_LEFT && (e->list[i].state != EDIT_REFUSED || e->list[i].reads))
			undo_one(t, &e->list[i], false);
	for (size_t i = e->n; i-- > 0;)
		look_again(t, &e->list[i]);
	tasks_put_back(&j->tasks);
	for (size_t i = 0; i < e->n; i++)
		tell(&e->list[i], remarks);
}
