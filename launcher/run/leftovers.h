/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_LEFTOVERS_H
#define RUN_LEFTOVERS_H

/*
 * Whatever a child left running is adopted by the launcher, however it was detached
 * (setsid, double fork), because the launcher is a child subreaper; so everything that
 * is our child after the command's end is a leftover. Helpers of our own (guard.h)
 * are started so that they are no ordinary children.
 */

#include <stdbool.h>

#include "../base/fail.h"

int leftovers_adopt(struct fail *f);

/*
 * Kills and reaps all of them, and what they leave in turn. Returns how many;
 * *is_stuck when some were still there after two seconds.
 */
int leftovers_end(bool *is_stuck);

#endif
