/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stop.h"

#include <math.h>
#include <stdlib.h>

#include "../base/owns.h"
#include "../stats/summary.h"

static double width_of(const struct track *t)
{
	owns_mem double *x = xcalloc(t->count, sizeof(*x));
	struct summary s;

	series_values(t, x);
	s = summary_of(x, t->count, 0.95);
	if (isnan(s.low))
		return NAN;
	if (s.high == s.low)
		return 0;
	return s.median > 0 ? (s.high - s.low) / 2 / s.median : INFINITY;
}

void stop_look(struct stop *s, const struct series *series)
{
	double widest = series->track_count ? 0 : NAN;

	if (s->made > 200 && s->made % (s->made / 100))
		return;
	for (size_t i = 0; i < series->track_count; i++) {
		double width = width_of(&series->tracks[i]);

		if (isnan(width) || width > widest)
			widest = width;
		if (isnan(width))
			break;
	}
	s->width = widest;
}

static bool is_over(struct stop *s, const char *why)
{
	s->why = why;
	return true;
}

bool stop_is_due(struct stop *s, const struct plan *p)
{
	if (p->invocations)
		return s->made >= p->invocations && is_over(s, "all made");
	if (s->made < STOP_LEAST)
		return false;
	/* One more of the same length would end after the budget. */
	if (s->elapsed_ns + s->elapsed_ns / s->made > p->budget_ns)
		return is_over(s, "the budget is spent");
	return s->made >= p->least && s->width <= p->precision && is_over(s, "precise enough");
}

int64_t stop_expected(const struct stop *s, const struct plan *p)
{
	double by_width;
	double by_budget;

	if (p->invocations)
		return p->invocations;
	if (s->made < STOP_LEAST || !(s->width > 0) || isinf(s->width))
		return 0;
	by_width = (double)s->made * (s->width / p->precision) * (s->width / p->precision);
	by_budget = (double)p->budget_ns / ((double)s->elapsed_ns / (double)s->made);
	by_width = by_width < by_budget ? by_width : by_budget;
	return by_width < (double)p->least ? p->least : (int64_t)by_width;
}
