/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "quantile.h"

#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

/*
 * Newton from the normal quantile, which lies to the left: the upper tail is convex
 * there, so every step goes right and none too far.
 */
double quantile_t(double tail, double df)
{
	double t = gsl_cdf_ugaussian_Qinv(tail);

	for (int i = 0; i < 2000; i++) {
		double step = (gsl_cdf_tdist_Q(t, df) - tail) / gsl_ran_tdist_pdf(t, df);

		if (!(step > 2 * DBL_EPSILON * t))
			break;
		t += step;
	}
	return t;
}

double quantile_f(double p, double df1, double df2)
{
	double low = 0;
	double high = 1;

	while (gsl_cdf_fdist_P(high, df1, df2) < p && high < DBL_MAX / 2) {
		low = high;
		high *= 2;
	}
	for (int i = 0; i < 1100; i++) { /* some 60, unless the quantile is next to 0 */
		double middle = (low + high) / 2;

		if (middle <= low || middle >= high)
			break;
		if (gsl_cdf_fdist_P(middle, df1, df2) < p)
			low = middle;
		else
			high = middle;
	}
	return high;
}

double quantile_beta(double p, double a, double b)
{
	double low = 0;
	double high = 1;

	for (int i = 0; i < 1100; i++) {
		double middle = (low + high) / 2;

		if (middle <= low || middle >= high)
			break;
		if (gsl_cdf_beta_P(middle, a, b) < p)
			low = middle;
		else
			high = middle;
	}
	return high;
}
