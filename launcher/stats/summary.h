/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SUMMARY_H
#define STATS_SUMMARY_H

/*
 * One sample of n numbers, described. Arrays are not changed unless the name says
 * so. NaN means "cannot be had from so few numbers"; no input may hold NaN.
 */

#include <stdbool.h>
#include <stddef.h>

struct summary {
	size_t n;
	double min, max, mean, median; /* NaN when n is 0 */
	double mad; /* median |x - median|, unscaled; NaN when n is 0 */
	double sd;  /* n - 1 in the denominator; NaN when n < 2 */
	double low,
	    high; /* order-statistic interval of the median, see below; NaN when n < 6 */
};

/*
 * Summary of x[0 ... n-1] with the interval of the median at 'level' (0.95).
 * The interval is [x(k), x(n+1-k)], 1-based order statistics, k the largest with
 * 2 P(Binomial(n, 1/2) < k) <= 1 - level (David & Nagaraja, Order Statistics, 7.1):
 * at least that coverage for any continuous distribution; the smallest n at 95 % is 6.
 */
struct summary summary_of(const double *x, size_t n, double level);

/* Median of x[0 ... n-1], reordering x. n >= 1. */
double summary_median_inplace(double *x, size_t n);

/*
 * Quantile at p in [0, 1], between neighbours as R's type 7 (Hyndman & Fan 1996). n >= 1.
 */
double summary_quantile(const double *x, size_t n, double p);

/* Mean without the floor(share n) smallest and largest; share in [0, 0.5). n >= 1. */
double summary_trimmed_mean(const double *x, size_t n, double share);

#endif
