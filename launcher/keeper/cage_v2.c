/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cage on cgroup v2.
 *
 * A shield narrows the groups beside. Two traps (seen on 6.1 and 6.12): a populated
 * group's cpuset.cpus cannot be emptied again, unless the controller is switched off
 * again as it was before; and before 6.2 switching it on already widens tasks that
 * had asked for fewer CPUs. Hence the list of all masks, made in front of everything.
 *
 * A partition also takes tasks of the root group off, kernel threads too. Since 6.7 it
 * may lie anywhere (cpuset.cpus.exclusive); before, its parent must be a partition
 * itself, which then also holds one CPU for the launcher. Beside CPUs that were
 * isolated at boot none is made: 6.1 crashes when only such are left to the root
 * (partition_sched_domains_locked), 6.12 refuses, and both give everybody's mask the
 * isolated CPUs when it goes.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/owns.h"
#include "cage.h"
#include "proc.h"
#include "session.h"
#include "tasks.h"

enum { GROUP_PATH = 2 * MOUNT_PATH };

static bool is_on(const struct session *s, const char *group)
{
	char path[GROUP_PATH + 64], list[1024];

	(void)snprintf(path, sizeof(path), "%s/cgroup.subtree_control", group); /* fits */
	return tree_peek(&s->root, path, list, sizeof(list)) &&
	       kind_same(KIND_CONTROLLER, list, "cpuset");
}

/* Only the real root may have tasks beside children with controllers; and a user's own
 * groups are no place for root's. */
static bool may_have_children(const struct session *s, const char *group)
{
	char path[GROUP_PATH + 64], list[256];
	struct stat st;

	(void)snprintf(path, sizeof(path), "%s/cgroup.type", group); /* fits */
	if (!tree_has(&s->root, path))
		return true; /* the root has no type */
	(void)snprintf(path, sizeof(path), "%s/cgroup.procs", group); /* fits */
	if (fstatat(s->root.fd, path, &st, AT_SYMLINK_NOFOLLOW) || (st.st_uid && !s->root.is_fake))
		return false;
	return is_on(s, group) || (tree_peek(&s->root, path, list, sizeof(list)) && !list[0]);
}

/* All groups from the mount down to 'group' must let the controller through. */
static bool is_reachable(const struct session *s, const char *group)
{
	const char *mount = s->cage.mounts.v2;
	char part[GROUP_PATH];

	for (size_t n = strlen(mount); n <= strlen(group); n++) {
		if (group[n] && group[n] != '/')
			continue;
		(void)snprintf(part, sizeof(part), "%.*s", (int)n, group); /* shorter than group */
		if (!may_have_children(s, part))
			return false;
	}
	return true;
}

/* The nearest ancestor of the launcher's group that can hold the cage. */
static bool find_parent(struct session *s, char *out, size_t size)
{
	const struct cage *c = &s->cage;
	size_t n_mount = strlen(c->mounts.v2);

	if (s->plan.parent[0]) {
		(void)snprintf(out, size, "%s/%s", c->mounts.v2, s->plan.parent); /* bounded */
		return tree_has(&s->root, out) && is_reachable(s, out);
	}
	if (c->form != CAGE_PLAIN) {
		(void)snprintf(out, size, "%s", c->mounts.v2); /* bounded */
		return is_reachable(s, out);
	}
	if (!mounts_group_of(&c->mounts, &s->root, s->plan.launcher, true, out, size))
		return false;
	while (!is_reachable(s, out)) {
		char *slash = strrchr(out, '/');

		if (strlen(out) <= n_mount || !slash)
			return false;
		*slash = '\0';
	}
	return true;
}

static void switch_on(struct session *s, const char *parent)
{
	char path[GROUP_PATH + 64], part[GROUP_PATH], before[1024];

	for (size_t n = strlen(s->cage.mounts.v2); n <= strlen(parent); n++) {
		if (parent[n] && parent[n] != '/')
			continue;
		(void)snprintf(part, sizeof(part), "%.*s", (int)n, parent); /* shorter */
		(void)snprintf(path, sizeof(path), "%s/cgroup.subtree_control", part); /* fits */
		if (!is_on(s, part) && tree_peek(&s->root, path, before, sizeof(before)))
			cage_add_file(s, KIND_CONTROLLER, path, before, "+cpuset");
	}
}

