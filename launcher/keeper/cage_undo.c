/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Emptying groups and taking them away. It must also serve a keeper that only knows the
 * journal of a dead one, so it needs nothing but paths.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"
#include "cage.h"
#include "proc.h"
#include "session.h"
#include "touch.h"

enum { PATIENCE = 4000 }; /* pauses of half a millisecond */

static void pause_briefly(void)
{
	const struct timespec pause = { 0, 500000 };

	(void)nanosleep(&pause, NULL); /* shorter will do */
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool read_tasks(const struct tree *t, const char *group, const char *file, struct text *out)
{
	char path[2 * MOUNT_PATH + 320];
	struct fail unused;

	(void)snprintf(path, sizeof(path), "%s/%s", group, file); /* else it is not there */
	return !tree_read(t, path, out, &unused) && out->n;
}

/*
 * Is the process still in the group? Its number may belong to another by now, of another
 * user perhaps. Our own name is in the path, which is found wherever the group lies.
 */
static bool is_in(const struct tree *t, pid_t pid, const char *group)
{
	const char *name = strstr(group, "/becalm-");
	owns_text struct text groups = { 0 };
	char path[64];
	struct fail unused;

	(void)snprintf(path, sizeof(path), "proc/%d/cgroup", (int)pid); /* fits */
	return name && !tree_read(t, path, &groups, &unused) && groups.n && strstr(groups.s, name);
}

static void kill_one(const struct tree *t, pid_t pid, const char *group)
{
	owns_fd int fd = pid > 1 ? pidfd_open(pid, 0) : -1;

	if (fd >= 0 && is_in(t, pid, group))
		(void)touch_kill(fd, SIGKILL); /* the list tells */
}

/* Kills whatever the group's list names until it names nothing. */
static void kill_all(const struct tree *t, const char *group)
{
	char path[2 * MOUNT_PATH + 320];

	(void)snprintf(path, sizeof(path), "%s/cgroup.kill", group); /* else it is not there */
	if (tree_has(t, path))
		(void)touch_write(t, path, "1"); /* the list tells */
	for (int i = 0; i < PATIENCE; i++) {
		owns_text struct text list = { 0 };
		char *rest, *line;

		if (!read_tasks(t, group, "cgroup.procs", &list))
			return;
		rest = list.s;
		while ((line = strsep(&rest, "\n")))
			kill_one(t, (pid_t)atoi(line), group);
		pause_briefly();
	}
}

void cage_kill(const struct tree *t, const struct edits *e)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->list[i].kind == KIND_GROUP && !strcmp(base_of(e->list[i].path), "bench") &&
		    e->list[i].state != EDIT_PLANNED && tree_has(t, e->list[i].path))
			kill_all(t, e->list[i].path);
}

/* To the group the task came from; if it climbs, to the nearest above that exists and takes it. */
static int send_home(const struct tree *t, const char *home, const char *file, const char *pid, bool climbs)
{
	char group[2 * MOUNT_PATH], path[2 * MOUNT_PATH + 64];
	int error = ENOENT;

	(void)snprintf(group, sizeof(group), "%s", home); /* bounded */
	for (;;) {
		char *slash = strrchr(group, '/');

		(void)snprintf(path, sizeof(path), "%s/%s", group, file); /* fits */
		if (!touch_write(t, path, pid) || errno == ESRCH)
			return 0;
		error = errno;
		if (!slash || !climbs)
			return error;
		*slash = '\0';
	}
}

static int empty(const struct tree *t, const char *group, const char *home, const char *file)
{
	int error = 0;

	for (int i = 0; i < 100; i++) {
		owns_text struct text list = { 0 };
		char *rest, *line;

		if (!read_tasks(t, group, file, &list))
			return 0;
		rest = list.s;
		while ((line = strsep(&rest, "\n")))
			error = send_home(t, home, file, line, i > 0); /* once may be by chance */
		if (error)
			pause_briefly(); /* a task on its way out refuses */
	}
	return error;
}

struct children {
	const struct tree *t;
	const char *group;
	int depth;
};

