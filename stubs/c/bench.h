/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_BENCH_H
#define STUB_BENCH_H

/* All runs of a test, and what they come to. */

#include <stdbool.h>
#include <stdint.h>

#include "choice.h"
#include "clock.h"
#include "measure.h"

struct bench_result {
	const struct becalm_test *test;
	const char *mode; /* "fixed", "declared", "calibrated" */
	double declared;  /* iterations/s; 0: none that is valid */
	int64_t iters;	  /* of a run, as planned */
	enum measure_end end;
	char why[300];	  /* when it did not end fine ... */
	const char *code; /* ... and in a word */
	struct measure_run *runs;
	int64_t run_count;
	double median_ns, mad_ns; /* an iteration, timed */
	int64_t wall_ns;	  /* of a run, median */
	double overhead;	  /* share of start/stop in the timed length, median */
};

struct bench {
	struct choice choice;
	struct clock_pair pair;
	bool is_heard; /* a launcher listens */
	struct bench_result *results;
	int result_count;
};

/* Measures one test into *out; the records go to the launcher. */
void bench_test(struct bench *b, const struct becalm_test *test,
		struct bench_result *out);

/* Notes what is to be said of it: failure, a stale rate, too much start/stop. */
void bench_judge(const struct bench *b, const struct bench_result *r);

/* Whether declared rates count. *lacks: bits of what a release build would have. */
bool bench_honours(const struct becalm_test *test, int *lacks);

/* The median of n > 0 numbers; sorts them. */
double bench_median(double *values, int64_t n);

/* A remark on a test: to the launcher and, unless it is only for it, to stdout. */
void bench_note(const char *level, const char *code, const char *name, const char *text);

#endif
