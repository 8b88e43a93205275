/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_PAIRS_H
#define MODEL_PAIRS_H

/*
 * The samples of a session by test, command and round, so that what was measured side by
 * side can be compared pair by pair.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record.h"
#include "series.h"

/* One command's numbers of one test: by round - 1; NaN where a round gave none. */
struct column {
	double *value;
	bool *is_marked; /* the invocation was disturbed */
	size_t count, room;
};

struct pairs_test {
	char *name, *unit;
	struct column *columns; /* one a command */
};

struct pairs {
	int commands;
	int64_t rounds; /* the last that has a sample */
	struct pairs_test *tests;
	size_t count;
};

void pairs_open(struct pairs *p, int commands);
void pairs_free(struct pairs *p);

/* Takes the samples that series_close() just made of that invocation. */
void pairs_take(struct pairs *p, const struct invocation *v, const struct series *s);

/* The test of that name, or NULL. */
const struct pairs_test *pairs_find(const struct pairs *p, const char *name);

/*
 * Copies the numbers of the first 'rounds' rounds to value and is_marked, which have room
 * for as many; returns how many. The second: only rounds in which both commands have one.
 */
size_t pairs_column(const struct column *c, int64_t rounds, double *value, bool *is_marked);
size_t pairs_both(const struct column *a, const struct column *b, int64_t rounds,
		  double *a_value, double *b_value, bool *a_marked, bool *b_marked);

#endif
