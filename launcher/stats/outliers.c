/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "outliers.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "../base/owns.h"
#include "quantile.h"
#include "summary.h"

static double lambda_of(size_t n, size_t step, double alpha)
{
	double left = (double)(n - step); /* values still in, step from 0 */
	double t = quantile_t(alpha / (2 * left), left - 2);

	return (left - 1) * t / sqrt((left - 2 + t * t) * left);
}

/* Takes the value farthest from the mean out of kept[] and order[]; returns its R. */
static double take_farthest(double *kept, size_t *order, size_t n, double resolution)
{
	double mean = gsl_stats_mean(kept, 1, n);
	double sd = gsl_stats_sd_m(kept, 1, n, mean);
	size_t far = 0;
	double distance;
	size_t index;

	for (size_t i = 1; i < n; i++)
		if (fabs(kept[i] - mean) > fabs(kept[far] - mean))
			far = i;
	distance = fabs(kept[far] - mean);
	index = order[far];
	kept[far] = kept[n - 1];
	order[far] = order[n - 1];
	order[n - 1] = index;
	return sd > 0 && distance > resolution ? distance / sd : 0;
}

/* order[n-1], order[n-2], ... are the values in the order they were taken out. */
static size_t run_esd(const double *x, size_t n, size_t most, double alpha,
		      double resolution, size_t *order, double *r, double *lambda)
{
	owns_mem double *kept = xcalloc(n, sizeof(*kept));
	size_t found = 0;

	memcpy(kept, x, n * sizeof(*x));
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = 0; i < most; i++) {
		double far = take_farthest(kept, order, n - i, resolution);
		double limit = lambda_of(n, i, alpha);

		if (r)
			r[i] = far;
		if (lambda)
			lambda[i] = limit;
		if (far > limit)
			found = i + 1;
	}
	return found;
}

size_t outliers_esd(const double *x, size_t n, size_t most, double alpha,
		    double resolution, bool *marks)
{
	owns_mem size_t *order = xcalloc(n + 1, sizeof(*order));
	size_t found = 0;

	memset(marks, 0, n * sizeof(*marks));
	if (n >= most + 3)
		found = run_esd(x, n, most, alpha, resolution, order, NULL, NULL);
	for (size_t i = 0; i < found; i++)
		marks[order[n - 1 - i]] = true;
	return found;
}

void outliers_esd_steps(const double *x, size_t n, size_t most, double alpha, double *r,
			double *lambda)
{
	owns_mem size_t *order = xcalloc(n + 1, sizeof(*order));

	(void)run_esd(x, n, most, alpha, 0, order, r, lambda);
}

size_t outliers_mad(const double *x, size_t n, double resolution, bool *marks)
{
	struct summary s = summary_of(x, n, 0.95);
	double limit = fmax(5 * 1.4826 * s.mad, resolution);
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		marks[i] = s.mad > 0 && fabs(x[i] - s.median) > limit;
		count += marks[i];
	}
	return count;
}

size_t outliers_mark(const double *x, size_t n, double resolution, bool *marks)
{
	if (n >= OUTLIERS_ESD_LEAST)
		return outliers_esd(x, n, n / 10, 0.05, resolution, marks);
	return outliers_mad(x, n, resolution, marks);
}
