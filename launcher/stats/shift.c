/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

#include "../base/owns.h"
#include "ranks.h"

/* All sums a_i + b_j of two rising arrays, never written down. */
struct pairs {
	const double *a, *b;
	size_t na, nb;
	const double *diagonal; /* Walsh: i <= j only; then these are 2 a_i */
};

/* How many sums are <= v; of a pair (i, j), (j, i) only one when there is a diagonal. */
static size_t count_to(const struct pairs *p, double v)
{
	size_t count = 0;
	size_t on_diagonal = 0;
	size_t j = p->nb;

	for (size_t i = 0; i < p->na; i++) {
		while (j > 0 && p->a[i] + p->b[j - 1] > v)
			j--;
		count += j;
		on_diagonal += p->diagonal && p->a[i] + p->a[i] <= v;
	}
	return p->diagonal ? (count + on_diagonal) / 2 : count;
}

/* The smallest sum above v; there is one. */
static double next_above(const struct pairs *p, double v)
{
	double best = INFINITY;
	size_t j = p->nb;

	for (size_t i = 0; i < p->na; i++) {
		while (j > 0 && p->a[i] + p->b[j - 1] > v)
			j--;
		if (j < p->nb)
			best = fmin(best, p->a[i] + p->b[j]);
	}
	return best;
}

/* The k-th smallest sum, k from 1. */
static double kth(const struct pairs *p, size_t k)
{
	double low =
	    nextafter(p->a[0] + p->b[0], -INFINITY);	 /* fewer than k are <= low */
	double high = p->a[p->na - 1] + p->b[p->nb - 1]; /* at least k are <= high */
	double v;

	/* 64 halvings leave no pair between low and high, or a few around 0 */
	for (int i = 0; i < 64; i++) {
		double middle = low + (high - low) / 2;

		if (count_to(p, middle) >= k)
			high = middle;
		else
			low = middle;
	}
	while (count_to(p, v = next_above(p, low)) < k)
		low = v;
	return v;
}

/* Median and the k-th from both ends; k = 0: no interval. */
static struct shift of_pairs(const struct pairs *p, size_t count, size_t k)
{
	struct shift out = {NAN, NAN, NAN};

	out.estimate = (kth(p, (count + 1) / 2) + kth(p, count / 2 + 1)) / 2;
	if (k > 0) {
		out.low = kth(p, k);
		out.high = kth(p, count + 1 - k);
	}
	return out;
}

static double *sorted_times(const double *x, size_t n, double factor)
{
	double *copy = xcalloc(n, sizeof(*copy));

	for (size_t i = 0; i < n; i++)
		copy[i] = factor * x[i];
	gsl_sort(copy, 1, n);
	return copy;
}

/* By the normal approximation, for samples too large for the exact null. */
static size_t normal_rank(double mean, double variance, double tail)
{
	double k = mean - gsl_cdf_ugaussian_Qinv(tail) * sqrt(variance);

	return k > 0 ? (size_t)k : 0;
}

struct shift shift_one(const double *x, size_t n, double level)
{
	double tail = (1 - level) / 2;
	double size = (double)n;
	owns_mem double *half = NULL;
	struct pairs p;
	size_t k;

	if (n == 0)
		return (struct shift){NAN, NAN, NAN};
	half = sorted_times(x, n, 0.5);
	p = (struct pairs){half, half, n, n, half};
	k = n <= RANKS_SIGNED_EXACT
		? ranks_signed_quantile(n, tail)
		: normal_rank(size * (size + 1) / 4,
			      size * (size + 1) * (2 * size + 1) / 24, tail);
	return of_pairs(&p, n * (n + 1) / 2, k);
}

struct shift shift_two(const double *x, size_t nx, const double *y, size_t ny,
		       double level)
{
	double tail = (1 - level) / 2;
	double product = (double)nx * (double)ny;
	owns_mem double *a = NULL;
	owns_mem double *b = NULL;
	struct pairs p;
	size_t k;

	if (nx == 0 || ny == 0)
		return (struct shift){NAN, NAN, NAN};
	a = sorted_times(x, nx, 1);
	b = sorted_times(y, ny, -1);
	p = (struct pairs){a, b, nx, ny, NULL};
	k = nx <= RANKS_SUM_EXACT && ny <= RANKS_SUM_EXACT
		? ranks_sum_quantile(nx, ny, tail)
		: normal_rank(product / 2, product * (double)(nx + ny + 1) / 12, tail);
	return of_pairs(&p, nx * ny, k);
}
