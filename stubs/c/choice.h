/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_CHOICE_H
#define STUB_CHOICE_H

/* The command line of a program made of tests, and what the launcher's plan adds to it. */

#include <stdbool.h>
#include <stdint.h>

enum { CHOICE_MANY = 64 };

/* Columns of the table, in their order. */
enum choice_column { COLUMN_ITERS, COLUMN_RUNTIME, COLUMN_WALL, COLUMN_INSTRUCTIONS,
		     COLUMN_CYCLES, COLUMN_FAULTS, COLUMN_SWITCHES, COLUMN_OVERHEAD, COLUMNS };

struct choice {
	int64_t iters; /* 0: not given */
	int64_t duration_ns, runs;
	bool has_duration, has_runs; /* on the command line */
	const char *tests[CHOICE_MANY];
	const char *parameters[CHOICE_MANY];
	int test_count, parameter_count;
	bool is_list, is_suggesting, is_failing_on_overhead, has_no_counters, has_overrun;
	uint64_t seed;
	const char *json, *md; /* files; "-": stdout */
	unsigned int columns;  /* bits 1 << COLUMN_... */
	double overhead_threshold; /* a share */
	double max_overrun;	   /* times the duration */
};

const char *choice_column_name(int column);

/*
 * Reads argv, then the plan for what it leaves open. -1: go on; else the exit status, after
 * --help on stdout or a sentence on stderr.
 */
int choice_read(struct choice *c, int argc, char **argv);

/* True when the name is chosen; -1 in *status after a sentence for a bad expression. */
bool choice_has(const struct choice *c, const char *name, int *status);

#endif
