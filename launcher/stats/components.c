/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "components.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "quantile.h"

/*
 * Everything is taken from the first value: with thirteen equal leading digits (NIST's
 * SmLs07) the squares of the values themselves hold nothing else.
 */
void components_add(struct components_tally *t, const double *x, size_t n)
{
	double mean = 0;

	if (!n)
		return;
	if (!t->n)
		t->shift = x[0];
	for (size_t i = 0; i < n; i++)
		mean += (x[i] - t->shift) / (double)n;
	for (size_t i = 0; i < n; i++)
		t->within += pow(x[i] - t->shift - mean, 2);
	t->groups++;
	t->n += n;
	t->sizes += (double)n * (double)n;
	t->sum += (double)n * mean;
	t->between += (double)n * mean * mean;
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

struct components components_from(const struct components_tally *t, double level)
{
	struct components c = {.groups = t->groups,
			       .n = t->n,
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
	double df1 = (double)t->groups - 1;
	double df2 = (double)t->n - (double)t->groups;

	if (t->groups < 2 || t->n <= t->groups)
		return c;
	c.ss_between = fmax(0, t->between - t->sum * t->sum / (double)t->n);
	c.ss_within = t->within;
	c.ms_between = c.ss_between / df1;
	c.ms_within = c.within = c.ss_within / df2;
	c.size = ((double)t->n - t->sizes / (double)t->n) / df1;
	c.between_raw = (c.ms_between - c.ms_within) / c.size;
	c.between = fmax(0, c.between_raw);
	if (c.ms_between == 0 && c.ms_within == 0) /* all equal: nothing to share out */
		return c;
	c.f = c.ms_between / c.ms_within;
	c.p = c.ms_within > 0 ? gsl_cdf_fdist_Q(c.f, df1, df2) : 0;
	if (c.ms_within > 0)
		describe_icc(&c, level);
	else
		c.icc = c.icc_low = c.icc_high = 1;
	return c;
}

struct components components_of(const double *x, const size_t *sizes, size_t groups,
				double level)
{
	struct components_tally t = {0};

	for (size_t g = 0; g < groups; x += sizes[g++])
		components_add(&t, x, sizes[g]);
	return components_from(&t, level);
}