static int remove_group(const struct tree *t, const char *group, int depth);

static int remove_child(const char *name, void *data)
{
	struct children *c = data;
	char path[2 * MOUNT_PATH + 320];
	char probe[2 * MOUNT_PATH + 352];

	if (snprintf(path, sizeof(path), "%s/%s", c->group, name) >= CAGE_PATH)
		return 0;
	(void)snprintf(probe, sizeof(probe), "%s/cgroup.procs", path); /* fits */
	if (tree_has(c->t, probe))
		(void)remove_group(c->t, path, c->depth + 1); /* the parent's rmdir tells */
	return 0;
}

/*
 * Tasks may need a moment to be gone after SIGKILL: EBUSY until then. A benchmark of root
 * may have made groups below.
 */
static int remove_group(const struct tree *t, const char *group, int depth)
{
	struct children c = { t, group, depth };

	for (int i = 0;; i++) {
		if (!touch_rmdir(t, group) || errno == ENOENT)
			return 0;
		if (errno != EBUSY || i == PATIENCE)
			return errno;
		kill_all(t, group);
		if (depth < 8)
			(void)tree_list(t, group, remove_child, &c); /* the next rmdir tells */
		pause_briefly();
	}
}

/* Nobody is killed in these groups: their tasks are not the benchmark's. */
static int send_all_home(const struct tree *t, const struct edit *e, const char *file)
{
	for (int i = 0;; i++) {
		int error = empty(t, e->path, e->before, file);

		if (!error && (!touch_rmdir(t, e->path) || errno == ENOENT))
			return 0;
		if (error || errno != EBUSY || i == 20)
			return error ? error : errno;
		pause_briefly();
	}
}

int cage_remove(const struct tree *t, const struct edit *e)
{
	const char *name = base_of(e->path);

	if (t->is_fake)
		return 0;
	if (!strcmp(name, "launcher"))
		return send_all_home(t, e, "cgroup.procs");
	if (!strcmp(name, "others"))
		return send_all_home(t, e, "tasks");
	kill_all(t, e->path);
	return remove_group(t, e->path, 0);
}

int cage_widen(const struct tree *t, const char *path)
{
	const char *group = strrchr(path, '/');
	char parent[2 * MOUNT_PATH], list[16384];
	struct cpus all;

	(void)snprintf(parent, sizeof(parent), "%.*s", (int)(group - path), path); /* bounded */
	if (!strrchr(parent, '/'))
		return -1;
	*strrchr(parent, '/') = '\0';
	if (!cage_cpus(t, parent, "cpuset.cpus.effective", &all))
		return -1;
	return touch_write(t, path, cpus_format(&all, list, sizeof(list)));
}

struct sweeping {
	const struct tree *t;
	const char *parent;
};

static int sweep_one(const char *name, void *data)
{
	static const char *const parts[] = { "/bench", "/launcher", "/others", "" };
	const struct sweeping *w = data;
	char path[CAGE_PATH + 32];
	unsigned long long start;
	char end;
	int pid;

	if (sscanf(name, "becalm-%d-%llu%c", &pid, &start, &end) != 2 || proc_lives(pid, start))
		return 0;
	for (int i = 0; i < 4; i++) {
		(void)snprintf(path, sizeof(path), "%s/%.60s%s", w->parent, name, parts[i]); /* fits */
		(void)touch_rmdir(w->t, path); /* not there, or not empty: left alone */
	}
	return 0;
}

void cage_sweep(const struct session *s)
{
	const struct edits *e = &s->journal.edits;
	char parent[CAGE_PATH];

	for (size_t i = s->cage.first; i < e->n; i++) {
		struct sweeping w = { &s->root, parent };

		if (e->list[i].kind != KIND_GROUP || strcmp(base_of(e->list[i].path), s->cage.name) != 0)
			continue;
		(void)snprintf(parent, sizeof(parent), "%.*s", /* bounded */
			       (int)(base_of(e->list[i].path) - e->list[i].path - 1), e->list[i].path);
		(void)tree_list(&s->root, parent, sweep_one, &w); /* none: nothing to sweep */
	}
}
