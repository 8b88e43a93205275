/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_SCENARIO_H
#define STAT_SCENARIO_H

/*
 * A benchmark and a machine that exist on paper only: what a run of command A or B would
 * have lasted, as a function of the scenario's seed, the round, the place in the round
 * and the run alone. The fast driver and the program that reports over the real pipe
 * share it, so both see the same numbers.
 */

#include <stdbool.h>
#include <stdint.h>

enum { SCENARIO_RUNS = 64 };

struct scenario {
	uint64_t seed;
	double length_ns; /* of a run of A without any noise */
	double shift;	  /* ln(B / A), the truth */
	double sd;	  /* of ln length of one run, processes and runs together */
	double icc;	  /* share of that variance that lies between processes */
	int runs;	  /* a process, 1 ... SCENARIO_RUNS */
	double
	    ar; /* AR(1) coefficient of the runs, and of the machine's state over time */
	double drift;		     /* ln length gained over 240 processes */
	double mode_gap, mode_share; /* ln of a slow state, drawn once a process */
	double outlier_size,
	    outlier_share;  /* processes that were hit; size in ln, exponential */
	bool is_heavy;	    /* Student t with 3 degrees of freedom instead of normal */
	double crash_share; /* processes that die before they report */
	bool is_unordered;  /* all of A, then all of B: for comparison */
};

/* No noise but sd 3 %, 5 runs, ICC .45, 1 ms. */
struct scenario scenario_default(void);

/* "name=value" of a field above (without the is_) into s; false: no such field or number.
 */
bool scenario_set(struct scenario *s, const char *assignment);

/*
 * The runs of one process of 'command' (0: A, 1: B) into out[0 ... runs-1], whole ns;
 * 'slot' is the number of processes before it. False when the process crashes.
 */
bool scenario_process(const struct scenario *s, int command, int64_t round, int64_t slot,
		      int64_t *out);

#endif
