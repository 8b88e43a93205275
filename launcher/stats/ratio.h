/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_RATIO_H
#define STATS_RATIO_H

/* Ratio of two means with Fieller's interval (Fieller 1954). */

#include <stddef.h>

struct ratio {
	double ratio; /* mean(x) / mean(y); NaN when mean(y) is 0 or a sample is empty */
	double low,
	    high; /* NaN when mean(y) is not clearly off 0, or fewer than 2 values */
};

/*
 * Independent samples, each with its own variance, and nx + ny - 2 degrees of freedom
 * when df is 0, else df (of Welch, say).
 */
struct ratio ratio_of(const double *x, size_t nx, const double *y, size_t ny, double df,
		      double level);

/* Pairs x[i], y[i]: their covariance counts; n - 1 degrees of freedom. */
struct ratio ratio_paired(const double *x, const double *y, size_t n, double level);

#endif
