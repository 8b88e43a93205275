/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign.h"

#include <math.h>
#include <string.h>

#include "../../launcher/model/order.h"
#include "../../launcher/stats/ranks.h"
#include "../../launcher/stats/summary.h"
#include "../../launcher/stats/ttest.h"

static double keep_process(struct campaign *c, int command, int round,
			   const int64_t *runs, int n)
{
	double x[SCENARIO_RUNS];
	double *pool = command ? c->b_runs : c->a_runs;

	for (int i = 0; i < n; i++) {
		x[i] = (double)runs[i];
		if (round <= CAMPAIGN_POOL)
			pool[(round - 1) * n + i] = x[i];
	}
	return summary_median_inplace(x, (size_t)n);
}

void campaign_draw(struct campaign *c, const struct scenario *s, int block)
{
	int64_t runs[SCENARIO_RUNS];
	int64_t slot = 0;

	for (int round = 1; round <= CAMPAIGN_ROUNDS; round++) {
		int order[2];

		order_of(s->seed, round, 2, block, order);
		for (int place = 0; place < 2; place++, slot++) {
			int command = order[place];
			int64_t at = s->is_unordered
					 ? (command ? CAMPAIGN_POOL : 0) + round - 1
					 : slot;

			(void)scenario_process(s, command, round, at,
					       runs); /* never crashes here */
			*(command ? &c->b[round - 1] : &c->a[round - 1]) =
			    keep_process(c, command, round, runs, s->runs);
		}
	}
	c->runs = (size_t)(CAMPAIGN_POOL * s->runs);
}

struct verdict campaign_judge(const struct campaign *c, const struct suite *plan)
{
	struct verdict v = {0};
	int64_t decided = 0;
	double level = 0;
	struct suite suite = *plan;
	struct suite *s = &suite;
	bool is_over = false;

	s->verdicts = &v;
	s->decided = &decided;
	s->levels = &level;
	for (int i = 0; i < s->looks.count && !is_over; i++) {
		struct verdict_data d = {.a = c->a,
					 .b = c->b,
					 .is_paired = true,
					 .na = (size_t)s->looks.at[i],
					 .nb = (size_t)s->looks.at[i],
					 .b_marked = c->marks};

		is_over = suite_look(s, &d, s->looks.at[i], false);
	}
	return v;
}

bool campaign_pooled_t(const struct campaign *c)
{
	return ttest_pooled(c->b_runs, c->runs, c->a_runs, c->runs, 0.95).p < 0.05;
}

bool campaign_pooled_ranks(const struct campaign *c)
{
	return ranks_mann_whitney(c->b_runs, c->runs, c->a_runs, c->runs).p < 0.05;
}

bool campaign_fixed(const struct campaign *c, size_t n)
{
	double d[CAMPAIGN_ROUNDS];

	for (size_t i = 0; i < n; i++)
		d[i] = log(c->b[i] / c->a[i]);
	return ttest_one(d, n, 0.95).p < 0.05;
}

bool campaign_peeking(const struct campaign *c)
{
	for (size_t n = 10; n <= CAMPAIGN_ROUNDS; n += 10)
		if (campaign_fixed(c, n))
			return true;
	return false;
}
