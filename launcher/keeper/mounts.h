/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_MOUNTS_H
#define KEEPER_MOUNTS_H

/*
 * Which cgroup hierarchies this host has, and where a process is in them. Paths have
 * no leading slash, as everywhere (tree.h). becalm mounts nothing.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "../base/tree.h"

enum { MOUNT_PATH = 512 };

struct mounts {
	char v1[MOUNT_PATH];	  /* where cpuset lives on version 1, or "" */
	char v1_root[MOUNT_PATH]; /* the group that is mounted there: "/" but in containers */
	bool is_noprefix;	  /* its files are named 'cpus', not 'cpuset.cpus' */
	char v2[MOUNT_PATH];	  /* version 2, or "" */
	char v2_root[MOUNT_PATH];
	bool has_v2_cpuset;
};

void mounts_read(const struct tree *t, struct mounts *out);

/* The text of /proc/self/mountinfo. */
void mounts_parse(const char *mountinfo, struct mounts *out);

/*
 * The folder of the process's group: in the v1 cpuset hierarchy, or in v2. False
 * when it cannot be seen from here.
 */
bool mounts_group_of(const struct mounts *m, const struct tree *t, pid_t pid, bool is_v2, char *out,
		     size_t size);

#endif
