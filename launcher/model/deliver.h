/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_DELIVER_H
#define MODEL_DELIVER_H

/*
 * What becomes of a record of a process that may speak: its fields are judged, and it
 * reaches the sink as a run, or is counted and described as a bad one. The inner half
 * of frames.c.
 */

#include "frames.h"
#include "testset.h"
#include "wire.h"

struct deliver {
	struct frames_sink sink;
	struct frames_counts counts;
	struct testset tests;
	int64_t notes, bads; /* of this invocation, those beyond the limits too */
};

/* A run, or a warm-up. elapsed_ns: nothing can be longer; UNKNOWN: not checked. */
void deliver_run(struct deliver *d, const struct wire *w, int64_t elapsed_ns,
		 bool is_warmup);

void deliver_test(struct deliver *d, const struct wire *w);
void deliver_note(struct deliver *d, const struct wire *w);
void deliver_hello(struct deliver *d, const struct wire *w, bool is_nested);

/* Describes a bad line to the sink; counts nothing but those that are too many. */
void deliver_bad(struct deliver *d, const char *why, struct slice line);

/* Refuses a record of another kind for its first wrong field, if it has one. */
bool deliver_refuses(struct deliver *d, const struct wire *w);

/* Hands on every test, with its final counts. */
void deliver_tests(struct deliver *d);

#endif