struct siblings {
	struct session *s;
	const char *parent;
	struct cpus all;
	bool is_on;	  /* cpuset was on there already */
	bool is_complete; /* all can be put back exactly */
	bool is_adding;
	int others;
};

static int each_sibling(const char *name, void *data)
{
	struct siblings *b = data;
	char path[GROUP_PATH + 320], list[16384], before[16384] = "";
	struct cpus now = b->all;
	struct cpus rest;

	(void)snprintf(path, sizeof(path), "%s/%s/cgroup.procs", b->parent, name); /* else absent */
	if (!strncmp(name, "becalm-", 7) || !tree_has(&b->s->root, path))
		return 0;
	(void)snprintf(path, sizeof(path), "%s/%s/cpuset.cpus", b->parent, name); /* else absent */
	if (b->is_on && tree_peek(&b->s->root, path, before, sizeof(before)) && before[0]) {
		struct fail unused;

		if (cpus_parse_file(before, path, &now, &unused))
			return 0;
	} else if (b->is_on) {
		b->is_complete = false;
	}
	rest = cpus_minus(&now, &b->s->machine.cage);
	if (!cpus_overlap(&now, &b->s->machine.cage))
		return 0;
	if (cpus_is_empty(&rest)) {
		b->is_complete = false;
		return 0;
	}
	b->others++;
	if (b->is_adding)
		cage_add_file(b->s, KIND_LIST, path, before, cpus_format(&rest, list, sizeof(list)));
	return 0;
}

static struct siblings look_at_siblings(struct session *s, const char *parent, bool is_adding)
{
	struct siblings b = { .s = s, .parent = parent, .all = s->machine.online, .is_on = is_on(s, parent),
			      .is_complete = true, .is_adding = is_adding };

	(void)cage_cpus(&s->root, parent, "cpuset.cpus.effective", &b.all);
	(void)tree_list(&s->root, parent, each_sibling, &b); /* files are no groups */
	return b;
}

/* User tasks in the root group, which a shield does not move; but for ourselves. */
static bool has_root_tasks(const struct session *s, const char *parent)
{
	char path[GROUP_PATH + 64];
	struct tasks tasks = { 0 };
	bool has = false;

	(void)snprintf(path, sizeof(path), "%s/cgroup.procs", parent); /* fits */
	tasks_of_file(&tasks, &s->root, path);
	for (size_t i = 0; i < tasks.n; i++) {
		has |= tasks.list[i].tid != getpid() && !proc_is_kernel(tasks.list[i].tid);
		free(tasks.list[i].cpus);
	}
	free(tasks.list);
	return has;
}

/* CPUs that were set apart at boot. */
static struct cpus isolated_at_boot(const struct session *s)
{
	struct cpus isolated = { 0 };
	char list[4096];
	struct fail unused;

	if (tree_peek(&s->root, "sys/devices/system/cpu/isolated", list, sizeof(list)))
		(void)cpus_parse_file(list, "isolated", &isolated, &unused); /* stays empty */
	return isolated;
}

/* The strongest form that can be undone completely and leaves others half of the CPUs. */
static void choose_form(struct session *s, const char *parent)
{
	struct cage *c = &s->cage;
	struct siblings b = look_at_siblings(s, parent, false);
	bool is_fair = cpus_count(&s->machine.others) >= cpus_count(&s->machine.cage);
	struct cpus isolated = isolated_at_boot(s);
	struct cpus rest = cpus_minus(&s->plan.measure, &isolated);

	c->form = CAGE_PLAIN;
	if (cpus_is_empty(&rest))
		return; /* nobody runs there anyhow */
	if (!is_fair)
		cage_remark(s, "others would keep less than half of the CPUs: they may run there");
	else if (cage_kernel(s, 6, 12) && cpus_is_empty(&isolated) && !strcmp(parent, c->mounts.v2) &&
		 conf_lists(s->conf.cages, "partition"))
		c->form = CAGE_PARTITION;
	else if (cage_kernel(s, 6, 2) && b.is_complete && b.others && conf_lists(s->conf.cages, "shield"))
		c->form = CAGE_SHIELD;
	else
		cage_remark(s, "this kernel cannot undo a stronger form completely: others may run there (--cage=shield)");
}

