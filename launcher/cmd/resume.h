/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_RESUME_H
#define CMD_RESUME_H

/*
 * --resume: a session that was cut short is taken up again. What was asked for is read
 * from its own first line, and everything that it had finished counts.
 */

#include <limits.h>

#include "../store/results.h"
#include "recall.h"
#include "rounds.h"
#include "run_options.h"

struct resumed_program {
	const char *path, *sha256;
};

/* What a session that was cut short says of itself. Its words live as long as the process. */
struct resumed {
	char **argv; /* "becalm", ..., ended by NULL */
	int argc;
	char *file; /* absolute, with ".partial" where it has that */
	char cwd[PATH_MAX];
	struct resumed_program *programs; /* those whose SHA-256 is known */
	int program_count;
	uint64_t seed;
	bool is_complete, is_versus, is_merged;
};

int resume_find(const char *path, struct resumed *out, struct fail *f);

/* Changes to the folder that it was started in. Fails where a program is not what it was. */
int resume_go_there(const struct resumed *r, struct fail *f);

/* The same words. */
bool resume_is_same(char *const *a, char *const *b);

/*
 * Reads the command line of the session in 'path' (with or without ".partial") into out,
 * and changes to the folder it was started in. The words live for the rest of the process.
 * A command that was typed beside --resume must be the same: typed->plan.argv, or NULL.
 * A session that is complete leaves out->plan.argv NULL.
 */
int resume_options(const struct run_options *typed, struct run_options *out, char ***argv,
		   struct fail *f);

/* Takes up the file: its invocations go to 'known', and 'rounds' goes on behind them. */
int resume_results(const struct plan *p, struct recalled *known, struct rounds *rounds,
		   struct results **out, struct fail *f);

#endif
