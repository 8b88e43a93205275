/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_QUANTILE_H
#define STATS_QUANTILE_H

/*
 * Quantiles by methods that cannot fail: GSL's own inverses give up, and end the process,
 * in places that we need (F with small degrees of freedom, t far out).
 */

/* The t >= 0 with P(T >= t) = tail, 0 < tail <= 0.5, for df > 0 degrees of freedom. */
double quantile_t(double tail, double df);

/* The f with P(F <= f) = p, 0 < p < 1, for df1 and df2 degrees of freedom. */
double quantile_f(double p, double df1, double df2);

/* The share x with P(Beta(a, b) <= x) = p, 0 < p < 1. */
double quantile_beta(double p, double a, double b);

#endif
