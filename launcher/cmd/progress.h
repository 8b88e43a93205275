/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

/*
 * What a session says while it goes on: on a terminal one line that is redrawn, between
 * invocations only and at most ten times a second; with -v a line a process.
 */

#include "../model/plan.h"
#include "../model/record.h"
#include "../model/stop.h"

/* 'next' is the index of the invocation that is about to start. */
void progress_show(const struct plan *p, const struct stop *s, int64_t next);
void progress_clear(const struct plan *p);
void progress_process(const struct plan *p, const struct invocation *v);

#endif
