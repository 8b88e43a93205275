/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cage on cgroup v1. cpu_exclusive isolates nobody there (tasks of the root set
 * may still run on any CPU), so a shield moves tasks: those of the parent group to
 * 'others', and the groups beside are narrowed. Kernel threads stay where they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "cage.h"
#include "session.h"
#include "tasks.h"

static const char *cpus_file(const struct session *s)
{
	return s->cage.mounts.is_noprefix ? "cpus" : "cpuset.cpus";
}

struct narrowing {
	struct session *s;
	const char *folder;
	int depth;
};

static void narrow_below(struct session *s, const char *folder, int depth);

/* Children first, so that each stays within its parent; put back the other way round. */
static int narrow(const char *name, void *data)
{
	struct narrowing *n = data;
	struct session *s = n->s;
	char path[2 * MOUNT_PATH + 32], group[2 * MOUNT_PATH], list[16384];
	owns_mem char *before = NULL;
	struct cpus now, rest;

	if (!strncmp(name, "becalm-", 7) || strlen(n->folder) + strlen(name) + 2 > MOUNT_PATH)
		return 0;
	(void)snprintf(group, sizeof(group), "%s/%s", n->folder, name); /* measured */
	if (!cage_cpus(&s->root, group, cpus_file(s), &now))
		return 0;
	narrow_below(s, group, n->depth + 1);
	if (!cpus_overlap(&now, &s->machine.cage))
		return 0;
	rest = cpus_minus(&now, &s->machine.cage);
	if (cpus_is_empty(&rest)) {
		cage_remark(s, "the group '/%s' has no other CPU and may run there", group);
		return 0;
	}
	before = xstrdup(cpus_format(&now, list, sizeof(list)));
	(void)snprintf(path, sizeof(path), "%s/%s", group, cpus_file(s)); /* fits */
	cage_add_file(s, KIND_LIST, path, before, cpus_format(&rest, list, sizeof(list)));
	(void)snprintf(path, sizeof(path), "%s/tasks", group); /* fits */
	tasks_of_file(&s->journal.tasks, &s->root, path);
	return 0;
}

static void narrow_below(struct session *s, const char *folder, int depth)
{
	struct narrowing n = { s, folder, depth };

	if (depth < 16)
		(void)tree_list(&s->root, folder, narrow, &n); /* files are no groups */
}

static void plan_shield(struct session *s, const char *parent, const char *group,
			const struct cpus *rest)
{
	char path[2 * MOUNT_PATH + 32];

	(void)snprintf(path, sizeof(path), "%s/tasks", parent); /* fits */
	tasks_of_file(&s->journal.tasks, &s->root, path);
	(void)cage_add_group(s, group, "others", parent, rest);
	narrow_below(s, parent, 0);
}

static bool find_parent(struct session *s, char *out, size_t size, struct cpus *cpus)
{
	const struct mounts *m = &s->cage.mounts;

	(void)snprintf(out, size, "%s%s%s", m->v1, s->plan.parent[0] ? "/" : "", s->plan.parent);
	if (cage_cpus(&s->root, out, cpus_file(s), cpus) && !cpus_is_empty(cpus))
		return true;
	cage_remark(s, "there is no group '/%s' with CPUs: affinity only", out);
	return false;
}

void cage_plan_v1(struct session *s)
{
	struct cage *c = &s->cage;
	char parent[2 * MOUNT_PATH], group[CAGE_GROUP], home[2 * MOUNT_PATH];
	struct cpus all, rest, outside;

	if (c->form == CAGE_PARTITION)
		cage_remark(s, "cgroup v1 has no partitions: shield");
	c->form = c->form == CAGE_AUTO || c->form == CAGE_PLAIN ? CAGE_PLAIN : CAGE_SHIELD;
	if (!find_parent(s, parent, sizeof(parent), &all)) {
		c->form = CAGE_NONE;
		return;
	}
	outside = cpus_minus(&s->plan.measure, &all);
	rest = cpus_minus(&all, &s->machine.cage);
	if (!cpus_is_empty(&outside) || (c->form == CAGE_SHIELD && cpus_is_empty(&rest))) {
		cage_remark(s, "the group '/%s' does not have the CPUs for it: affinity only", parent);
		c->form = CAGE_NONE;
		return;
	}
	(void)snprintf(group, sizeof(group), "%s/%s", parent, c->name); /* bounded */
	(void)cage_add_group(s, parent, c->name, "", &all);
	if (!cpus_is_empty(&rest) && mounts_group_of(&c->mounts, &s->root, s->plan.launcher, false, home,
						     sizeof(home))) {
		tasks_of_process(&s->journal.tasks, s->plan.launcher);
		(void)cage_add_group(s, group, "launcher", home, &rest);
	}
	(void)cage_add_group(s, group, "bench", "", &s->plan.measure);
	(void)snprintf(c->bench, sizeof(c->bench), "%s/bench", group); /* bounded */
	if (c->form == CAGE_SHIELD)
		plan_shield(s, parent, group, &rest);
	else
		cage_remark(s, "other tasks may run there");
}
