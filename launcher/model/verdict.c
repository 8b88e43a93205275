/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/owns.h"
#include "../stats/outliers.h"
#include "../stats/quantile.h"
#include "../stats/ranks.h"
#include "../stats/ttest.h"
#include "scale.h"

const char *const verdict_words[] = {"undecided", "slower", "faster", "same", NULL};

static double smallest_p(bool is_paired, size_t na, size_t nb)
{
	return is_paired ? fmin(1, ldexp(2, -(int)fmin(1000, (double)nb)))
			 : ranks_smallest_p(na, nb);
}

size_t verdict_least(bool is_paired, double alpha)
{
	size_t n = 2;

	while (n < 1000 && smallest_p(is_paired, n, n) > alpha)
		n++;
	return n;
}

static enum verdict_gate gate_of(const struct scale *s, const struct ttest *t)
{
	if (t->low > s->gate)
		return GATE_FAIL;
	return t->high < s->gate ? GATE_PASS : GATE_UNDECIDED;
}

/* The rules of statistics.h's intervals and of the margin; without regard to marks. */
static void judge(struct verdict *v, const struct scale *s, const struct ttest *t,
		  const struct verdict_rule *r)
{
	bool is_enough = smallest_p(s->is_paired, s->na, s->nb) <= r->alpha;

	v->word = VERDICT_UNDECIDED;
	v->gate = r->max_slowdown < 0 ? GATE_NONE : GATE_UNDECIDED;
	if (!is_enough || isnan(t->low))
		return;
	if (t->low > 0)
		v->word = VERDICT_SLOWER;
	else if (t->high < 0)
		v->word = VERDICT_FASTER;
	else if ((t->low > -s->margin && t->high < s->margin) ||
		 (t->low == 0 && t->high == 0))
		v->word = VERDICT_SAME;
	if (v->word == VERDICT_SAME && s->is_paired && t->p <= r->p) {
		v->word = VERDICT_UNDECIDED;
		(void)snprintf(v->why, sizeof(v->why), /* fits */
			       "the typical process is the same, but the mean is not (paired t, p "
			       "%.2g): a few slow processes",
			       t->p);
	}
	/* the last digit of a logarithm must not decide about "exactly the margin" */
	v->is_small = (v->word == VERDICT_SLOWER || v->word == VERDICT_FASTER) &&
		      fabs(t->difference) < s->margin * (1 - 1e-9);
	if (v->gate != GATE_NONE)
		v->gate = gate_of(s, t);
	v->is_regression = v->gate == GATE_NONE
			       ? v->word == VERDICT_SLOWER && !v->is_small
			       : v->gate == GATE_FAIL;
}

/* Marks what lies far off, beside what is marked already; returns how many were new. */
static size_t mark_outliers(const double *x, size_t n, double resolution, bool *marked)
{
	owns_mem bool *far = xcalloc(n, sizeof(*far));
	size_t fresh = 0;

	(void)outliers_mark(x, n, resolution, far);
	for (size_t i = 0; i < n; i++) {
		fresh += far[i] && !marked[i];
		marked[i] |= far[i];
	}
	return fresh;
}

static size_t count_marked(const struct scale *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->nb; i++)
		n += s->b_marked[i];
	for (size_t i = 0; i < s->na && !s->is_paired; i++)
		n += s->a_marked[i];
	return n;
}

static size_t drop_marked(double *x, const bool *marked, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!marked[i])
			x[kept++] = x[i];
	return kept;
}

static void undecide(struct verdict *v)
{
	v->word = VERDICT_UNDECIDED;
	v->gate = v->gate == GATE_NONE ? GATE_NONE : GATE_UNDECIDED;
	v->is_regression = v->is_small = false;
}

/* Nothing is dropped, but if it hangs on the marked ones it is undecided. */
static void check_without(struct verdict *v, struct scale *s,
			  const struct verdict_rule *r)
{
	struct verdict other = {0};
	struct ttest t;
	double unused;

	v->left_out = count_marked(s);
	if (!v->left_out)
		return;
	s->nb = drop_marked(s->b, s->b_marked, s->nb);
	s->na = s->is_paired ? s->nb : drop_marked(s->a, s->a_marked, s->na);
	/* fewer values cannot reach an early look's p; what is asked is whether they contradict */
	t = scale_test(s, 1 - r->alpha, &unused);
	v->without = scale_change(s, t.difference);
	judge(&other, s, &t, r);
	if (v->word == other.word && v->gate == other.gate &&
	    v->is_regression == other.is_regression)
		return;
	if (v->word != VERDICT_UNDECIDED || v->gate == GATE_PASS || v->gate == GATE_FAIL)
		(void)snprintf(v->why, sizeof(v->why), /* fits */
			       "%s with all, but %s without the %zu marked %s",
			       verdict_words[v->word], verdict_words[other.word],
			       v->left_out, v->is_paired ? "rounds" : "values");
	undecide(v);
}

