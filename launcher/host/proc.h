/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_PROC_H
#define HOST_PROC_H

/*
 * A child's own files in /proc, read once, when it is a zombie: it has ended, but is
 * not yet reaped. Raw reads, because they are part of what an invocation costs.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "../base/cpus.h"
#include "../model/record.h"

/* A descriptor of /proc for the calls below (the caller closes it), or -1. */
int proc_open(void);

/*
 * How long the main thread was ready to run but had no CPU, in ns (second field of
 * schedstat, Documentation/scheduler/sched-stats.rst), or UNKNOWN. The kernel forgets the
 * other threads before the zombie stage.
 */
int64_t proc_wait_ns(int proc_fd, pid_t pid);

/*
 * The personality bits, or UNKNOWN. A zombie's file belongs to root (fs/proc/base.c:
 * task_dump_owner()), so a plain user has to ask while the process lives.
 */
int64_t proc_personality(int proc_fd, pid_t pid);

/* Did its main thread end with CPUs allowed that are not 'given' (taskset, numactl, OpenMP)? */
bool proc_has_left(pid_t pid, const struct cpus *given);

#endif
