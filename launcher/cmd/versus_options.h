/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_VERSUS_OPTIONS_H
#define CMD_VERSUS_OPTIONS_H

/* The option rows of `versus`: its own, and those that it has in common with `run`. */

#include "../model/duel.h"
#include "contrast_out.h"
#include "run_options.h"

struct versus_options {
	struct run_options run; /* the plan is in here */
	int64_t exact;		/* -n: so many rounds, one look */
	int64_t most;		/* --max-rounds */
	bool is_rigorous, is_fast;
	bool is_aa;
	const char *separator;
	enum contrast_format format;
	const char *verdict_path;
	const char *labels[DUEL_SIDES]; /* of the commands, in their order */
	int label_count;
	bool is_undecided_ok;
	char **commands[DUEL_SIDES]; /* each ended by NULL */
	int command_count;
};

/*
 * Reads argv (its own name at argv[0]), splits the commands at the separator and fills in
 * the plan's rounds. Separators in argv become NULL; out->run.plan.argv is the first command.
 * With --resume there need be no commands.
 */
int versus_options_parse(int argc, char **argv, struct versus_options *out, struct fail *f);
void versus_options_help(struct text *out);

#endif
