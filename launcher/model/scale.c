/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scale.h"

#include <math.h>

#include "../base/owns.h"
#include "../stats/quantile.h"
#include "../stats/serial.h"
#include "../stats/shift.h"
#include "../stats/summary.h"

static bool all_positive(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(x[i] > 0))
			return false;
	return true;
}

/* A share of A, but at least min_effect, on the scale. */
static double border(const struct scale *s, double typical, double share,
		     double min_effect)
{
	if (s->is_log)
		return log1p(fmax(share, min_effect / typical));
	return fmax(share * fabs(typical), min_effect);
}

struct scale scale_of(const struct verdict_data *d, const struct verdict_rule *r)
{
	struct scale s = {.is_paired = d->is_paired, .na = d->na, .nb = d->nb};
	double typical = summary_quantile(d->a, d->na, 0.5);

	s.is_log = all_positive(d->a, d->na) && all_positive(d->b, d->nb);
	s.a = xcalloc(d->na, sizeof(*s.a));
	s.b = xcalloc(d->nb, sizeof(*s.b));
	s.a_marked = xcalloc(d->na, sizeof(*s.a_marked));
	s.b_marked = xcalloc(d->nb, sizeof(*s.b_marked));
	for (size_t i = 0; i < d->na; i++) {
		s.a[i] = s.is_log ? log(d->a[i]) : d->a[i];
		s.a_marked[i] = d->a_marked && d->a_marked[i];
	}
	for (size_t i = 0; i < d->nb; i++) {
		s.b[i] = s.is_log ? log(d->b[i]) : d->b[i];
		s.b_marked[i] = d->b_marked && d->b_marked[i];
		if (s.is_paired) {
			s.b[i] -= s.a[i];
			s.b_marked[i] |= s.a_marked[i];
		}
	}
	s.resolution = s.is_log ? d->resolution / typical : d->resolution;
	s.margin = border(&s, typical, r->margin, r->min_effect);
	s.gate = border(&s, typical, fmax(0, r->max_slowdown), r->min_effect);
	return s;
}

void scale_free(struct scale *s)
{
	owns_free(&s->a);
	owns_free(&s->b);
	owns_free(&s->a_marked);
	owns_free(&s->b_marked);
}

/* How much wider everything must be because neighbours resemble each other. */
static double widening(const double *d, size_t n, double *correlation_p)
{
	if (n < 20)
		return 1;
	*correlation_p = serial_ljung_box(d, n, 5).p;
	return *correlation_p < 0.01 ? sqrt((double)n / serial_effective_size(d, n)) : 1;
}

static struct ttest paired_test(const double *d, size_t n, double level,
				double *correlation_p)
{
	double factor = widening(d, n, correlation_p);
	struct ttest plain = ttest_one(d, n, level);
	struct ttest t = ttest_widened(&plain, factor, level);
	struct shift s = shift_one(d, n, level);

	t.difference = s.estimate;
	t.low = s.estimate - factor * (s.estimate - s.low);
	t.high = s.estimate + factor * (s.high - s.estimate);
	t.se = isnan(t.low) ? plain.se
			    : (t.high - t.low) / 2 / quantile_t((1 - level) / 2, 1e6);
	return t;
}

struct ttest scale_test(const struct scale *s, double level, double *correlation_p)
{
	*correlation_p = NAN;
	if (s->is_paired)
		return paired_test(s->b, s->nb, level, correlation_p);
	return ttest_welch(s->b, s->nb, s->a, s->na, level);
}

double scale_change(const struct scale *s, double x)
{
	return s->is_log ? expm1(x) : x;
}
