/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_RANKS_H
#define STATS_RANKS_H

/*
 * Tests on ranks. Small samples get the exact null distribution given the ties that
 * are there (all ways to deal out the mid-ranks, counted by dynamic programming);
 * larger ones the normal approximation with tie and continuity corrections
 * (Hollander & Wolfe, Nonparametric Statistical Methods, 3.1 and 4.1).
 */

#include <stdbool.h>
#include <stddef.h>

/* Exact up to these sizes: a few milliseconds. */
enum { RANKS_SUM_EXACT = 25, RANKS_SIGNED_EXACT = 100 };

struct ranktest {
	double
	    statistic; /* U of x (pairs with x > y, ties half), or V (ranks of x > 0) */
	double p;      /* two-sided: twice the smaller tail, at most 1; NaN when empty */
	double p_less, p_greater; /* one-sided: x tends to be smaller, larger */
	bool is_exact;
};

/* Mid-ranks of x[0 ... n-1], from 1, into out[0 ... n-1]. */
void ranks_of(const double *x, size_t n, double *out);

/* Mann-Whitney (rank sum) test of x[0 ... nx-1] against y[0 ... ny-1]. */
struct ranktest ranks_mann_whitney(const double *x, size_t nx, const double *y,
				   size_t ny);

/* Wilcoxon's signed-rank test of differences against 0; zeros are left out. */
struct ranktest ranks_signed(const double *x, size_t n);

/*
 * The smallest two-sided p that rank sums of nx and ny values can reach:
 * 2 / C(nx + ny, nx), at most 1.
 */
double ranks_smallest_p(size_t nx, size_t ny);

/*
 * P(U <= u) without ties, u a whole number >= 0; exact (for sizes whose table fits in
 * memory, say up to 100). And its quantile: the smallest u with P(U <= u) >= p.
 */
double ranks_sum_cdf(size_t nx, size_t ny, size_t u);
size_t ranks_sum_quantile(size_t nx, size_t ny, double p);

/* The same of V, for n differences without ties and zeros. */
size_t ranks_signed_quantile(size_t n, double p);

#endif
