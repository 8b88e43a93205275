/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "permute.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_rng.h>

/* Sums that differ by rounding only are equal. */
static double threshold(const double *x, size_t n)
{
	double sum = 0;
	double size = 0;

	for (size_t i = 0; i < n; i++) {
		sum += x[i];
		size += fabs(x[i]);
	}
	return fabs(sum) - 1e-12 * size;
}

static double all_patterns(const double *x, size_t n, double least)
{
	size_t patterns = (size_t)1 << n;
	size_t reached = 0;

	for (size_t bits = 0; bits < patterns; bits++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += bits >> i & 1 ? x[i] : -x[i];
		reached += fabs(sum) >= least;
	}
	return (double)reached / (double)patterns;
}

/* The sample itself counts as one of the draws, so p is never 0 (Phipson & Smyth 2010).
 */
static double drawn_patterns(const double *x, size_t n, double least, uint64_t seed)
{
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
	size_t reached = 1;

	gsl_rng_set(r, (unsigned long)seed);
	for (int k = 0; k < PERMUTE_DRAWS; k++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += gsl_rng_get(r) >> 16 & 1 ? x[i] : -x[i];
		reached += fabs(sum) >= least;
	}
	gsl_rng_free(r);
	return (double)reached / (PERMUTE_DRAWS + 1);
}

struct signflip permute_signs(const double *x, size_t n, uint64_t seed)
{
	double least = threshold(x, n);

	if (n == 0)
		return (struct signflip){NAN, false};
	if (n <= PERMUTE_EXACT)
		return (struct signflip){all_patterns(x, n, least), true};
	return (struct signflip){drawn_patterns(x, n, least, seed), false};
}
