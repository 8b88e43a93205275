/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_ENCODE_H
#define STORE_ENCODE_H

/*
 * The lines of a results file from plain values: becalm-results(5) names every key. Each
 * function adds one whole line with its newline to 'out', except encode_run().
 */

#include "../base/text.h"
#include "../model/record.h"
#include "../model/session.h"
#include "results.h"

/* Runs of one test that wait for their line: the elements of its array, encoded. */
struct waiting {
	char *name, *unit;
	int command;
	struct text rows; /* "[...],[...]" */
	int count;
};

/* Adds a run to w->rows: [iters, timed_ns, wall_ns] or, in another unit, [iters, value]. */
void encode_run(const struct run *run, struct waiting *w);

void encode_session(const struct session *s, struct text *out);
void encode_runs(int64_t invocation, const struct waiting *w, struct text *out);

/* With the runs of waiting[0 ... n-1] inside; a test only found there gets its name only. */
void encode_invocation(const struct invocation *v, const struct waiting *waiting, size_t n,
		       struct text *out);
void encode_end(const struct results_end *end, struct text *out);

#endif
