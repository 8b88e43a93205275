/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "topology.h"

#include <hwloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../base/text.h"
#include "kinds.h"

#define CPU "sys/devices/system/cpu/"

#define FLAGS                                                                            \
	(HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED |                                        \
	 HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING | HWLOC_TOPOLOGY_FLAG_NO_DISTANCES |    \
	 HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS | HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS)

/* A list file of the kernel. Absent: the set stays as it is. */
static int read_list(const struct tree *tree, const char *path, struct cpus *out,
		     struct fail *f)
{
	owns_text struct text content = {0};
	char name[sizeof(tree->root) + 100];

	if (!tree_has(tree, path))
		return 0;
	(void)snprintf(name, sizeof(name), "'%s/%s'", tree->root, path); /* fits */
	if (tree_read(tree, path, &content, f))
		return -1;
	return cpus_parse_file(text_of(&content), name, out, f);
}

/* Returns the topology with cores, L3 caches and nodes only, or NULL. */
static hwloc_topology_t load_within(void)
{
	hwloc_topology_t h;

	if (hwloc_topology_init(&h))
		return NULL;
	(void)hwloc_topology_set_all_types_filter(h, HWLOC_TYPE_FILTER_KEEP_NONE);
	(void)hwloc_topology_set_type_filter(h, HWLOC_OBJ_CORE,
					     HWLOC_TYPE_FILTER_KEEP_ALL);
	(void)hwloc_topology_set_type_filter(h, HWLOC_OBJ_L3CACHE,
					     HWLOC_TYPE_FILTER_KEEP_ALL);
	/* Without groups every node would hang on the whole machine. */
	(void)hwloc_topology_set_type_filter(h, HWLOC_OBJ_GROUP,
					     HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
	/* Those four cannot fail for these types: what counts is the load. */
	if (hwloc_topology_set_flags(h, FLAGS) || hwloc_topology_load(h)) {
		hwloc_topology_destroy(h);
		return NULL;
	}
	return h;
}

/*
 * hwloc obeys two dozen variables: one loads plugins (85 % of its time, and any code),
 * others replace the machine. It gets an environment of its own; swapping the pointer
 * leaves the user's exactly as it is, order included.
 */
static hwloc_topology_t load(const struct tree *tree)
{
	char root[sizeof(tree->root) + 20];
	char plugins[] = "HWLOC_PLUGINS_PATH=/nonexistent";
	char components[] = "HWLOC_COMPONENTS=linux,stop";
	char silent[] = "HWLOC_HIDE_ERRORS=2";
	char not_ours[] = "HWLOC_THISSYSTEM=0";
	char *env[] = {plugins, components, silent, NULL, not_ours, NULL};
	char **users = environ;
	hwloc_topology_t h;

	(void)snprintf(root, sizeof(root), "HWLOC_FSROOT=%s", tree->root); /* fits */
	if (tree->is_fake)
		env[3] = root;
	environ = env;
	h = load_within();
	environ = users;
	return h;
}

/* The lowest online CPU below the object; -1 without one. */
static int16_t lowest(hwloc_obj_t obj, const struct topology *t)
{
	int cpu = -1;

	if (!obj)
		return -1;
	while ((cpu = hwloc_bitmap_next(obj->cpuset, cpu)) >= 0)
		if (cpus_has(&t->online, cpu))
			return (int16_t)cpu;
	return -1;
}

static void place_all(hwloc_topology_t h, struct topology *t)
{
	hwloc_obj_t pu = NULL;

	while ((pu = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_PU, pu))) {
		hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(h, HWLOC_OBJ_CORE, pu);
		hwloc_obj_t l3 = hwloc_get_ancestor_obj_by_type(h, HWLOC_OBJ_L3CACHE, pu);
		struct place *p;

		if (pu->os_index >= CPUS_MAX || !cpus_has(&t->online, (int)pu->os_index))
			continue;
		p = &t->at[pu->os_index];
		if (core)
			p->core = lowest(core, t);
		p->l3 = lowest(l3, t);
		p->node = (int16_t)hwloc_bitmap_first(pu->nodeset);
	}
}

