/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

/*
 * A subcommand: one file in cmd/ that ends with its struct command; main.c has the
 * table. run() gets argv with its own name at argv[0] and fills in how becalm is to
 * end; on failure (-1) main prints the sentence and takes the status from its kind.
 */

#include "../base/fail.h"

struct ending {
	int status;
	int signal; /* when not 0: die of it instead */
};

struct command {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv, struct ending *end, struct fail *f);
};

extern const struct command command_run, command_versus, command_compare, command_hold, command_host, command_restore;
extern const struct command command_show, command_merge;

#endif
