/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_CAGE_H
#define KEEPER_CAGE_H

/*
 * The cage: a group becalm-PID-START (the keeper's), in it 'bench', where the
 * benchmark lives on the measured CPUs, 'launcher' for becalm itself, and on cgroup
 * v1 'others' for tasks that are kept off. Making a group is an edit like any other
 * (KIND_GROUP; after: "cpus=LIST", or "track" where no cpuset is; before: the group
 * that its tasks go back to), so it is journalled and undone in its place.
 *
 * The cpuset may live on v1 while tracking and killing are done on v2.
 */

#include <stdbool.h>

#include "../base/cpus.h"
#include "../base/fail.h"
#include "../base/tree.h"
#include "edits.h"
#include "journal.h"
#include "mounts.h"
#include "plan.h"

struct session;

/* A mount, a group in it, our name, and a word. */
enum { CAGE_GROUP = 2 * MOUNT_PATH + 66, CAGE_PATH = CAGE_GROUP + 16 };

struct cage {
	enum cage_form form;
	char reason[400]; /* why it is less than was asked, or "" */
	char name[64];	  /* becalm-PID-START */
	struct mounts mounts;
	size_t first; /* its first edit */
	bool is_fake; /* planned only */
	char bench[CAGE_PATH]; /* with a cpuset, or "" */
	char track[CAGE_PATH]; /* on v2, or "" */
};

/* Chooses the form and adds the cage's edits. Changes nothing. */
int cage_plan(struct session *s, struct fail *f);

/* Makes one of them, reading back; a refusal is in the edit's state and the reason. */
void cage_make(struct session *s, struct edit *e);

/* Adds the line "cage FORM CPUSET TRACK REASON" for the launcher. */
void cage_say(const struct session *s, struct text *out);

/* Could the cage have made such an edit? For journals. */
bool cage_allows(enum kind kind, const char *path);

/* Could this be the group that tasks go back to? */
bool cage_allows_home(const char *path);

/* Kills everything in the groups named bench. */
void cage_kill(const struct tree *t, const struct edits *e);

/* Empties a group that was made and takes it away. Returns 0 or an errno. */
int cage_remove(const struct tree *t, const struct edit *e);

/*
 * Takes away empty groups that dead keepers left where this one would make its own (their
 * journals were lost). A group with tasks is left alone: its keeper may live where its
 * process number means another one to us.
 */
void cage_sweep(const struct session *s);

/*
 * A populated v2 group cannot be given its empty list back (ENOSPC): all CPUs of the
 * parent do the same. Returns 0 when that was done.
 */
int cage_widen(const struct tree *t, const char *path);

/* For the parts of the planner: adds a group, a file; notes a shortcoming. */
struct edit *cage_add_group(struct session *s, const char *parent, const char *name,
			    const char *home, const struct cpus *cpus);
void cage_add_file(struct session *s, enum kind kind, const char *path, const char *before,
		   const char *after);
void cage_remark(struct session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cage_plan_v1(struct session *s);
void cage_plan_v2(struct session *s);

/* A file of the group as a set of CPUs. False: none, or not readable. */
bool cage_cpus(const struct tree *t, const char *group, const char *file, struct cpus *out);

/* Does the kernel have this version, or a later one? */
bool cage_kernel(const struct session *s, int major, int minor);

#endif
