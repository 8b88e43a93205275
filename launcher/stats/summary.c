/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "summary.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "../base/owns.h"

static double *sorted_copy(const double *x, size_t n)
{
	double *copy = xcalloc(n, sizeof(*copy));

	memcpy(copy, x, n * sizeof(*copy));
	gsl_sort(copy, 1, n);
	return copy;
}

/* The largest k with 2 P(Binomial(n, 1/2) < k) <= 1 - level; 0: none. */
static size_t median_rank(size_t n, double level)
{
	size_t low = 0;
	size_t high = n / 2 + 1; /* P(< high) > 1/2: never good enough */

	while (high - low > 1) {
		size_t k = low + (high - low) / 2;

		if (2 * gsl_cdf_binomial_P((unsigned)(k - 1), 0.5, (unsigned)n) <=
		    1 - level)
			low = k;
		else
			high = k;
	}
	return low;
}

static void describe_center(const double *sorted, size_t n, double level,
			    struct summary *s)
{
	owns_mem double *work = xcalloc(n, sizeof(*work));
	size_t k = median_rank(n, level);

	s->min = sorted[0];
	s->max = sorted[n - 1];
	s->median = gsl_stats_median_from_sorted_data(sorted, 1, n);
	s->mad = gsl_stats_mad0(sorted, 1, n, work);
	if (k > 0) {
		s->low = sorted[k - 1];
		s->high = sorted[n - k];
	}
}

struct summary summary_of(const double *x, size_t n, double level)
{
	struct summary s = {n, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	owns_mem double *sorted = NULL;

	if (n == 0)
		return s;
	sorted = sorted_copy(x, n);
	describe_center(sorted, n, level, &s);
	s.mean = gsl_stats_mean(x, 1, n);
	if (n > 1) /* about the mean, in long double: NIST's NumAcc4 defeats sums of
		      squares */
		s.sd = gsl_stats_sd_m(x, 1, n, s.mean);
	return s;
}

double summary_median_inplace(double *x, size_t n)
{
	return gsl_stats_median(x, 1, n);
}

double summary_quantile(const double *x, size_t n, double p)
{
	owns_mem double *sorted = sorted_copy(x, n);

	return gsl_stats_quantile_from_sorted_data(sorted, 1, n, p);
}

double summary_trimmed_mean(const double *x, size_t n, double share)
{
	owns_mem double *sorted = sorted_copy(x, n);

	return gsl_stats_trmean_from_sorted_data(share, sorted, 1, n);
}
