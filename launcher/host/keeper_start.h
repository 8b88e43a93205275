/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_KEEPER_START_H
#define HOST_KEEPER_START_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/fail.h"

/* The path of the keeper that this becalm may start. */
int keeper_program(char *out, size_t size, struct fail *f);

/* Starts the keeper (by sudo, for a user who may); *channel becomes a socket to it. */
int keeper_spawn(const char *root, bool may_sudo, bool is_as_root, int *channel, struct fail *f);

#endif
