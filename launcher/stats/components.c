/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "components.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "quantile.h"

/*
 * Sums of squares around a mean that is taken out first: with thirteen equal leading
 * digits (NIST's SmLs07) the squares of the values themselves hold nothing else.
 */
static void add_squares(const double *x, const size_t *sizes, struct components *c)
{
	double shift = x[0];
	double grand = 0;
	size_t from = 0;

	for (size_t i = 0; i < c->n; i++)
		grand += (x[i] - shift) / (double)c->n;
	for (size_t g = 0; g < c->groups; from += sizes[g++]) {
		double mean = 0;

		for (size_t i = from; i < from + sizes[g]; i++)
			mean += (x[i] - shift) / (double)sizes[g];
		for (size_t i = from; i < from + sizes[g]; i++)
			c->ss_within += pow(x[i] - shift - mean, 2);
		c->ss_between += (double)sizes[g] * pow(mean - grand, 2);
	}
}

static void describe_icc(struct components *c, double level)
{
	double tail = (1 - level) / 2;
	double df1 = (double)c->groups - 1;
	double df2 = (double)(c->n - c->groups);
	double low = c->f / quantile_f(1 - tail, df1, df2);
	double high = c->f / quantile_f(tail, df1, df2);

	c->icc = c->between / (c->between + c->within);
	c->icc_low = fmax(0, (low - 1) / (low + c->size - 1));
	c->icc_high = fmax(0, (high - 1) / (high + c->size - 1));
}

struct components components_of(const double *x, const size_t *sizes, size_t groups,
				double level)
{
	struct components c = {.groups = groups,
			       .f = NAN,
			       .p = NAN,
			       .ms_between = NAN,
			       .ms_within = NAN,
			       .size = NAN,
			       .between_raw = NAN,
			       .between = NAN,
			       .within = NAN,
			       .icc = NAN,
			       .icc_low = NAN,
			       .icc_high = NAN};
	double squares = 0;

	for (size_t g = 0; g < groups; g++) {
		c.n += sizes[g];
		squares += (double)sizes[g] * (double)sizes[g];
	}
	if (groups < 2 || c.n <= groups)
		return c;
	add_squares(x, sizes, &c);
	c.ms_between = c.ss_between / (double)(groups - 1);
	c.ms_within = c.within = c.ss_within / (double)(c.n - groups);
	c.size = ((double)c.n - squares / (double)c.n) / (double)(groups - 1);
	c.between_raw = (c.ms_between - c.ms_within) / c.size;
	c.between = fmax(0, c.between_raw);
	if (c.ms_between == 0 && c.ms_within == 0) /* all equal: nothing to share out */
		return c;
	c.f = c.ms_between / c.ms_within;
	c.p = c.ms_within > 0
		  ? gsl_cdf_fdist_Q(c.f, (double)(groups - 1), (double)(c.n - groups))
		  : 0;
	if (c.ms_within > 0)
		describe_icc(&c, level);
	else
		c.icc = c.icc_low = c.icc_high = 1;
	return c;
}
