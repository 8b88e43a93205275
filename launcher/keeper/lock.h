/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_LOCK_H
#define KEEPER_LOCK_H

/*
 * One session at a time holds a host: an flock on /run/becalm/lock, which the
 * kernel frees however the keeper ends. The file is 0600, because anybody who may
 * open a file may also lock it for ever. Folder and file go when the lock does.
 */

#include <stdbool.h>

#include "../base/fail.h"
#include "../base/tree.h"

struct lock {
	int dir; /* of /run/becalm; -1: not there */
	int fd;	 /* of the lock; -1: not held */
};
#define LOCK_NONE ((struct lock){ .dir = -1, .fd = -1 })

/* Opens the folder for reading only. False when there is none. */
bool lock_look(const struct tree *t, struct lock *out, struct fail *f);

/* Returns 0 with the lock held, 1 when somebody else holds it (dir is open then), or -1. */
int lock_try(const struct tree *t, struct lock *l, struct fail *f);

/* Gives it back, and takes the empty folder away. */
void lock_drop(const struct tree *t, struct lock *l);

#endif
