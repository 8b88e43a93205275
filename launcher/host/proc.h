/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_PROC_H
#define HOST_PROC_H

/*
 * A child's own files in /proc, read once, when it is a zombie: it has ended, but is
 * not yet reaped. Raw reads, because they are part of what an invocation costs.
 */

#include <sys/types.h>

#include "../model/record.h"

/* A descriptor of /proc for the calls below (the caller closes it), or -1. */
int proc_open(void);

/*
 * Sets wait_ns, switches_involuntary and switches_voluntary; UNKNOWN where a file cannot
 * be read. The other fields stay as they are. They are those of the main thread: the
 * kernel forgets the other threads before the zombie stage.
 */
void proc_witness(int proc_fd, pid_t pid, struct witness *out);

/*
 * The personality bits, or UNKNOWN. A zombie's file belongs to root (fs/proc/base.c:
 * task_dump_owner()), so a plain user has to ask while the process lives.
 */
int64_t proc_personality(int proc_fd, pid_t pid);

#endif
