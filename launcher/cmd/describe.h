/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_DESCRIBE_H
#define CMD_DESCRIBE_H

/* What is known of a session before its first invocation, as a struct session. */

#include "../base/text.h"
#include "../host/facts.h"
#include "../host/sentences.h"
#include "../model/session.h"
#include "stage.h"

struct description {
	struct session session; /* borrows from all of the below and from the stage */
	struct command_line command;
	char sha256[65];
	char cpus[1024], cpus_launcher[1024];
	char cwd[4096];
	char **argv;
	struct facts facts;
	struct held *held;
	struct variable *env;
	char (*digests)[65];
	struct limit limits[16];
	struct text words; /* names of variables */
};

/*
 * 'argv' is becalm's own, from the subcommand on. 'is_saved': also what only a results
 * file needs and what costs time (digests of program and environment, host facts).
 */
void describe(struct description *d, const struct stage *s, const struct plan *p, char **argv,
	      bool is_saved);
/* After the host was released: settings that somebody changed were not held all the time. */
void describe_drifted(struct description *d, const struct holding *h);
void describe_free(struct description *d);

/* What a user should know before the first invocation, one sentence each. */
void describe_remarks(const struct stage *s, const struct plan *p, struct sentences *out);

#endif
