/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_MARKS_H
#define REPORT_MARKS_H

/*
 * Invocations with a reason ("waited 96 ms for the CPU"), grouped by the reason with its
 * numbers left out, so that memory and text stay small however many there are.
 */

#include <stddef.h>
#include <stdint.h>

#include "../base/text.h"

enum { MARKS_KINDS = 12, MARKS_NUMBERS = 6 };

struct mark {
	char *reason; /* in the words of the one with the largest amount */
	int64_t numbers[MARKS_NUMBERS]; /* the first invocations */
	int64_t count;
};

struct marks {
	struct mark kinds[MARKS_KINDS]; /* the last one takes all that do not fit */
	size_t n;
	int64_t count; /* all kinds */
};

/* Start it as {0}. */
void marks_add(struct marks *m, int64_t invocation, const char *reason);
void marks_free(struct marks *m);

/* Adds "nos. 3, 12: waited up to 96 ms for the CPU; no. 7 exited with status 1". */
void marks_text(const struct marks *m, const char *dots, struct text *out);

#endif
