/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "groups.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_sort.h>

#include "../base/owns.h"

/* Wider windows find nothing that these do not, and would make n squared of it. */
enum { WIDEST = 100 };

/* The 96 % quantile of the evidence in samples without groups: tests/stat/groups_null.c.
 */
static const struct critical {
	double n, value;
} critical[] = {
    {10, 5.16},	 {12, 5.64},   {14, 5.98},   {16, 6.29},   {20, 6.71},    {25, 7.15},
    {30, 7.45},	 {40, 7.92},   {50, 8.32},   {70, 8.82},    {100, 9.31},
    {140, 9.75}, {200, 10.22}, {500, 11.38}, {1000, 12.27}, {2000, 12.98},
};

static double critical_value(double n)
{
	size_t i = 1;

	while (i + 1 < sizeof(critical) / sizeof(*critical) && critical[i].n < n)
		i++;
	/* about linear in ln n, between the rows and beyond the last */
	return critical[i - 1].value + (critical[i].value - critical[i - 1].value) *
					   log(n / critical[i - 1].n) /
					   log(critical[i].n / critical[i - 1].n);
}

static double gap_evidence(const double *sorted, size_t n, size_t at)
{
	double gap = sorted[at] - sorted[at - 1];
	double best = 0;

	for (size_t m = GROUPS_SMALLEST; m <= at && m <= n - at && m <= WIDEST; m++) {
		double around =
		    sorted[at - 1] - sorted[at - m] + sorted[at + m - 1] - sorted[at];

		best = fmax(best, 2.0 * (double)(m - 1) * log1p(gap / around));
	}
	return best;
}

double groups_evidence(const double *sorted, size_t n, size_t *at)
{
	double best = 0;

	*at = 0;
	for (size_t i = GROUPS_SMALLEST; i + GROUPS_SMALLEST <= n; i++) {
		double here = sorted[i] > sorted[i - 1] ? gap_evidence(sorted, n, i) : 0;

		if (here > best) {
			best = here;
			*at = i;
		}
	}
	return best;
}

/*
 * The common divisor of all values, by Euclid's rule on doubles: the tick of a coarse
 * clock, even when it is the program's own and nobody told us.
 */
static double tick_of(const double *sorted, size_t n, double resolution)
{
	double tolerance = 1e-10 * fmax(fabs(sorted[0]), fabs(sorted[n - 1]));
	double tick = 0;

	for (size_t i = 0; i < n; i++) {
		double a = tick;
		double b = fabs(sorted[i]);

		while (b > tolerance) {
			double rest = a > 0 ? fabs(remainder(a, b)) : 0;

			a = b;
			b = rest;
		}
		tick = a;
	}
	return fmax(tick, resolution);
}

/*
 * Values of one tick become even steps over it, in place: a tie says no more than
 * "somewhere in here". Ticks stay in their order, so the result is sorted too.
 */
static void spread_ties(double *sorted, size_t n, double tick)
{
	for (size_t first = 0, next; tick > 0 && first < n; first = next) {
		double place = round(sorted[first] / tick);

		for (next = first; next < n && round(sorted[next] / tick) == place;)
			next++;
		for (size_t i = first; i < next; i++) {
			double share =
			    ((double)(i - first) + 0.5) / (double)(next - first);

			sorted[i] = tick * (place + share - 0.5);
		}
	}
}

struct split {
	const double *sorted; /* as measured */
	const double *spread; /* ties spread over a tick */
	double limit;
	struct group *out;
	size_t count;
};

static void split_part(struct split *s, size_t from, size_t n, size_t room)
{
	struct group *g = &s->out[s->count];
	size_t at;

	if (room > 1 && groups_evidence(s->spread + from, n, &at) > s->limit) {
		size_t before = s->count;

		split_part(s, from, at, room - 1);
		split_part(s, from + at, n - at, room - (s->count - before));
		return;
	}
	g->low = s->sorted[from];
	g->high = s->sorted[from + n - 1];
	g->center = (s->sorted[from + (n - 1) / 2] + s->sorted[from + n / 2]) / 2;
	g->n = n;
	s->count++;
}

size_t groups_find(const double *x, size_t n, double resolution,
		   struct group out[GROUPS_MAX])
{
	owns_mem double *sorted = xcalloc(n + 1, sizeof(*sorted));
	owns_mem double *spread = xcalloc(n + 1, sizeof(*spread));
	struct split s = {sorted, spread, 0, out, 0};

	if (n < GROUPS_LEAST)
		return 0;
	memcpy(sorted, x, n * sizeof(*x));
	gsl_sort(sorted, 1, n);
	memcpy(spread, sorted, n * sizeof(*sorted));
	spread_ties(spread, n, tick_of(sorted, n, resolution));
	s.limit =
	    critical_value((double)n); /* of the whole: one error rate for all splits */
	split_part(&s, 0, n, GROUPS_MAX);
	return s.count;
}
