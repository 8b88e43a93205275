/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_USER_H
#define RUN_USER_H

/*
 * Under sudo becalm becomes the user who called it, for good, before it opens any file: so
 * the benchmark runs as that user, and results belong to that user. What needs rights is
 * the keeper's, which was started before.
 */

#include <stdbool.h>

#include "../base/fail.h"

/*
 * True when this is root by sudo. A SUDO_UID or SUDO_GID that is no number, or names no
 * user, is a failure: never root by accident.
 */
int user_is_sudo(bool *out, struct fail *f);

/*
 * Becomes that user, with all of the user's groups; HOME, USER, LOGNAME and SHELL follow.
 * Does nothing when this is not root by sudo.
 */
int user_become(struct fail *f);

#endif
