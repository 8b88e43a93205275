/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ratio.h"

#include <math.h>

#include <gsl/gsl_statistics_double.h>

#include "quantile.h"

/* The r with (a - r b)^2 <= t^2 (va - 2 r cov + r^2 vb), a quadratic in r. */
static struct ratio fieller(double a, double b, double va, double vb, double cov,
			    double t)
{
	double g = b * b - t * t * vb;
	double half = a * b - t * t * cov;
	double c = a * a - t * t * va;
	double root = half * half - g * c;
	struct ratio out = {b != 0 ? a / b : NAN, NAN, NAN};

	if (b != 0 && g > 0 && root >= 0) {
		out.low = (half - sqrt(root)) / g;
		out.high = (half + sqrt(root)) / g;
	}
	return out;
}

static struct ratio only_means(const double *x, size_t nx, const double *y, size_t ny)
{
	double b = ny ? gsl_stats_mean(y, 1, ny) : 0;

	return (struct ratio){nx && b != 0 ? gsl_stats_mean(x, 1, nx) / b : NAN, NAN,
			      NAN};
}

struct ratio ratio_of(const double *x, size_t nx, const double *y, size_t ny, double df,
		      double level)
{
	double t;

	if (nx < 2 || ny < 2)
		return only_means(x, nx, y, ny);
	t = quantile_t((1 - level) / 2, df > 0 ? df : (double)(nx + ny) - 2);
	return fieller(gsl_stats_mean(x, 1, nx), gsl_stats_mean(y, 1, ny),
		       gsl_stats_variance(x, 1, nx) / (double)nx,
		       gsl_stats_variance(y, 1, ny) / (double)ny, 0, t);
}

struct ratio ratio_paired(const double *x, const double *y, size_t n, double level)
{
	double size = (double)n;

	if (n < 2)
		return only_means(x, n, y, n);
	return fieller(gsl_stats_mean(x, 1, n), gsl_stats_mean(y, 1, n),
		       gsl_stats_variance(x, 1, n) / size,
		       gsl_stats_variance(y, 1, n) / size,
		       gsl_stats_covariance(x, 1, y, 1, n) / size,
		       quantile_t((1 - level) / 2, size - 1));
}
