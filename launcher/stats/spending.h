/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SPENDING_H
#define STATS_SPENDING_H

/*
 * Looking several times at growing data without more false alarms: group sequential
 * bounds by alpha spending (Lan & DeMets 1983). Two-sided and symmetric. The numbers come
 * from the recursion for a Brownian motion observed at times t (Armitage, McPherson
 * & Rowe 1969; Jennison & Turnbull, Group Sequential Methods, 19.2), by Simpson's rule.
 */

#include <stddef.h>

enum { SPENDING_MOST = 64 }; /* looks */

/* How much of alpha may be used up to time t in (0, 1]. */
enum spending {
	SPENDING_ROOT,	 /* alpha sqrt(t): early looks may claim much */
	SPENDING_LINEAR, /* alpha t */
	SPENDING_SQUARE, /* alpha t^2: saves more for the last looks */
	SPENDING_POCOCK, /* alpha ln(1 + (e - 1) t): about equal bounds */
	SPENDING_OBRIEN, /* O'Brien-Fleming's shape, each tail alpha/2 */
};

double spending_used(enum spending kind, double alpha, double t);

/*
 * Bounds z[0 ... looks-1] > 0 such that |B(t_k)| / sqrt(t_k) first reaches z[k] at look k
 * with probability used[k] - used[k-1]. used[] is the alpha used up so far, not falling,
 * in (0, 1); t[] is the information (say, n_k / n_most) and rises strictly in (0, 1]; 1
 * <= looks <= SPENDING_MOST. Twelve looks take some 20 ms; a look that may spend less
 * than 1e-15 gets the bound 8.
 */
void spending_bounds_at(const double *used, const double *t, size_t looks, double *z);

/* The usual case: what is used follows from the information. t[looks-1] should be 1. */
void spending_bounds(enum spending kind, double alpha, const double *t, size_t looks,
		     double *z);

/* The reverse: the probability that |B(t_k)| / sqrt(t_k) >= z[k] at any of the looks. */
double spending_crossing(const double *t, const double *z, size_t looks);

/* Two-sided p that belongs to a bound z: what a test at that look must reach. */
double spending_p(double z);

#endif
