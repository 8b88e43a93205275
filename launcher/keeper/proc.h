/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_PROC_H
#define KEEPER_PROC_H

/*
 * Who a process is. Numbers of processes are used again soon, so a process is named
 * by its number and its start time (field 22 of /proc/PID/stat, in clock ticks).
 */

#include <stdbool.h>
#include <sys/types.h>

/* 0 when there is no such process. */
unsigned long long proc_start(pid_t pid);

/* True when that very process is there and not a zombie. */
bool proc_lives(pid_t pid, unsigned long long start);

/* True for a thread of the kernel. */
bool proc_is_kernel(pid_t tid);

/*
 * True when all user ids of the process are this user's: not a program that was started
 * set-user-id, such as sudo, which is not the user's to command.
 */
bool proc_belongs(pid_t pid, uid_t user);

/* The host's boot id, or that of a fake host when it has one. out: 40 bytes. */
struct tree;
void proc_boot(const struct tree *t, char *out);

#endif
