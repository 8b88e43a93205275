/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ranks.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sort.h>

#include "../base/owns.h"

void ranks_of(const double *x, size_t n, double *out)
{
	owns_mem size_t *order = xcalloc(n + 1, sizeof(*order));

	gsl_sort_index(order, x, 1, n);
	for (size_t first = 0, next; first < n; first = next) {
		for (next = first; next < n && x[order[next]] == x[order[first]];)
			next++;
		for (size_t i = first; i < next; i++)
			out[order[i]] = (double)(first + next + 1) / 2;
	}
}

/* Sum of t^3 - t over runs of t equal ranks. */
static double tie_sum(const double *ranks, size_t n)
{
	owns_mem double *sorted = xcalloc(n + 1, sizeof(*sorted));
	double sum = 0;

	memcpy(sorted, ranks, n * sizeof(*ranks));
	gsl_sort(sorted, 1, n);
	for (size_t first = 0, next; first < n; first = next) {
		double t;

		for (next = first; next < n && sorted[next] == sorted[first];)
			next++;
		t = (double)(next - first);
		sum += t * t * t - t;
	}
	return sum;
}

/*
 * How probable each sum is when 'take' of the n doubled ranks are drawn: out[0 ... top],
 * top the sum of all. Row j of ways[] counts the draws of j ranks so far.
 */
static void draws_of(const size_t *doubled, size_t n, size_t take, size_t top,
		     double *out)
{
	size_t width = top + 1;
	owns_mem double *ways = xcalloc((take + 1) * width, sizeof(*ways));
	double all = 0;

	ways[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1 < take ? i + 1 : take; j > 0; j--)
			for (size_t s = doubled[i]; s <= top; s++)
				ways[j * width + s] +=
				    ways[(j - 1) * width + s - doubled[i]];
	for (size_t s = 0; s <= top; s++)
		all += ways[take * width +
			    s]; /* n over take, without the rounding of a logarithm */
	for (size_t s = 0; s <= top; s++)
		out[s] = ways[take * width + s] / all;
}

/* How probable each sum of a random subset is, any size: the signs of the signed ranks.
 */
static void subsets_of(const size_t *doubled, size_t n, size_t top, double *out)
{
	memset(out, 0, (top + 1) * sizeof(*out));
	out[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t s = top + 1; s-- > 0;)
			out[s] =
			    (out[s] + (s >= doubled[i] ? out[s - doubled[i]] : 0)) / 2;
}

static struct ranktest exact(double statistic, const double *chance, size_t top,
			     size_t sum)
{
	struct ranktest out = {.statistic = statistic, .is_exact = true};

	for (size_t s = 0; s <= top; s++) {
		out.p_less += s <= sum ? chance[s] : 0;
		out.p_greater += s >= sum ? chance[s] : 0;
	}
	out.p_less = fmin(1, out.p_less);
	out.p_greater = fmin(1, out.p_greater);
	out.p = fmin(1, 2 * fmin(out.p_less, out.p_greater));
	return out;
}

static struct ranktest approximate(double statistic, double mean, double variance)
{
	struct ranktest out = {
	    .statistic = statistic, .p = 1, .p_less = 1, .p_greater = 1};
	double sd = sqrt(variance);

	if (!(variance > 0)) /* everything tied */
		return out;
	out.p_less = gsl_cdf_ugaussian_P((statistic - mean + 0.5) / sd);
	out.p_greater = gsl_cdf_ugaussian_Q((statistic - mean - 0.5) / sd);
	out.p = fmin(1, 2 * fmin(out.p_less, out.p_greater));
	return out;
}

static struct ranktest exact_sum(const double *ranks, size_t nx, size_t ny, double u)
{
	size_t n = nx + ny;
	size_t top = n * (n + 1);
	size_t sum = 0;
	owns_mem size_t *doubled = xcalloc(n, sizeof(*doubled));
	owns_mem double *chance = xcalloc(top + 1, sizeof(*chance));

	for (size_t i = 0; i < n; i++) {
		doubled[i] = (size_t)(2 * ranks[i]);
		sum += i < nx ? doubled[i] : 0;
	}
	draws_of(doubled, n, nx, top, chance);
	return exact(u, chance, top, sum);
}

struct ranktest ranks_mann_whitney(const double *x, size_t nx, const double *y, size_t ny)
{
	size_t n = nx + ny;
	owns_mem double *all = xcalloc(n + 1, sizeof(*all));
	owns_mem double *ranks = xcalloc(n + 1, sizeof(*ranks));
	double product = (double)nx * (double)ny;
	double size = (double)n;
	double u = -(double)nx * ((double)nx + 1) / 2;

