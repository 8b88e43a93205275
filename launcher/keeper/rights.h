/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_RIGHTS_H
#define KEEPER_RIGHTS_H

/*
 * On whose behalf the keeper works, and what it may: as little as it needs.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "../base/fail.h"
#include "../base/tree.h"

struct caller {
	uid_t uid;    /* the user: who called sudo, or who we are */
	gid_t gid;
	bool is_sudo; /* sudo started this very program */
};

/* Reads SUDO_*; then the environment is emptied, so that no library obeys it. */
int rights_caller(struct caller *out, struct fail *f);

/*
 * Fails when the keeper's file or a folder above it can be written by others than
 * root: sudo would then hand them root's rights.
 */
int rights_check_program(struct fail *f);

/*
 * To where nothing that dies takes the keeper along: the root groups, no memory killer, no
 * limits of the caller; then drops every capability but those it needs, and the calls of
 * filter.h for good.
 */
void rights_settle(const struct tree *t);

#endif
