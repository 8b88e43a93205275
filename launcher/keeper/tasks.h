/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_TASKS_H
#define KEEPER_TASKS_H

/*
 * The CPUs that tasks are allowed. Some cages change them and the kernel does not
 * change them back, so they are written down before and put back after.
 */

#include <sys/types.h>

#include "journal.h"

/* Adds every thread of the process. */
void tasks_of_process(struct tasks *out, pid_t pid);

/* Adds every thread on the host, kernel threads too. */
void tasks_of_all(struct tasks *out);

/* Adds the threads listed in a group's file 'tasks' or 'cgroup.threads'. */
void tasks_of_file(struct tasks *out, const struct tree *t, const char *path);

/*
 * Gives each that still exists the CPUs it had, if it has others now. Those bound to
 * a CPU by the kernel refuse; they were not moved either.
 */
void tasks_put_back(const struct tasks *tasks);

#endif
