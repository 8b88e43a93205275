/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ttest.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "quantile.h"

static const struct ttest nothing = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};

/* P(|T| >= |t|); GSL's tails lose nothing far out. */
static double two_sided(double t, double df)
{
	return fmin(1, 2 * gsl_cdf_tdist_Q(fabs(t), df));
}

static void interval(const struct ttest *t, double level, double *low, double *high)
{
	double half = t->se > 0 ? quantile_t((1 - level) / 2, t->df) * t->se : t->se;

	*low = t->difference - half;
	*high = t->difference + half;
}

static struct ttest finish(double difference, double se, double df, double level)
{
	struct ttest out = {.difference = difference, .se = se, .df = df};

	if (se > 0) {
		out.t = difference / se;
		out.p = two_sided(out.t, df);
	} else {
		out.t = difference == 0 ? 0 : copysign(INFINITY, difference);
		out.p = difference == 0;
	}
	interval(&out, level, &out.low, &out.high);
	return out;
}

struct ttest ttest_one(const double *x, size_t n, double level)
{
	double mean;

	if (n < 2)
		return nothing;
	mean = gsl_stats_mean(x, 1, n);
	return finish(mean, sqrt(gsl_stats_variance_m(x, 1, n, mean) / (double)n),
		      (double)n - 1, level);
}

struct ttest ttest_welch(const double *x, size_t nx, const double *y, size_t ny,
			 double level)
{
	double vx, vy, df;

	if (nx < 2 || ny < 2)
		return nothing;
	vx = gsl_stats_variance(x, 1, nx) / (double)nx;
	vy = gsl_stats_variance(y, 1, ny) / (double)ny;
	df = vx + vy > 0 ? (vx + vy) * (vx + vy) /
			       (vx * vx / ((double)nx - 1) + vy * vy / ((double)ny - 1))
			 : (double)(nx + ny) - 2;
	return finish(gsl_stats_mean(x, 1, nx) - gsl_stats_mean(y, 1, ny), sqrt(vx + vy),
		      df, level);
}

struct ttest ttest_widened(const struct ttest *t, double factor, double level)
{
	return finish(t->difference, t->se * factor, t->df, level);
}

static double squares(const double *x, size_t n)
{
	return n < 2 ? 0 : gsl_stats_tss(x, 1, n);
}

struct ttest ttest_pooled(const double *x, size_t nx, const double *y, size_t ny,
			  double level)
{
	double df = (double)(nx + ny) - 2;
	double variance;

	if (nx < 1 || ny < 1 || nx + ny < 3)
		return nothing;
	variance = (squares(x, nx) + squares(y, ny)) / df;
	return finish(gsl_stats_mean(x, 1, nx) - gsl_stats_mean(y, 1, ny),
		      sqrt(variance * (1 / (double)nx + 1 / (double)ny)), df, level);
}

struct tost ttest_equivalence(const struct ttest *t, double margin)
{
	struct tost out = {t->difference <= -margin, t->difference >= margin};

	if (isnan(t->se)) {
		out.p_lower = out.p_upper = NAN;
	} else if (t->se > 0) {
		out.p_lower = gsl_cdf_tdist_Q((t->difference + margin) / t->se, t->df);
		out.p_upper = gsl_cdf_tdist_P((t->difference - margin) / t->se, t->df);
	}
	return out;
}
