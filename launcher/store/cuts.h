/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_CUTS_H
#define STORE_CUTS_H

/*
 * Nearly all of a results file are runs, [1000,254013,256000], and a JSON tree of a
 * million of them takes most of the time that reading takes. So lists of plain runs are
 * cut out of a line and read by hand; a number stands in their place, and the rest goes
 * the usual way. Lines with anything unusual in them are left as they are.
 */

#include "../base/text.h"
#include "json.h"

struct cut_run {
	int64_t number[3]; /* null is UNKNOWN */
};

struct cuts {
	struct text line; /* what is left: "runs":I is list I, from 0 */
	struct cut_run *runs;
	size_t run_count, run_room;
	size_t *ends; /* list I ends before runs[ends[I]] and begins where the one before ends */
	size_t count, room;
};

/*
 * Takes the lists out of a line of n bytes; false: nothing was cut. What is left is
 * valid JSON if and only if the line is.
 */
bool cuts_take(struct cuts *c, const char *line, size_t n);

/* The list that 'o' had as "runs"; NULL when none was cut there. Room is used again. */
const struct cut_run *cuts_of(const struct cuts *c, const struct json *o, size_t *n);
void cuts_free(struct cuts *c);

#endif
