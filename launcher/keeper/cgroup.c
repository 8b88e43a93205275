/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cgroup.h"

#include <libcgroup.h>
#include <stdio.h>
#include <string.h>

#include "edits.h"
#include "touch.h"

/* Its own numbers have texts; the number for "other" means errno, of which it keeps a copy. */
static int failed(int rc, const char *what, const char *name, struct fail *f)
{
	return fail_set(f, FAIL_HOST, "cannot %s '%s': %s", what, name,
			rc == ECGOTHER ? strerror(cgroup_get_last_errno()) : cgroup_strerror(rc));
}

static int start(struct fail *f)
{
	static bool is_started;
	int rc = is_started ? 0 : cgroup_init();

	if (rc)
		return failed(rc, "use", "libcgroup", f);
	is_started = true;
	return 0;
}

/* "becalm-12-345/bench", "slice/becalm-12-345": nothing that could lead elsewhere. */
static bool is_name(const char *name)
{
	if (!*name || *name == '/' || strlen(name) > 1000)
		return false;
	return !strstr(name, "..") && !strstr(name, "//");
}

static bool reads(const struct tree *t, const char *folder, const char *file, const char *value)
{
	owns_text struct text now = { 0 };
	char path[1200];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, file); /* else it is not there */
	return !touch_read(t, path, &now) && kind_same(KIND_LIST, text_of(&now), value);
}

static int create(const char *name, const char *cpus, const char *mems, struct fail *f)
{
	struct cgroup *group = cgroup_new_cgroup(name);
	struct cgroup_controller *cpuset = group ? cgroup_add_controller(group, "cpuset") : NULL;
	int rc = cpuset ? 0 : ECGFAIL;

	if (!rc && cpus)
		rc = cgroup_add_value_string(cpuset, "cpuset.cpus", cpus);
	if (!rc && mems)
		rc = cgroup_add_value_string(cpuset, "cpuset.mems", mems);
	if (!rc)
		rc = cgroup_create_cgroup(group, 1);
	if (group)
		cgroup_free(&group);
	return rc ? failed(rc, "make the group", name, f) : 0;
}

/* libcgroup knows the prefixed names only. */
static int create_raw(const struct tree *t, const char *folder, const char *cpus, const char *mems,
		      struct fail *f)
{
	char path[1200];

	if (touch_mkdir(t, folder))
		return fail_sys(f, "cannot make the group '/%s'", folder);
	(void)snprintf(path, sizeof(path), "%s/cpus", folder); /* else it is not there */
	if (cpus && touch_write(t, path, cpus))
		return fail_sys(f, "cannot write '%s' to '/%s'", cpus, path);
	(void)snprintf(path, sizeof(path), "%s/mems", folder); /* likewise */
	if (mems && touch_write(t, path, mems))
		return fail_sys(f, "cannot write '%s' to '/%s'", mems, path);
	return 0;
}

int group_make(const struct tree *t, const char *folder, size_t name, const char *cpus,
	       const char *mems, bool is_noprefix, struct fail *f)
{
	if (!is_name(folder + name))
		return fail_set(f, FAIL_HOST, "'%s' is no name of a group", folder + name);
	if (is_noprefix ? create_raw(t, folder, cpus, mems, f) :
			  start(f) || create(folder + name, cpus, mems, f))
		return -1;
	if (!tree_has(t, folder))
		return fail_set(f, FAIL_HOST, "the group '/%s' was not made", folder);
	if ((cpus && !reads(t, folder, is_noprefix ? "cpus" : "cpuset.cpus", cpus)) ||
	    (mems && !reads(t, folder, is_noprefix ? "mems" : "cpuset.mems", mems)))
		return fail_set(f, FAIL_HOST, "the group '/%s' did not take CPU %s, memory node %s", folder,
				cpus ? cpus : "-", mems ? mems : "-");
	return 0;
}
