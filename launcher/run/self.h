/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_SELF_H
#define RUN_SELF_H

/*
 * The launcher's own place and promptness. It stays off the measured CPUs, and it asks to
 * be woken at once when a child ends: a late look at the clock makes a length too long.
 * Nothing here outlives the process, and children do not inherit it.
 */

#include "../base/cpus.h"
#include "../base/fail.h"

int self_bind(const struct cpus *cpus, struct fail *f);

/*
 * SCHED_FIFO 1 with SCHED_RESET_ON_FORK where we may; else the shortest slice of the
 * fair scheduler (kernel 6.12: sched_attr.sched_runtime of a normal task, 0.1 ms), which
 * lets a waking task overtake others sooner. Where neither can be had, nothing is lost.
 */
void self_prompt(void);

/* An ordinary task again: nothing is timed any more, and what follows may compute. */
void self_relax(void);

#endif
