/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_COMPONENTS_H
#define STATS_COMPONENTS_H

/*
 * Where the variance lies: between processes or between the runs inside them. One-way
 * random effects by the method of moments (Searle, Casella & McCulloch, Variance
 * Components, 3.6); for equal sizes it is REML's answer as well. The same numbers serve a
 * one-way analysis of variance of any factor.
 */

#include <stddef.h>

/* NaN where it cannot be had: fewer than 2 groups, or no group with 2 values. */
struct components {
	size_t groups, n;
	double ss_between, ss_within; /* sums of squares, about group means */
	double ms_between, ms_within; /* over groups - 1 and n - groups */
	double f, p;		      /* F test of "all groups have one mean" */
	double size; /* n0: what a group counts; the group size when all are equal */
	double between_raw; /* (ms_between - ms_within) / n0, may be negative */
	double between;	    /* the same, at least 0 */
	double within;	    /* ms_within */
	double icc;	    /* between / (between + within): share that lies between */
	double icc_low, icc_high; /* from the F distribution (Searle 3.5); at least 0 */
};

/* The sums that it takes, group by group, when the values are not kept. Start it as {0}. */
struct components_tally {
	size_t groups, n;
	double shift, sizes, sum, between, within;
};

/* Adds a group of n values; none when n is 0. */
void components_add(struct components_tally *t, const double *x, size_t n);
struct components components_from(const struct components_tally *t, double level);

/* Groups lie one after the other in x; sizes[0 ... groups-1], each >= 1. */
struct components components_of(const double *x, const size_t *sizes, size_t groups,
				double level);

#endif