static void plan_partition(struct session *s, const char *group, const struct cpus *cage)
{
	bool is_remote = cage_kernel(s, 6, 7);
	const char *type = cpus_count(&s->plan.measure) > 1 ? "root" : "isolated";
	char path[CAGE_PATH + 64], list[16384];

	cpus_format(cage, list, sizeof(list));
	if (is_remote) {
		(void)snprintf(path, sizeof(path), "%s/cpuset.cpus.exclusive", group); /* fits */
		cage_add_file(s, KIND_LIST, path, "", list);
		(void)snprintf(path, sizeof(path), "%s/bench/cpuset.cpus.exclusive", group); /* fits */
		cage_add_file(s, KIND_LIST, path, "", list);
	} else {
		(void)snprintf(path, sizeof(path), "%s/cpuset.cpus.partition", group); /* fits */
		cage_add_file(s, KIND_BYTES, path, "member", "root");
	}
	(void)snprintf(path, sizeof(path), "%s/bench/cpuset.cpus.partition", group); /* fits */
	cage_add_file(s, KIND_BYTES, path, "member", type);
}

static void add_groups(struct session *s, const char *parent, const char *group)
{
	struct cage *c = &s->cage;
	bool is_partition = c->form == CAGE_PARTITION;
	struct cpus rest = s->machine.others;
	struct cpus all = { 0 };
	char home[GROUP_PATH] = "";

	if (is_partition && !cage_kernel(s, 6, 7)) {
		struct cpus one = { 0 };

		cpus_add(&one, cpus_next(&rest, -1));
		rest = one;
		all = cpus_or(&one, &s->machine.cage);
	}
	(void)cage_add_group(s, parent, c->name, "", &all);
	if ((s->caller || is_partition) &&
	    mounts_group_of(&c->mounts, &s->root, s->plan.launcher, true, home, sizeof(home)))
		(void)cage_add_group(s, group, "launcher", home, &rest);
	(void)cage_add_group(s, group, "bench", "", is_partition ? &s->machine.cage : &s->plan.measure);
}

void cage_plan_v2(struct session *s)
{
	struct cage *c = &s->cage;
	char parent[GROUP_PATH], group[CAGE_GROUP];
	bool is_auto = c->form == CAGE_AUTO;
	struct cpus isolated = isolated_at_boot(s);

	if (!find_parent(s, parent, sizeof(parent))) {
		c->form = CAGE_NONE;
		cage_remark(s, "no group above the launcher's can hold a cage (it must have no tasks of its own): affinity only");
		return;
	}
	if (is_auto)
		choose_form(s, parent);
	if (c->form == CAGE_PARTITION && !cpus_is_empty(&isolated)) {
		cage_remark(s, "no partition where CPUs were isolated at boot: shield");
		c->form = CAGE_SHIELD;
	}
	if (c->form != CAGE_PLAIN && cpus_count(&s->machine.others) < (c->form == CAGE_PARTITION ? 2 : 1)) {
		cage_remark(s, "too few other CPUs for a %s", cage_words[c->form]);
		c->form = CAGE_PLAIN;
	}
	if (is_auto && c->form == CAGE_PLAIN && !find_parent(s, parent, sizeof(parent)))
		return;
	if (c->form == CAGE_PLAIN && cage_kernel(s, 6, 2))
		tasks_of_process(&s->journal.tasks, s->plan.launcher);
	else
		tasks_of_all(&s->journal.tasks);
	(void)snprintf(group, sizeof(group), "%s/%s", parent, c->name); /* bounded */
	(void)snprintf(c->bench, sizeof(c->bench), "%s/bench", group);	/* bounded */
	(void)snprintf(c->track, sizeof(c->track), "%s", c->bench);	/* the same */
	switch_on(s, parent);
	add_groups(s, parent, group);
	if (c->form == CAGE_PARTITION)
		plan_partition(s, group, &s->machine.cage);
	if (c->form == CAGE_SHIELD) {
		(void)look_at_siblings(s, parent, true);
		if (has_root_tasks(s, parent))
			cage_remark(s, "tasks of the root group may still run there");
	}
}
