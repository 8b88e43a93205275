/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the groups of a cage, and filling them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "cage.h"
#include "cgroup.h"
#include "proc.h"
#include "session.h"
#include "touch.h"

static const char *base_of(const char *path)
{
	return strrchr(path, '/') + 1;
}

static bool has_file(const struct session *s, const struct edit *e, const char *name)
{
	char path[CAGE_PATH + 64];

	(void)snprintf(path, sizeof(path), "%s/%s", e->path, name); /* fits */
	return tree_has(&s->root, path);
}

static void hand_over(const struct session *s, const struct edit *e, const char *name)
{
	char path[CAGE_PATH + 64];

	(void)snprintf(path, sizeof(path), "%s/%s", e->path, name); /* fits */
	(void)touch_chown(&s->root, path, s->caller, (gid_t)-1);    /* absent before 5.14: cgroup.kill */
}

/*
 * The user's launcher fills and empties 'bench'. A benchmark cannot leave it: on v2 it
 * would need a group beside (its 'launcher' is root's, the one above holds no tasks);
 * on v1 no other file is theirs.
 */
static void hand_to_user(const struct session *s, const struct edit *e)
{
	bool is_bench = !strcmp(base_of(e->path), "bench");
	bool is_v2 = has_file(s, e, "cgroup.controllers");

	if (!s->caller)
		return;
	if (is_bench || (is_v2 && !strcmp(base_of(e->path), s->cage.name)))
		hand_over(s, e, "cgroup.procs");
	if (is_bench && is_v2)
		hand_over(s, e, "cgroup.kill");
	if (is_bench && !is_v2)
		hand_over(s, e, "tasks");
}

static int move(const struct session *s, const char *group, const char *file, pid_t pid)
{
	char path[CAGE_PATH + 64], word[24];

	(void)snprintf(path, sizeof(path), "%s/%s", group, file); /* fits */
	(void)snprintf(word, sizeof(word), "%d", (int)pid);	  /* fits */
	return touch_write(&s->root, path, word);
}

/* All user threads of the parent, until none is new: tasks fork while they are moved. */
static void move_others(struct session *s, const struct edit *e)
{
	char path[CAGE_PATH + 64];
	int moved = 1;

	(void)snprintf(path, sizeof(path), "%s/tasks", e->before); /* fits */
	for (int pass = 0; pass < 10 && moved; pass++) {
		owns_text struct text list = { 0 };
		struct fail unused;
		char *rest, *line;

		moved = 0;
		if (tree_read(&s->root, path, &list, &unused) || !list.n)
			return;
		rest = list.s;
		while ((line = strsep(&rest, "\n"))) {
			pid_t tid = (pid_t)atoi(line);

			if (!proc_is_kernel(tid) && !move(s, e->path, "tasks", tid))
				moved++;
		}
	}
}

/* "cpus=0-3" with the parent's memory nodes; on v2 both may be left to the parent. */
static int make_cpuset(struct session *s, const struct edit *e, struct fail *f)
{
	const struct mounts *m = &s->cage.mounts;
	const char *mount = m->v1[0] ? m->v1 : m->v2;
	const char *cpus = e->after + 5;
	char path[CAGE_PATH + 64], mems[1024];

	if (!m->v1[0])
		return group_make(&s->root, e->path, strlen(mount) + 1, *cpus ? cpus : NULL, NULL, false, f);
	(void)snprintf(path, sizeof(path), "%.*s/%s", (int)(base_of(e->path) - 1 - e->path), e->path,
		       m->is_noprefix ? "mems" : "cpuset.mems"); /* fits */
	if (!tree_peek(&s->root, path, mems, sizeof(mems)))
		return fail_sys(f, "cannot read '/%s'", path);
	return group_make(&s->root, e->path, strlen(mount) + 1, cpus, mems, m->is_noprefix, f);
}

static int make_group(struct session *s, struct edit *e, struct fail *f)
{
	if (strcmp(e->after, "track") != 0) {
		if (make_cpuset(s, e, f))
			return -1;
	} else if (touch_mkdir(&s->root, e->path)) {
		return fail_sys(f, "cannot make the group '/%s'", e->path);
	}
	hand_to_user(s, e);
	if (!strcmp(base_of(e->path), "launcher") &&
	    (!session_has_launcher(s) || move(s, e->path, "cgroup.procs", s->plan.launcher)))
		return fail_sys(f, "cannot move the launcher to '/%s'", e->path);
	if (!strcmp(base_of(e->path), "others"))
		move_others(s, e);
	return 0;
}

static void make_file(struct session *s, struct edit *e)
{
	owns_text struct text now = { 0 };
	int rc = touch_write(&s->root, e->path, e->after);

	e->error = rc ? errno : 0;
	if (touch_read(&s->root, e->path, &now)) {
		e->state = EDIT_REFUSED;
		e->reads = rc ? NULL : xstrdup(e->after); /* written, it must be undone */
		return;
	}
	e->state = kind_same(e->kind, text_of(&now), e->after) ? EDIT_MADE : EDIT_REFUSED;
	if (e->state == EDIT_REFUSED)
		cage_remark(s, "'/%s' reads '%.*s'%s%s", e->path, (int)strcspn(text_of(&now), "\n"),
			    text_of(&now), rc ? ": " : "", rc ? strerror(e->error) : "");
	if (e->state == EDIT_MADE || !kind_same(e->kind, text_of(&now), e->before))
		e->reads = xstrdup(text_of(&now));
}

void cage_make(struct session *s, struct edit *e)
{
	struct fail f;

	if (e->kind != KIND_GROUP) {
		make_file(s, e);
		return;
	}
	e->state = make_group(s, e, &f) ? EDIT_REFUSED : EDIT_MADE;
	if (e->state == EDIT_REFUSED)
		cage_remark(s, "%s", f.text);
	e->reads = xstrdup("made"); /* perhaps half: cage_remove() sees what is there */
}
