/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serial.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "../base/owns.h"

/* Sum of products of deviations 'lag' apart. */
static double products(const double *x, size_t n, size_t lag, double mean)
{
	long double sum = 0;

	for (size_t i = lag; i < n; i++)
		sum += ((long double)x[i] - mean) * ((long double)x[i - lag] - mean);
	return (double)sum;
}

double serial_correlation(const double *x, size_t n, size_t lag)
{
	double mean = gsl_stats_mean(x, 1, n);

	return products(x, n, lag, mean) / products(x, n, 0, mean);
}

struct ljung_box serial_ljung_box(const double *x, size_t n, size_t lags)
{
	struct ljung_box out = {NAN, NAN};
	double size = (double)n;

	if (n <= lags)
		return out;
	out.q = 0;
	for (size_t k = 1; k <= lags; k++)
		out.q += pow(serial_correlation(x, n, k), 2) / (size - (double)k);
	out.q *= size * (size + 2);
	out.p = isnan(out.q) ? NAN : gsl_cdf_chisq_Q(out.q, (double)lags);
	return out;
}

double serial_effective_size(const double *x, size_t n)
{
	double size = (double)n;
	double sum = 0;

	if (n < 4)
		return size;
	for (size_t k = 0; k + 1 < n; k += 2) {
		double even = k ? serial_correlation(x, n, k) : 1;
		double pair = even + serial_correlation(x, n, k + 1);

		if (!(pair > 0)) /* noise from here on; also without any spread */
			break;
		sum += pair;
	}
	if (!(sum > 0.5))
		return size;
	return fmax(1, fmin(size, size / (2 * sum - 1)));
}

/* Sums over runs of t equal values: of t (t - 1), and of t (t - 1) (2 t + 5). */
static void count_ties(const double *x, size_t n, double *pairs, double *weighted)
{
	owns_mem double *sorted = xcalloc(n, sizeof(*sorted));

	memcpy(sorted, x, n * sizeof(*x));
	gsl_sort(sorted, 1, n);
	*pairs = *weighted = 0;
	for (size_t first = 0, next; first < n; first = next) {
		double t;

		for (next = first; next < n && sorted[next] == sorted[first];)
			next++;
		t = (double)(next - first);
		*pairs += t * (t - 1);
		*weighted += t * (t - 1) * (2 * t + 5);
	}
}

struct mann_kendall serial_trend(const double *x, size_t n)
{
	struct mann_kendall out = {0, NAN, 0, 1};
	double size = (double)n;
	double pairs, weighted, variance;

	for (size_t j = 1; j < n; j++)
		for (size_t i = 0; i < j; i++)
			out.s += (x[j] > x[i]) - (x[j] < x[i]);
	if (n < 3)
		return out;
	count_ties(x, n, &pairs, &weighted);
	variance = (size * (size - 1) * (2 * size + 5) - weighted) / 18;
	if (!(variance > 0))
		return out;
	out.tau = out.s / sqrt(size * (size - 1) / 2 * (size * (size - 1) - pairs) / 2);
	out.z = out.s / sqrt(variance);
	out.p = fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(out.z)));
	return out;
}
