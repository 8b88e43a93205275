/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_PRINTED_H
#define MODEL_PRINTED_H

/*
 * Numbers that a program prints: --metric=lines (each line that is a number, and
 * nothing else) and --metric-regex (what the first parentheses match, once or more a
 * line). Fed with the output in whatever pieces; a line over 64 KiB is passed over.
 */

#include <stdbool.h>
#include <stddef.h>

#include "../base/fail.h"
#include "../base/text.h"
#include "plan.h"

struct printed {
	void *regex;   /* regex_t, or NULL */
	double factor; /* what a number is multiplied by: to ns, when the unit is one of time */
	const char *name; /* of the test */
	const char *unit; /* "ns", or the user's */
	struct text line;
	bool is_too_long;
};

/* FAIL_USAGE: the expression is none, or has no parentheses. */
int printed_open(struct printed *l, const struct plan *p, struct fail *f);
void printed_close(struct printed *l);

/* A new invocation begins. */
void printed_begin(struct printed *l);
void printed_feed(struct printed *l, const char *bytes, size_t n, void (*number)(void *data, double value),
		void *data);

/* The last line may have no newline. */
void printed_finish(struct printed *l, void (*number)(void *data, double value), void *data);

#endif