/* Change inside the modes: each value against the centre of its own group. */
static struct ttest inside_modes(const struct verdict_data *d, const struct modes *m,
				 bool is_log, double level)
{
	owns_mem double *a = xcalloc(d->na, sizeof(*a));
	owns_mem double *b = xcalloc(d->nb, sizeof(*b));

	for (size_t i = 0; i < d->na; i++) {
		double center = m->group[modes_group(m, d->a[i])].center;

		a[i] = is_log ? log(d->a[i] / center) : d->a[i] - center;
	}
	for (size_t i = 0; i < d->nb; i++) {
		double center = m->group[modes_group(m, d->b[i])].center;

		b[i] = is_log ? log(d->b[i] / center) : d->b[i] - center;
		if (d->is_paired)
			b[i] -= a[i];
	}
	return d->is_paired ? ttest_one(b, d->nb, level)
			    : ttest_welch(b, d->nb, a, d->na, level);
}

/* Does the draw of the mode fall on both of a pair alike? Then pairs see through it. */
static bool pairs_agree(const struct verdict_data *d, const struct modes *m)
{
	size_t apart = 0;

	for (size_t i = 0; i < d->nb; i++)
		apart += (modes_group(m, d->a[i]) >= m->cut) !=
			 (modes_group(m, d->b[i]) >= m->cut);
	return apart * 10 < d->nb;
}

static void check_modes(struct verdict *v, const struct verdict_data *d,
			const struct scale *s, const struct verdict_rule *r)
{
	struct ttest t;
	const struct modes *m = &v->modes;

	v->modes = modes_of(d->a, d->na, d->b, d->nb, d->resolution);
	if (!m->count)
		return;
	t = inside_modes(d, m, s->is_log, 1 - r->p);
	v->inside = scale_change(s, t.difference);
	v->inside_low = scale_change(s, t.low);
	v->inside_high = scale_change(s, t.high);
	if (d->is_paired && pairs_agree(d, m))
		return;
	if (m->share_p <= r->alpha || t.low > 0 || t.high < 0 || v->word == VERDICT_SAME)
		return;
	(void)snprintf(
	    v->why, sizeof(v->why), /* fits */
	    "%zu groups of processes; %zu of %zu slow against %zu of %zu may be chance "
	    "(Fisher p %.2g)",
	    m->count, m->a_slow, d->na, m->b_slow, d->nb, m->share_p);
	undecide(v);
}

/*
 * How many pairs would put the interval's end clear of 0, or inside the margin, in four
 * of five cases if spread and change stay what they seem.
 */
static size_t estimate_more(const struct scale *s, const struct ttest *t, size_t n,
			    const struct verdict_rule *r)
{
	double reach = (quantile_t(r->p / 2, 1e6) + 0.84) * t->se * sqrt((double)n);
	double size = fabs(t->difference);
	double distance = r->max_slowdown < 0 ? fmax(size, s->margin - size)
					      : fabs(t->difference - s->gate);
	double need = pow(reach / distance, 2);

	if (!(need < 1e6))
		return 0;
	return need > (double)n ? ((size_t)(need - (double)n) / 10 + 1) * 10 : 10;
}

static void say_too_few(struct verdict *v, const struct verdict_data *d, double alpha)
{
	size_t least = verdict_least(d->is_paired, alpha);

	if (!d->na || !d->nb)
		(void)snprintf(v->why, sizeof(v->why), "%s has no sample",
			       d->na ? "B" : "A");
	else if (d->is_paired)
		(void)snprintf(
		    v->why, sizeof(v->why), /* fits, as the next */
		    "%zu round%s cannot reach %g (smallest two-sided p %.2g); at "
		    "least %zu are needed",
		    d->nb, d->nb == 1 ? "" : "s", alpha, smallest_p(true, d->na, d->nb),
		    least);
	else
		(void)snprintf(
		    v->why, sizeof(v->why),
		    "n=%zu v %zu cannot reach %g (smallest two-sided p %.2g); at "
		    "least %zu v %zu are needed",
		    d->na, d->nb, alpha, smallest_p(false, d->na, d->nb), least, least);
}

