/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_MEASURE_H
#define STUB_MEASURE_H

/*
 * One run of one test: hooks, reset and counters before the clock, the loop, and what the
 * body said meanwhile.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../../include/becalm.h"
#include "counters.h"

enum { MEASURE_EXTRAS = 16 };

/* A number of the user's own: unit NULL for a counter. */
struct measure_extra {
	const char *name, *unit;
	int64_t count;
	double value;
};

struct measure_run {
	int64_t iters, timed_ns, wall_ns, pairs;
	bool is_cut; /* ended by the cap before its iterations were done */
	int64_t counters[COUNTERS_KINDS];
	struct measure_extra *extras; /* malloc'd; NULL: none */
	int extra_count;
};

enum measure_end { MEASURE_FINE, MEASURE_FAILED, MEASURE_SKIPPED };

/* A test begins; NULL: it is over. */
void measure_test(const struct becalm_test *test, uint64_t seed);

/*
 * Does a run of so many iterations, 0: as many as fit into limit_ns; ended early, and
 * marked, after limit_ns, 0: never. Untouched *out unless the end is fine.
 */
enum measure_end measure_run(void *self, int64_t iters, int64_t limit_ns,
			     struct measure_run *out);

/* How the test that is going on stands, and why it failed or was skipped. */
enum measure_end measure_standing(void);
const char *measure_why(void);
const char *measure_code(void);

#endif
