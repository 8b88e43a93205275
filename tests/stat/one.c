/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One campaign on paper, for comparison with a session of the real becalm versus:
 *
 *	one NAME=VALUE...	fields of the scenario; disturbed=3,17: rounds with a mark
 *
 * Prints what the verdict file of that session must say, number by number.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../launcher/model/units.h"
#include "campaign.h"

static bool marks[CAMPAIGN_ROUNDS];

static void set_marks(const char *list)
{
	for (char *end; *list; list = *end ? end + 1 : end) {
		long round = strtol(list, &end, 10);

		if (round >= 1 && round <= CAMPAIGN_ROUNDS)
			marks[round - 1] = true;
	}
}

int main(int argc, char **argv)
{
	static struct campaign c;
	struct scenario s = scenario_default();
	struct suite plan = {.looks = looks_plan(1, CAMPAIGN_ROUNDS),
			     .rule = {.alpha = 0.05, .margin = 0.01, .max_slowdown = -1},
			     .count = 1, .left = 1, .filled = 1};
	struct verdict v;
	char number[48];

	s.length_ns = 20000; /* as the program */
	for (int i = 1; i < argc; i++) {
		if (!strncmp(argv[i], "disturbed=", 10))
			set_marks(argv[i] + 10);
		else if (!scenario_set(&s, argv[i]))
			return fprintf(stderr, "one: what is '%s'?\n", argv[i]), 125;
	}
	looks_p(&plan.looks, plan.rule.alpha, plan.p);
	campaign_draw(&c, &s, plan.looks.block);
	c.marks = marks;
	v = campaign_judge(&c, &plan);
	printf("\"verdict\": \"%s\"\n", verdict_words[v.word]);
	printf("\"change\": %s\n", units_plain(v.change, number, sizeof(number)));
	printf("\"low\": %s\n", units_plain(v.low, number, sizeof(number)));
	printf("\"high\": %s\n", units_plain(v.high, number, sizeof(number)));
	printf("\"n\": %zu\n", v.n);
	return 0;
}
