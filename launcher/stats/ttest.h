/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_TTEST_H
#define STATS_TTEST_H

/*
 * Student's t: one sample (also: the differences of pairs), two samples with equal
 * (pooled) or with any (Welch 1947, Satterthwaite's df) variances, and the
 * equivalence test made of two of them (TOST, Schuirmann 1987).
 */

#include <stddef.h>

/*
 * NaN in every field when the samples are too small for it. Without any spread (se is
 * 0): t 0 and p 1 when the difference is 0, else t infinite and p 0; the interval is a
 * point.
 */
struct ttest {
	double difference; /* mean, or mean(x) - mean(y), in the unit of the samples */
	double se;	   /* its standard error */
	double t, df;
	double p;	  /* two-sided */
	double low, high; /* interval of the difference at 'level' */
};

/* x[0 ... n-1] against 0; n >= 2. level in (0, 1), such as 0.95. */
struct ttest ttest_one(const double *x, size_t n, double level);

/* mean(x) - mean(y), variances unequal; nx, ny >= 2. */
struct ttest ttest_welch(const double *x, size_t nx, const double *y, size_t ny,
			 double level);

/* The same with one variance for both; nx + ny >= 3, neither 0. */
struct ttest ttest_pooled(const double *x, size_t nx, const double *y, size_t ny,
			  double level);

/* The same test with a standard error 'factor' (>= 1) times as large. */
struct ttest ttest_widened(const struct ttest *t, double factor, double level);

/*
 * TOST: one-sided p of "the difference is not above -margin" and "not below margin"; the
 * larger of both is the p of equivalence. margin > 0, in the unit of the difference.
 */
struct tost {
	double p_lower, p_upper;
};

struct tost ttest_equivalence(const struct ttest *t, double margin);

#endif