	if (nx == 0 || ny == 0)
		return (struct ranktest){NAN, NAN, NAN, NAN, false};
	memcpy(all, x, nx * sizeof(*x));
	memcpy(all + nx, y, ny * sizeof(*y));
	ranks_of(all, n, ranks);
	for (size_t i = 0; i < nx; i++)
		u += ranks[i];
	if (nx <= RANKS_SUM_EXACT && ny <= RANKS_SUM_EXACT)
		return exact_sum(ranks, nx, ny, u);
	return approximate(u, product / 2,
			   product / 12 *
			       (size + 1 - tie_sum(ranks, n) / (size * (size - 1))));
}

static struct ranktest exact_signed(const double *ranks, const double *x, size_t n,
				    double v)
{
	size_t top = n * (n + 1);
	size_t sum = 0;
	owns_mem size_t *doubled = xcalloc(n, sizeof(*doubled));
	owns_mem double *chance = xcalloc(top + 1, sizeof(*chance));

	for (size_t i = 0; i < n; i++) {
		doubled[i] = (size_t)(2 * ranks[i]);
		sum += x[i] > 0 ? doubled[i] : 0;
	}
	subsets_of(doubled, n, top, chance);
	return exact(v, chance, top, sum);
}

struct ranktest ranks_signed(const double *x, size_t n)
{
	owns_mem double *kept = xcalloc(n + 1, sizeof(*kept));
	owns_mem double *sizes = xcalloc(n + 1, sizeof(*sizes));
	owns_mem double *ranks = xcalloc(n + 1, sizeof(*ranks));
	size_t m = 0;
	double size, v = 0;

	for (size_t i = 0; i < n; i++)
		if (x[i] != 0)
			kept[m++] = x[i];
	if (m == 0)
		return (struct ranktest){NAN, NAN, NAN, NAN, false};
	for (size_t i = 0; i < m; i++)
		sizes[i] = fabs(kept[i]);
	ranks_of(sizes, m, ranks);
	for (size_t i = 0; i < m; i++)
		v += kept[i] > 0 ? ranks[i] : 0;
	if (m <= RANKS_SIGNED_EXACT)
		return exact_signed(ranks, kept, m, v);
	size = (double)m;
	return approximate(v, size * (size + 1) / 4,
			   size * (size + 1) * (2 * size + 1) / 24 -
			       tie_sum(ranks, m) / 48);
}

double ranks_smallest_p(size_t nx, size_t ny)
{
	double ways = gsl_sf_lnchoose((unsigned)(nx + ny), (unsigned)nx);

	return nx && ny ? fmin(1, 2 * exp(-ways)) : 1;
}

/* chance[u] of U = u without ties, u = 0 ... nx ny. */
static double *untied_sum(size_t nx, size_t ny)
{
	size_t n = nx + ny;
	size_t top = n * (n + 1) / 2;
	size_t least = nx * (nx + 1) / 2;
	owns_mem size_t *ranks = xcalloc(n, sizeof(*ranks));
	double *chance = xcalloc(top + 1, sizeof(*chance));

	for (size_t i = 0; i < n; i++)
		ranks[i] = i + 1;
	draws_of(ranks, n, nx, top, chance);
	memmove(chance, chance + least, (nx * ny + 1) * sizeof(*chance));
	return chance;
}

double ranks_sum_cdf(size_t nx, size_t ny, size_t u)
{
	owns_mem double *chance = untied_sum(nx, ny);
	double sum = 0;

	for (size_t i = 0; i <= u && i <= nx * ny; i++)
		sum += chance[i];
	return fmin(1, sum);
}

/* A sum of probabilities that should equal p must not miss it by its rounding. */
static size_t first_reaching(const double *chance, size_t top, double p)
{
	double sum = 0;

	for (size_t i = 0; i < top; i++) {
		sum += chance[i];
		if (sum >= p * (1 - 1e-12))
			return i;
	}
	return top;
}

size_t ranks_sum_quantile(size_t nx, size_t ny, double p)
{
	owns_mem double *chance = untied_sum(nx, ny);

	return first_reaching(chance, nx * ny, p);
}

size_t ranks_signed_quantile(size_t n, double p)
{
	size_t top = n * (n + 1) / 2;
	owns_mem size_t *ranks = xcalloc(n, sizeof(*ranks));
	owns_mem double *chance = xcalloc(top + 1, sizeof(*chance));

	for (size_t i = 0; i < n; i++)
		ranks[i] = i + 1;
	subsets_of(ranks, n, top, chance);
	return first_reaching(chance, top, p);
}
