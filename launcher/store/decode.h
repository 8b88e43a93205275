/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_DECODE_H
#define STORE_DECODE_H

/*
 * Plain values from the lines of a results file. What is absent is NULL, UNKNOWN or the
 * default; a member of the wrong type marks 'in'. Strings belong to the tree of the line.
 */

#include "../model/record.h"
#include "../model/session.h"
#include "json.h"
#include "results.h"

/* Fills s; its arrays are freed by decode_free_session(), the strings with the tree. */
void decode_session(struct json_in *in, struct json *line, struct session *s);
void decode_free_session(struct session *s);

/* Room for the tests and notes of an invocation, used again for the next one. */
struct room {
	struct test *tests;
	struct note *notes;
	size_t tests_room, notes_room;
};

void decode_invocation(struct json_in *in, struct json *line, struct room *room,
		       struct invocation *v);
void decode_free_room(struct room *room);

/* Element i of a "runs" array of a test in that unit. */
void decode_run(struct json_in *in, const struct json *runs, size_t i, const char *unit,
		struct run *out);
void decode_end(struct json_in *in, struct json *line, struct results_end *end);

#endif
