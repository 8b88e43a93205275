/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shares.h"

#include <math.h>

#include <gsl/gsl_randist.h>

#include "quantile.h"

double shares_fisher(size_t k1, size_t n1, size_t k2, size_t n2)
{
	size_t k = k1 + k2;
	size_t first = k > n2 ? k - n2 : 0;
	size_t last = k < n1 ? k : n1;
	double limit = gsl_ran_hypergeometric_pdf((unsigned)k1, (unsigned)n1,
						  (unsigned)n2, (unsigned)k);
	double p = 0;

	for (size_t i = first; i <= last; i++) {
		double here = gsl_ran_hypergeometric_pdf((unsigned)i, (unsigned)n1,
							 (unsigned)n2, (unsigned)k);

		if (here <= limit * (1 + 1e-7)) /* equal tables, but for rounding */
			p += here;
	}
	return fmin(1, p);
}

void shares_interval(size_t k, size_t n, double level, double *low, double *high)
{
	double tail = (1 - level) / 2;
	double hits = (double)k;
	double rest = (double)(n - k);

	*low = k > 0 ? quantile_beta(tail, hits, rest + 1) : 0;
	*high = rest > 0 ? quantile_beta(1 - tail, hits + 1, rest) : 1;
}
