/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_GUARD_H
#define RUN_GUARD_H

/*
 * A launcher that is killed by SIGKILL can tidy nothing. The guard is a small process
 * of our own that notices it (end of file on a pipe that only the launcher holds),
 * kills what the running invocation started, and removes the private folder. The child
 * itself dies by PR_SET_PDEATHSIG; the guard is for its children. It finds them by the
 * process group and by BECALM_PIPE in their environment.
 */

#include "../base/fail.h"

struct guard {
	int pid;     /* no child for wait(): it has no exit signal */
	int life_fd; /* its being open is the launcher's sign of life; -1: no guard */
	volatile int *group; /* shared with the guard: the group of the invocation; 0: none */
};

/* 'folder' is the private folder of pipe.h. */
int guard_start(struct guard *g, const char *folder, struct fail *f);

/* Tells the guard which process group to kill. */
void guard_watch(struct guard *g, int group);

/* Dismisses it: nothing is killed or removed. */
void guard_end(struct guard *g);

#endif
