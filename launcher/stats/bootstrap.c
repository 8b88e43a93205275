/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bootstrap.h"

#include <math.h>

#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "../base/owns.h"

/* t of a resample against the sample's mean; infinite when it has no spread itself. */
static double resampled_t(const double *x, size_t n, double mean, gsl_rng *r,
			  double *work)
{
	double own;

	for (size_t i = 0; i < n; i++)
		work[i] = x[gsl_rng_uniform_int(r, (unsigned long)n)];
	own = gsl_stats_mean(work, 1, n);
	return (own - mean) / sqrt(gsl_stats_variance_m(work, 1, n, own) / (double)n);
}

static void resample(const double *x, size_t n, double mean, size_t draws, uint64_t seed,
		     double *t)
{
	owns_mem double *work = xcalloc(n, sizeof(*work));
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(r, (unsigned long)seed);
	for (size_t k = 0; k < draws;) {
		t[k] = resampled_t(x, n, mean, r, work);
		k += isfinite(t[k]) != 0; /* n times the same value: draw again */
	}
	gsl_rng_free(r);
	gsl_sort(t, 1, draws);
}

struct bootstrap bootstrap_t(const double *x, size_t n, double level, size_t draws,
			     uint64_t seed)
{
	struct bootstrap out = {NAN, NAN, NAN};
	owns_mem double *t = xcalloc(draws + 1, sizeof(*t));
	double tail = (1 - level) / 2;
	double se;

	if (n > 0)
		out.mean = gsl_stats_mean(x, 1, n);
	if (n < 3 || draws == 0)
		return out;
	se = gsl_stats_sd_m(x, 1, n, out.mean) / sqrt((double)n);
	out.low = out.high = out.mean;
	if (!(se > 0))
		return out;
	resample(x, n, out.mean, draws, seed, t);
	out.low -= se * gsl_stats_quantile_from_sorted_data(t, 1, draws, 1 - tail);
	out.high -= se * gsl_stats_quantile_from_sorted_data(t, 1, draws, tail);
	return out;
}
