/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_CGROUP_H
#define KEEPER_CGROUP_H

/*
 * The only file that knows libcgroup. Version 2.0.2 says success where there was
 * none (a group that was not made, a value that was not taken, a name that led out of
 * the hierarchy), so every call is followed by a look at what is there. Groups are
 * taken away by rmdir: its delete moves live tasks to the parent, or lies.
 */

#include "../base/fail.h"
#include "../base/tree.h"

/*
 * Makes a cpuset group. folder is where it must be afterwards, and its tail from
 * 'name' on the group's name in the hierarchy. cpus and mems: lists, or NULL to inherit
 * (cgroup v2 only).
 */
int group_make(const struct tree *t, const char *folder, size_t name, const char *cpus,
	       const char *mems, bool is_noprefix, struct fail *f);

#endif
