/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_CAGE_H
#define KEEPER_CAGE_H

/*
 * The cage: a group becalm-PID-START with 'bench', in which the benchmark lives.
 */

#include <stdbool.h>

#include "../base/tree.h"
#include "edits.h"
#include "journal.h"

struct session;

/* Adds the cage's edits to the session. Changes nothing. */
int cage_plan(struct session *s, struct fail *f);

/* Makes one of them, reading back. */
int cage_make(struct session *s, struct edit *e, struct fail *f);

/* Adds the line "cage ..." for the launcher. */
void cage_say(const struct session *s, struct text *out);

/* Could the cage have made such an edit? For journals. */
bool cage_allows(enum kind kind, const char *path);

/* Could this be the group that tasks go back to? */
bool cage_allows_home(const char *path);

/* Kills everything in the groups named bench. */
void cage_kill(const struct tree *t, const struct edits *e);

/* Empties a group that was made and takes it away. Returns 0 or an errno. */
int cage_remove(const struct tree *t, const struct edit *e);

/* Gives each of these tasks that still exists the CPUs that it was allowed. */
void cage_put_masks_back(const struct tasks *tasks);

#endif
