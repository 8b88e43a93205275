/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_LINES_H
#define MODEL_LINES_H

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

struct lines {
	void *regex;   /* regex_t, or NULL */
	double factor; /* what a number is multiplied by: to ns, when the unit is one of time */
	const char *name; /* of the test */
	const char *unit; /* "ns", or the user's */
	struct text line;
	bool is_too_long;
};

/* FAIL_USAGE: the expression is none, or has no parentheses. */
int lines_open(struct lines *l, const struct plan *p, struct fail *f);
void lines_close(struct lines *l);

/* A new invocation begins. */
void lines_begin(struct lines *l);
void lines_feed(struct lines *l, const char *bytes, size_t n, void (*number)(void *data, double value),
		void *data);

/* The last line may have no newline. */
void lines_finish(struct lines *l, void (*number)(void *data, double value), void *data);

#endif
