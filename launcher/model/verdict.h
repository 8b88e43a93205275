/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_VERDICT_H
#define MODEL_VERDICT_H

/*
 * Is B slower than A? One comparison of one test, decided from its process summaries (one
 * number an invocation, smaller is faster) by an interval and a margin, never by "not
 * significant". Logarithms are compared when all values are above 0, so that the change
 * is a ratio; else the values themselves, and there is no ratio. Statistics: signed ranks
 * of the differences of a round, or Welch's t when the samples were not paired.
 */

#include <stdbool.h>
#include <stddef.h>

#include "modes.h"

enum verdict_word { VERDICT_UNDECIDED, VERDICT_SLOWER, VERDICT_FASTER, VERDICT_SAME };
enum verdict_gate { GATE_NONE, GATE_PASS, GATE_FAIL, GATE_UNDECIDED };

struct verdict_data {
	const double *a,
	    *b;	       /* paired: a[i], b[i] are of the same round; in order of time */
	size_t na, nb; /* equal when paired */
	bool is_paired;
	const bool *a_marked, *b_marked; /* known to be disturbed; NULL: none is */
	double resolution; /* of the clock, in the unit of the values; 0: unknown */
};

struct verdict_rule {
	double alpha; /* error rate of the whole comparison: tells when samples are too
			 small */
	double p; /* two-sided p to reach now (model/looks.h); alpha for a single look */
	double margin; /* smallest share of interest, 0.01 is 1 % */
	double
	    min_effect; /* smallest difference of interest, unit of the values; 0: none */
	double max_slowdown; /* share that the gate allows; < 0: no gate */
};

struct verdict {
	enum verdict_word word;
	enum verdict_gate gate;
	bool is_regression; /* exit status 1: the gate failed, or slower by the margin or
			       more */
	bool is_small;	/* slower or faster, but by less than the margin or min_effect */
	bool has_ratio; /* change, low, high are shares (B/A - 1); else in the unit */
	double change, low,
	    high;	   /* B against A, interval at level 1 - p; NaN: cannot be had */
	double t, df, t_p; /* the test; NaN when the samples are too small */
	double spread;	   /* standard deviation of a difference (paired) or pooled, as
			      'change' */
	bool is_paired;
	size_t n; /* pairs; the smaller side when not paired */
	size_t
	    more; /* about how many more would decide; 0: not undecided, or no saying */
	size_t disturbed; /* pairs (or values) that came marked; all are counted */
	size_t outliers;  /* others, marked here for being far off */
	size_t left_out;  /* of both, what was left out to see whether the verdict hangs on it */
	double without;	  /* change without these; NaN when there are none */
	double correlation_p; /* Ljung-Box of the differences in time; NaN: not paired or
				 few */
	struct modes modes;
	double inside, inside_low,
	    inside_high; /* change inside the modes; NaN: none seen */
	char why[240];	 /* one sentence: why undecided, or a remark; "" */
};

/* Costs n log n; well below 1 ms for 120 pairs. */
struct verdict verdict_decide(const struct verdict_data *d, const struct verdict_rule *r);

/* Signed rank or Mann-Whitney, two-sided p: a second opinion that needs no shape. */
double verdict_rank_p(const struct verdict_data *d);

/* "undecided", "slower", "faster", "same". */
extern const char *const verdict_words[];

/* The smallest samples a side that can reach alpha: 6 pairs or 4 values at 0.05. */
size_t verdict_least(bool is_paired, double alpha);

#endif
