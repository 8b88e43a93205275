/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What deciding costs, in ms: the bounds of a plan of 12 looks; a round of a comparison that
 * stays undecided for 120 rounds; its last look. The least of some tries.
 */

#include <stdio.h>
#include <time.h>

#include "../stat/campaign.h"

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double bounds_ms(void)
{
	const struct looks l = looks_plan(1, 960);
	double start = now_ms();
	double p[LOOKS_MAX];

	looks_p(&l, 0.05, p);
	return l.count == 12 ? now_ms() - start : -1;
}

static struct suite undecided(struct looks l)
{
	struct suite s = { .looks = l, .rule = { .alpha = 0.05, .margin = 1e-9, .max_slowdown = -1 },
			   .count = 1, .left = 1, .filled = 1 };

	looks_p(&s.looks, 0.05, s.p);
	return s;
}

static double judge_ms(const struct campaign *c, const struct suite *s)
{
	double start = now_ms();
	struct verdict v = campaign_judge(c, s);

	return v.n == CAMPAIGN_ROUNDS ? now_ms() - start : -1;
}

int main(void)
{
	static struct campaign c;
	const struct scenario scenario = scenario_default();
	const struct suite all = undecided(looks_plan(1, CAMPAIGN_ROUNDS));
	const struct suite last = undecided(looks_plan(CAMPAIGN_ROUNDS, CAMPAIGN_ROUNDS));
	double least[3] = { 1e9, 1e9, 1e9 };

	campaign_draw(&c, &scenario, all.looks.block);
	for (int i = 0; i < 21; i++) {
		const double ms[3] = { bounds_ms(), judge_ms(&c, &all) / CAMPAIGN_ROUNDS, judge_ms(&c, &last) };

		for (int k = 0; k < 3; k++)
			least[k] = ms[k] < least[k] ? ms[k] : least[k];
	}
	printf("%.3f %.4f %.4f\n", least[0], least[1], least[2]);
	return least[0] < 0 || least[1] < 0 || least[2] < 0;
}
