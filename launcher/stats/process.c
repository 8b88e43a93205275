/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process.h"

#include <math.h>

#include <gsl/gsl_statistics_double.h>

#include "summary.h"

double process_summary(enum process_kind kind, const double *x, size_t n)
{
	if (n == 0)
		return NAN;
	switch (kind) {
	case PROCESS_MIN:
		return gsl_stats_min(x, 1, n);
	case PROCESS_QUARTILE:
		return summary_quantile(x, n, 0.25);
	case PROCESS_MEAN:
		return gsl_stats_mean(x, 1, n);
	default:
		return summary_quantile(x, n, 0.5);
	}
}

enum process_kind process_pick(const double *const differences[PROCESS_KINDS],
			       size_t pairs)
{
	enum process_kind best = PROCESS_MEDIAN;
	double least;

	if (pairs < PROCESS_PILOT)
		return best;
	least = gsl_stats_sd(differences[best], 1, pairs);
	for (enum process_kind kind = 0; kind < PROCESS_KINDS; kind++) {
		double sd = gsl_stats_sd(differences[kind], 1, pairs);

		if (sd < least) {
			least = sd;
			best = kind;
		}
	}
	return best;
}
