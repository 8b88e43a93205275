/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_BOOTSTRAP_H
#define STATS_BOOTSTRAP_H

/*
 * Bootstrap-t interval of a mean (Efron & Tibshirani, An Introduction to the Bootstrap,
 * 12.5): the t quantiles are replaced by those of resampled samples, so that skew moves
 * the ends. The unit resampled is the value given: a process, never a run.
 */

#include <stddef.h>
#include <stdint.h>

struct bootstrap {
	double mean, low, high; /* low, high NaN when n < 3 */
};

/*
 * x[0 ... n-1]; 'draws' resamples, 1,000 or more for 95 %; record the seed. Without any
 * spread the interval is the point.
 */
struct bootstrap bootstrap_t(const double *x, size_t n, double level, size_t draws,
			     uint64_t seed);

#endif
