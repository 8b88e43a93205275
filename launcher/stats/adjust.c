/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adjust.h"

#include <math.h>

#include <gsl/gsl_sort.h>

#include "../base/owns.h"

/* Indexes of the numbers among p, by rising p, into order; returns how many. */
static size_t rising(const double *p, size_t n, size_t *order)
{
	owns_mem double *values = xcalloc(n + 1, sizeof(*values));
	owns_mem size_t *where = xcalloc(n + 1, sizeof(*where));
	size_t m = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(p[i]))
			continue;
		values[m] = p[i];
		where[m++] = i;
	}
	gsl_sort_index(order, values, 1, m);
	for (size_t i = 0; i < m; i++)
		order[i] = where[order[i]];
	return m;
}

void adjust_holm(const double *p, size_t n, double *out)
{
	owns_mem size_t *order = xcalloc(n + 1, sizeof(*order));
	size_t m = rising(p, n, order);
	double most = 0;

	for (size_t i = 0; i < n; i++)
		out[i] = p[i];
	for (size_t i = 0; i < m; i++) {
		most = fmax(most, fmin(1, (double)(m - i) * out[order[i]]));
		out[order[i]] = most;
	}
}

void adjust_bh(const double *p, size_t n, double *out)
{
	owns_mem size_t *order = xcalloc(n + 1, sizeof(*order));
	size_t m = rising(p, n, order);
	double least = 1;

	for (size_t i = 0; i < n; i++)
		out[i] = p[i];
	for (size_t i = m; i-- > 0;) {
		least = fmin(least, (double)m / (double)(i + 1) * out[order[i]]);
		out[order[i]] = least;
	}
}
