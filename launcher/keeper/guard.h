/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_GUARD_H
#define KEEPER_GUARD_H

/*
 * The keeper outlives whatever started it. It forks, because sudo ends its own
 * process group with itself and a group leader cannot leave by setsid; the parent
 * goes once the child is in a session of its own.
 */

#include "../base/fail.h"

/* Returns in the child only, with signals ignored, stderr closed and cwd "/". */
int guard_fork(struct fail *f);

#endif