/* Without the online list (no sysfs): what hwloc made of /proc. */
static void online_by_hwloc(hwloc_topology_t h, struct topology *t)
{
	int cpu = -1;

	while ((cpu = hwloc_bitmap_next(hwloc_topology_get_topology_cpuset(h), cpu)) >= 0)
		if (cpu < CPUS_MAX)
			cpus_add(&t->online, cpu);
}

/* Fake roots may have lists where hwloc wants bit masks. */
static int siblings_by_list(const struct tree *tree, struct topology *t, struct fail *f)
{
	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;) {
		struct cpus core = {0};
		char path[96];

		(void)snprintf(path, sizeof(path),
			       CPU "cpu%d/topology/thread_siblings_list", cpu); /* fits */
		if (read_list(tree, path, &core, f))
			return -1;
		core = cpus_and(&core, &t->online);
		if (cpus_has(&core, cpu))
			t->at[cpu].core = (int16_t)cpus_next(&core, -1);
	}
	return 0;
}

static int read_lists(const struct tree *tree, struct topology *t, struct fail *f)
{
	if (read_list(tree, CPU "online", &t->online, f) ||
	    read_list(tree, CPU "possible", &t->possible, f) ||
	    read_list(tree, CPU "isolated", &t->isolated, f) ||
	    read_list(tree, CPU "nohz_full", &t->nohz_full, f))
		return -1;
	return 0;
}

/* Each CPU a core of its own, until something says more. */
static void place_apart(struct topology *t, int16_t node)
{
	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;)
		t->at[cpu] = (struct place){(int16_t)cpu, node, -1, -1, 0};
	t->possible = cpus_or(&t->possible, &t->online);
}

static int load_all(const struct tree *tree, struct topology *out, struct fail *f)
{
	hwloc_topology_t h = load(tree);

	out->is_guessed = !h;
	if (h && cpus_is_empty(&out->online))
		online_by_hwloc(h, out);
	place_apart(out, -1);
	if (h) {
		place_all(h, out);
		hwloc_topology_destroy(h);
	}
	if (cpus_is_empty(&out->online))
		return fail_set(f, FAIL_HOST,
				"cannot tell which CPUs there are: no '%s/%s'",
				tree->root, CPU "online");
	if (tree->is_fake && siblings_by_list(tree, out, f))
		return -1;
	return kinds_read(tree, out, f);
}

int topology_load(const struct tree *tree, struct topology *out, struct fail *f)
{
	memset(out, 0, sizeof(*out));
	return read_lists(tree, out, f) ? -1 : load_all(tree, out, f);
}

/* Documentation/ABI/testing/sysfs-devices-system-cpu: smt/active. */
static bool is_plain(const struct tree *tree, const struct topology *t)
{
	long long smt;

	return !tree->is_fake && !cpus_is_empty(&t->online) &&
	       tree_number(tree, CPU "smt/active", &smt) && !smt &&
	       !tree_has(tree, "sys/devices/system/node/node1");
}

int topology_load_for_one(const struct tree *tree, struct topology *out, struct fail *f)
{
	memset(out, 0, sizeof(*out));
	if (read_lists(tree, out, f))
		return -1;
	if (!is_plain(tree, out))
		return load_all(tree, out, f);
	place_apart(out, 0);
	return kinds_read(tree, out, f);
}

struct cpus topology_core(const struct topology *t, int cpu)
{
	struct cpus out = {0};

	for (int other = -1; (other = cpus_next(&t->online, other)) >= 0;)
		if (t->at[other].core == t->at[cpu].core)
			cpus_add(&out, other);
	return out;
}

struct cpus topology_cores(const struct topology *t, const struct cpus *set)
{
	struct cpus cores = {0};
	struct cpus out = {0};

	for (int cpu = -1; (cpu = cpus_next(set, cpu)) >= 0;)
		if (cpus_has(&t->online, cpu))
			cpus_add(&cores, t->at[cpu].core);
	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;)
		if (cpus_has(&cores, t->at[cpu].core))
			cpus_add(&out, cpu);
	return out;
}
