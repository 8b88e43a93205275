/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_UNLIKE_H
#define CMD_UNLIKE_H

/* Were two sessions measured on like machines, under like settings, and what differs? */

#include "../host/sentences.h"
#include "../model/session.h"

/*
 * Adds a sentence for everything that differs between a and b ('path' names b's file). What
 * makes lengths incomparable (CPU model, what was held, entropy, metric) is also named
 * in why, which is left alone otherwise. A fact that one of them lacks is unknown, not equal.
 */
void unlike_sessions(const struct session *a, const struct session *b, const char *path,
		     struct sentences *out, char *why, size_t size);

/*
 * The same for what the parts of one campaign must have in common besides: commands,
 * programs, and how they are run. Both have as many commands.
 */
void unlike_commands(const struct session *a, const struct session *b, const char *path,
		     struct sentences *out, char *why, size_t size);

/* Says when both have the same program file: a difference is not its doing. */
void unlike_programs(const struct session *a, const struct session *b, struct sentences *out);

#endif
