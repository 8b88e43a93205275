/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "duel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "../base/owns.h"
#include "../stats/adjust.h"
#include "../stats/permute.h"
#include "../stats/serial.h"
#include "../stats/ttest.h"

static void row_free(struct duel_row *r)
{
	free(r->a);
	free(r->b);
	free(r->a_marked);
	free(r->b_marked);
}

void duel_free(struct duel *d)
{
	for (size_t i = 0; i < d->row_count; i++)
		row_free(&d->rows[i]);
	free(d->rows);
	free(d->lone);
	suite_close(&d->suite);
	*d = (struct duel){ 0 };
}

static const struct column *column_of(const struct duel *d, int side, const char *test)
{
	const struct duel_side *s = &d->sides[side];
	const struct pairs_test *t = pairs_find(s->pairs, test);

	return t && t->columns[s->command].count ? &t->columns[s->command] : NULL;
}

static const char *partner_of(const struct duel *d, int side, const char *test)
{
	bool is_other = d->sides[side].pairs != d->sides[0].pairs;

	return d->renamed && is_other ? d->renamed(d->to, test) : test;
}

static void add_lone(struct duel *d, const char *test, int side, int against)
{
	d->lone = xrealloc(d->lone, d->lone_count + 1, sizeof(*d->lone));
	d->lone[d->lone_count++] = (struct duel_lone){ test, side, against };
}

static void add_row(struct duel *d, const struct pairs_test *t, int side)
{
	d->rows = xrealloc(d->rows, d->row_count + 1, sizeof(*d->rows));
	d->rows[d->row_count++] = (struct duel_row){
		.test = t->name,
		.unit = t->unit,
		.side = side,
		.is_paired = d->sides[side].pairs == d->sides[0].pairs,
		.rank_p = (double)NAN,
		.sign_p = (double)NAN,
		.trend_p = { (double)NAN, (double)NAN },
		.p_adjusted = (double)NAN,
		.p_discovery = (double)NAN,
		.means = { (double)NAN, (double)NAN, (double)NAN },
	};
}

/* Does any test of A go by this name on the others? */
static bool has_partner(const struct duel *d, int side, const char *test)
{
	const struct pairs *a = d->sides[0].pairs;

	for (size_t i = 0; i < a->count; i++)
		if (column_of(d, 0, a->tests[i].name) &&
		    pairs_find(d->sides[side].pairs, partner_of(d, side, a->tests[i].name)) ==
			    pairs_find(d->sides[side].pairs, test))
			return true;
	return false;
}

static void match_tests(struct duel *d, int side)
{
	const struct pairs *a = d->sides[0].pairs;
	const struct pairs *b = d->sides[side].pairs;

	for (size_t i = 0; i < a->count; i++) {
		const char *name = a->tests[i].name;

		if (!column_of(d, 0, name))
			continue;
		if (column_of(d, side, partner_of(d, side, name)))
			add_row(d, &a->tests[i], side);
		else
			add_lone(d, name, 0, side);
	}
	for (size_t i = 0; i < b->count; i++)
		if (column_of(d, side, b->tests[i].name) && !has_partner(d, side, b->tests[i].name))
			add_lone(d, b->tests[i].name, side, side);
}

static void fill_row(const struct duel *d, struct duel_row *r, int64_t rounds)
{
	const struct column *a = column_of(d, 0, r->test);
	const struct column *b = column_of(d, r->side, partner_of(d, r->side, r->test));
	struct duel_row old = *r;

	assert(a && b); /* rows are made of columns */
	r->a = xcalloc(a->count, sizeof(*r->a));
	r->b = xcalloc(b->count, sizeof(*r->b));
	r->a_marked = xcalloc(a->count, sizeof(*r->a_marked));
	r->b_marked = xcalloc(b->count, sizeof(*r->b_marked));
	row_free(&old);
	if (r->is_paired) {
		r->na = r->nb = pairs_both(a, b, rounds, r->a, r->b, r->a_marked, r->b_marked);
		return;
	}
	r->na = pairs_column(a, rounds, r->a, r->a_marked);
	r->nb = pairs_column(b, rounds, r->b, r->b_marked);
}

void duel_collect(struct duel *d, int64_t rounds)
{
	if (!d->row_count)
		for (int side = 1; side < d->side_count; side++)
			match_tests(d, side);
	for (size_t i = 0; i < d->row_count; i++)
		fill_row(d, &d->rows[i], rounds);
}

static struct verdict_data *data_of(const struct duel *d)
{
	struct verdict_data *data = xcalloc(d->row_count + 1, sizeof(*data));

