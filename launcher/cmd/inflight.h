/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_INFLIGHT_H
#define CMD_INFLIGHT_H

/*
 * What is being learned of the invocation that is going on: runs go to the series and
 * the results file as they come, the rest is kept until the invocation's record is
 * complete. Owns every string that the record borrows.
 */

#include "../base/fail.h"
#include "../model/frames.h"
#include "../model/printed.h"
#include "../model/plan.h"
#include "../model/rates.h"
#include "../model/record.h"
#include "../model/series.h"
#include "../store/results.h"

/* The sum of one counter of one test so far. Names are owned by 'strings'. */
struct tally {
	const char *test;
	struct counter counter;
};

struct inflight {
	const struct plan *plan;
	struct series *series;
	struct results *results; /* NULL: nothing is saved */
	struct frames *frames;
	struct rates *rates; /* pooled over all invocations; NULL: not asked for */
	struct printed lines;
	struct invocation v; /* the record */
	struct test *tests;
	struct note *notes;
	char **strings;	/* owned copies */
	struct tally *tallies; /* counters, by test */
	int tally_count, tally_room;
	struct counter *counters; /* the same as rows of the record */
	int test_room, note_room, string_count, string_room;
	int64_t numbers; /* found in the output */
	char bad[400];	 /* the first refused record: why, and the raw line */
	char failed[700], disturbed[400];
	struct fail broken; /* the results file could not be written */
};

int inflight_open(struct inflight *in, const struct plan *p, struct series *series,
		  struct results *results, struct fail *f);
void inflight_close(struct inflight *in);

void inflight_begin(struct inflight *in, const struct invocation *start);

/* Bytes from the pipe, and from the command's stdout. 'elapsed_ns' as in frames.h. */
void inflight_reported(struct inflight *in, const char *bytes, size_t n, int64_t elapsed_ns);
void inflight_printed(struct inflight *in, const char *bytes, size_t n);

/*
 * The invocation is over and in->v says how it ended. Decides whether it failed and what
 * disturbed it, adds it to the series and the results.
 */
int inflight_end(struct inflight *in, struct fail *f);

#endif
