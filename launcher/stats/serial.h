/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SERIAL_H
#define STATS_SERIAL_H

/*
 * Values in the order they were measured: do neighbours resemble each other, is
 * there a trend, how many independent values are they worth?
 */

#include <stddef.h>

/*
 * Autocorrelation at 'lag' (0 < lag < n) of x[0 ... n-1], about the mean of all
 * (Box, Jenkins & Reinsel 2.1.5); NaN without any spread.
 */
double serial_correlation(const double *x, size_t n, size_t lag);

struct ljung_box {
	double q, p; /* chi-square with 'lags' degrees of freedom; NaN when n <= lags */
};

/* Are the first 'lags' autocorrelations all zero? (Ljung & Box 1978). */
struct ljung_box serial_ljung_box(const double *x, size_t n, size_t lags);

/*
 * Effective sample size n / (1 + 2 sum rho_k), the sum by Geyer's initial positive
 * sequence (1992, 3.3); in 1 ... n: negative correlation is not counted as a gain.
 */
double serial_effective_size(const double *x, size_t n);

struct mann_kendall {
	double s;   /* rising pairs minus falling pairs */
	double tau; /* Kendall's tau-b with time; NaN without any spread */
	double z;   /* normal, corrected for ties, as R's cor.test */
	double p;   /* two-sided; 1 without any spread */
};

/* Trend of x[0 ... n-1] (Mann 1945; Kendall 1970); n >= 3, costs n^2 / 2. */
struct mann_kendall serial_trend(const double *x, size_t n);

#endif