	for (size_t i = 0; i < d->row_count; i++) {
		const struct duel_row *r = &d->rows[i];

		data[i] = (struct verdict_data){ .a = r->a, .b = r->b, .na = r->na, .nb = r->nb,
						 .is_paired = r->is_paired, .a_marked = r->a_marked,
						 .b_marked = r->b_marked };
	}
	return data;
}

bool duel_look(struct duel *d, const struct looks *l, const struct verdict_rule *r, int64_t rounds,
	       bool is_end)
{
	owns_mem struct verdict_data *data = NULL;

	if (!is_end && looks_due(l, rounds) < 0)
		return false;
	duel_collect(d, rounds);
	if (!d->row_count)
		return false;
	if (!d->is_judged)
		suite_open(&d->suite, l, r, d->row_count);
	d->is_judged = true;
	d->rounds = rounds;
	data = data_of(d);
	return suite_look(&d->suite, data, rounds, is_end);
}

void duel_judge(struct duel *d, const struct verdict_rule *r)
{
	const struct looks one = looks_plan(1, 1);
	owns_mem struct verdict_data *data = NULL;

	duel_collect(d, INT64_MAX);
	if (!d->row_count)
		return;
	suite_open(&d->suite, &one, r, d->row_count);
	d->is_judged = true;
	data = data_of(d);
	suite_judge(&d->suite, data);
}

void duel_replay(struct duel *d, const struct looks *l, const struct verdict_rule *r, int64_t rounds)
{
	for (int i = 0; i < l->count && l->at[i] <= rounds; i++)
		if (duel_look(d, l, r, l->at[i], false))
			return;
	(void)duel_look(d, l, r, rounds, true); /* whatever it says, it is over */
}

void duel_forget(struct duel *d)
{
	suite_close(&d->suite);
	d->suite = (struct suite){ 0 };
	d->is_judged = false;
}

enum { TREND_MOST = 2000 }; /* values: it costs their square */

static double sign_p(const struct duel_row *r)
{
	double x[PERMUTE_EXACT];

	if (!r->is_paired || !r->nb || r->nb > PERMUTE_EXACT)
		return (double)NAN;
	for (size_t i = 0; i < r->nb; i++)
		x[i] = r->b[i] - r->a[i];
	return permute_signs(x, r->nb, 0).p; /* exact: no seed */
}

/* What else can be said of a row, whatever the verdict. */
static void second_opinions(struct duel_row *r, double alpha)
{
	r->sign_p = sign_p(r);
	if (r->is_paired) {
		r->means = ratio_paired(r->b, r->a, r->nb, 1 - alpha);
		return;
	}
	r->means = ratio_of(r->b, r->nb, r->a, r->na, ttest_welch(r->b, r->nb, r->a, r->na, 1 - alpha).df,
			    1 - alpha);
	if (r->na >= 10 && r->na <= TREND_MOST)
		r->trend_p[0] = serial_trend(r->a, r->na).p;
	if (r->nb >= 10 && r->nb <= TREND_MOST)
		r->trend_p[1] = serial_trend(r->b, r->nb).p;
}

void duel_finish(struct duel *d)
{
	owns_mem double *discovery = xcalloc(d->row_count + 1, sizeof(*discovery));
	owns_mem struct verdict_data *data = data_of(d);
	owns_mem double *p = xcalloc(d->row_count + 1, sizeof(*p));

	for (size_t i = 0; i < d->row_count && d->is_judged; i++) {
		d->rows[i].rank_p = data[i].na && data[i].nb ? verdict_rank_p(&data[i]) : (double)NAN;
		second_opinions(&d->rows[i], d->suite.rule.alpha);
		p[i] = d->rows[i].is_paired ? d->rows[i].rank_p : d->suite.verdicts[i].t_p;
	}
	adjust_bh(p, d->row_count, discovery);
	adjust_holm(p, d->row_count, p);
	for (size_t i = 0; i < d->row_count; i++) {
		d->rows[i].p_adjusted = p[i];
		d->rows[i].p_discovery = discovery[i];
	}
}

struct duel_mean duel_mean(const struct duel *d, int side, double level)
{
	owns_mem double *logs = xcalloc(d->row_count + 1, sizeof(*logs));
	struct duel_mean m = { 0, (double)NAN, (double)NAN, (double)NAN };
	struct ttest t;

	for (size_t i = 0; i < d->row_count && d->is_judged; i++)
		if (d->rows[i].side == side && d->suite.verdicts[i].has_ratio)
			logs[m.n++] = log1p(d->suite.verdicts[i].change);
	if (m.n < 2)
		return m;
	t = ttest_one(logs, m.n, level);
	m.change = expm1(t.difference);
	m.low = expm1(t.low);
	m.high = expm1(t.high);
	return m;
}