static void fill(struct verdict *v, const struct scale *s, const struct ttest *t,
		 size_t n)
{
	v->has_ratio = s->is_log;
	v->change = scale_change(s, t->difference);
	v->low = scale_change(s, t->low);
	v->high = scale_change(s, t->high);
	v->t = t->t;
	v->df = t->df;
	v->t_p = t->p;
	v->spread = t->se * sqrt((double)n);
}

/* With one value a side there is a change and nothing else. */
static double plain_change(const struct scale *s)
{
	double sum = 0;

	for (size_t i = 0; i < s->nb; i++)
		sum += s->b[i] / (double)s->nb;
	for (size_t i = 0; i < s->na && !s->is_paired; i++)
		sum -= s->a[i] / (double)s->na;
	return scale_change(s, sum);
}

/* Samples taken apart from each other: a side that was mostly disturbed says nothing of B. */
static void check_disturbed(struct verdict *v, const struct scale *s)
{
	size_t a = 0;
	size_t b = 0;

	for (size_t i = 0; i < s->na; i++)
		a += s->a_marked[i];
	for (size_t i = 0; i < s->nb; i++)
		b += s->b_marked[i];
	if (s->is_paired || (a * 2 <= s->na && b * 2 <= s->nb))
		return;
	(void)snprintf(v->why, sizeof(v->why), /* fits */
		       "%zu of %zu processes of A and %zu of %zu of the other side were disturbed",
		       a, s->na, b, s->nb);
	undecide(v);
}

/*
 * With enough values: what else there is to be said against a verdict. On a busy machine
 * most pairs are disturbed, A and B alike; what few are left could not confirm anything.
 */
static void doubt(struct verdict *v, const struct verdict_data *d, struct scale *s,
		  const struct verdict_rule *r)
{
	check_modes(v, d, s, r);
	if (v->disturbed)
		check_disturbed(v, s);
	if (s->is_paired && v->disturbed * 3 > s->nb)
		memset(s->b_marked, 0, s->nb * sizeof(*s->b_marked));
	if (!v->modes.count) { /* a group of processes is no outlier */
		v->outliers = mark_outliers(s->b, s->nb, s->resolution, s->b_marked);
		if (!s->is_paired)
			v->outliers += mark_outliers(s->a, s->na, s->resolution, s->a_marked);
	}
	check_without(v, s, r);
}

static struct verdict decide_samples(const struct verdict_data *d, const struct verdict_rule *r,
				     struct verdict v)
{
	struct scale s = scale_of(d, r);
	struct ttest t = scale_test(&s, 1 - r->p, &v.correlation_p);

	fill(&v, &s, &t, v.n);
	if (isnan(t.difference))
		v.change = plain_change(&s);
	v.disturbed = count_marked(&s);
	judge(&v, &s, &t, r);
	if (smallest_p(d->is_paired, d->na, d->nb) > r->alpha) {
		say_too_few(&v, d, r->alpha);
		v.more = verdict_least(d->is_paired, r->alpha) - v.n;
	} else {
		if (v.word == VERDICT_UNDECIDED || v.gate == GATE_UNDECIDED)
			v.more = estimate_more(&s, &t, v.n, r);
		doubt(&v, d, &s, r);
	}
	scale_free(&s);
	return v;
}

struct verdict verdict_decide(const struct verdict_data *d, const struct verdict_rule *r)
{
	struct verdict v = {.change = NAN,
			    .low = NAN,
			    .high = NAN,
			    .t = NAN,
			    .df = NAN,
			    .t_p = NAN,
			    .spread = NAN,
			    .without = NAN,
			    .correlation_p = NAN,
			    .inside = NAN,
			    .inside_low = NAN,
			    .inside_high = NAN};

	v.gate = r->max_slowdown < 0 ? GATE_NONE : GATE_UNDECIDED;
	v.is_paired = d->is_paired;
	v.n = d->na < d->nb ? d->na : d->nb;
	if (v.n == 0) {
		say_too_few(&v, d, r->alpha);
		return v;
	}
	return decide_samples(d, r, v);
}

double verdict_rank_p(const struct verdict_data *d)
{
	owns_mem double *differences = xcalloc(d->nb + 1, sizeof(*differences));
	double p;

	if (!d->is_paired)
		return ranks_mann_whitney(d->b, d->nb, d->a, d->na).p;
	for (size_t i = 0; i < d->nb; i++)
		differences[i] = d->b[i] - d->a[i];
	p = ranks_signed(differences, d->nb).p;
	return isnan(p) && d->nb ? 1 : p; /* all differences 0 */
}
