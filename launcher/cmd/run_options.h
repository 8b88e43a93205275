/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_RUN_OPTIONS_H
#define CMD_RUN_OPTIONS_H

/* The option rows of `run`, from argv to a plan. */

#include <stdbool.h>

#include "../base/opt.h"
#include "../base/text.h"
#include "../model/plan.h"
#include "holding.h"

struct run_options {
	struct plan plan;
	struct holding_options holding;
	bool wants_help;
	const char *preset; /* what --fast or --rigorous stood for, or NULL */
};

/*
 * Reads argv (its own name at argv[0]) and checks it. out->plan.argv is the command; NULL
 * when none was given, which is an error of the caller's unless help or --resume.
 */
int run_options_parse(int argc, char **argv, struct run_options *out, struct fail *f);

/*
 * The rows of `run` that every command with a child has, all but how many invocations are
 * made; the row of NULLs that ends them included. Writes to 'o'. Returns how many.
 */
int run_options_common(struct run_options *o, struct opt *rows, int room);

/* The text of --help. */
void run_options_help(struct text *out);

#endif
