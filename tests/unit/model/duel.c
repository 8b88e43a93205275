/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../../launcher/model/duel.h"

static const struct verdict_rule rule = { .alpha = 0.05, .p = 0.05, .margin = 0.01, .max_slowdown = -1 };

/* One invocation with one value, as a session or a file would give it. */
static void give(struct pairs *p, struct series *s, int command, int64_t index, int64_t round,
		 const char *test, double value)
{
	const struct invocation v = { .index = index, .round = round, .command = command };

	series_run(series_track(&s[command], test, "ns", true), value);
	series_close(&s[command], &v);
	pairs_take(p, &v, &s[command]);
}

static void give_rounds(struct pairs *p, struct series *s, int64_t from, int64_t to, double shift)
{
	for (int64_t round = from; round <= to; round++) {
		double noise = (double)((round * 7) % 11);

		give(p, s, 0, 2 * round - 1, round, "t", 1000 + noise);
		give(p, s, 1, 2 * round, round, "t", 1000 + shift + (double)((round * 5) % 13));
	}
}

static void a_replay_gives_the_verdict_of_the_session(void **state)
{
	struct pairs p;
	struct series s[2] = { 0 };
	struct looks l = looks_plan(1, 120);
	struct duel live = { .side_count = 2 };
	struct duel again = { .side_count = 2 };
	int64_t round = 0;

	(void)state;
	pairs_open(&p, 2);
	for (int i = 0; i < 2; i++)
		live.sides[i] = again.sides[i] = (struct duel_side){ &p, i };
	do {
		round++;
		give_rounds(&p, s, round, round, 11);
	} while (!duel_look(&live, &l, &rule, round, false));
	duel_replay(&again, &l, &rule, p.rounds);
	assert_int_equal(live.suite.verdicts[0].word, VERDICT_SLOWER);
	assert_memory_equal(&live.suite.verdicts[0], &again.suite.verdicts[0], sizeof(struct verdict));
	assert_int_equal(again.suite.decided[0], round);
	duel_free(&live);
	duel_free(&again);
	pairs_free(&p);
	series_free(&s[0]);
	series_free(&s[1]);
}

static void a_round_without_its_partner_is_left_out(void **state)
{
	struct pairs p;
	struct series s[2] = { 0 };
	struct duel d = { .side_count = 2 };

	(void)state;
	pairs_open(&p, 2);
	give_rounds(&p, s, 1, 6, 0);
	give(&p, s, 0, 13, 7, "t", 1);
	for (int i = 0; i < 2; i++)
		d.sides[i] = (struct duel_side){ &p, i };
	duel_collect(&d, 100);
	assert_int_equal(d.row_count, 1);
	assert_true(d.rows[0].is_paired);
	assert_int_equal(d.rows[0].na, 6);
	duel_collect(&d, 4);
	assert_int_equal(d.rows[0].na, 4);
	duel_free(&d);
	pairs_free(&p);
	series_free(&s[0]);
	series_free(&s[1]);
}

static const char *renamed(void *to, const char *test)
{
	(void)to;
	return strcmp(test, "old") ? test : "new";
}

static void sessions_are_matched_by_name(void **state)
{
	struct pairs p[2];
	struct series s[2] = { 0 };
	struct duel d = { .side_count = 2 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		pairs_open(&p[i], 1);
		d.sides[i] = (struct duel_side){ &p[i], 0 };
	}
	for (int round = 1; round <= 5; round++) {
		give(&p[0], &s[0], 0, 2 * round, round, "old", round);
		give(&p[0], &s[0], 0, 2 * round + 1, round, "gone", round);
		give(&p[1], &s[1], 0, 2 * round, round, "new", round);
		give(&p[1], &s[1], 0, 2 * round + 1, round, "fresh", round);
	}
	d.renamed = renamed;
	duel_judge(&d, &rule);
	assert_int_equal(d.row_count, 1);
	assert_false(d.rows[0].is_paired);
	assert_string_equal(d.rows[0].test, "old");
	assert_int_equal(d.suite.verdicts[0].change == 0, 1);
	assert_int_equal(d.lone_count, 2);
	assert_string_equal(d.lone[0].test, "gone");
	assert_int_equal(d.lone[0].side, 0);
	assert_string_equal(d.lone[1].test, "fresh");
	assert_int_equal(d.lone[1].side, 1);
	duel_free(&d);
	for (int i = 0; i < 2; i++) {
		pairs_free(&p[i]);
		series_free(&s[i]);
	}
}

static void nothing_in_common_has_no_verdict(void **state)
{
	struct pairs p[2];
	struct duel d = { .side_count = 2 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		pairs_open(&p[i], 1);
		d.sides[i] = (struct duel_side){ &p[i], 0 };
	}
	duel_judge(&d, &rule);
	duel_finish(&d);
	assert_false(d.is_judged);
	assert_int_equal(d.row_count, 0);
	assert_true(isnan(duel_mean(&d, 1, 0.95).change));
	duel_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_replay_gives_the_verdict_of_the_session),
		cmocka_unit_test(a_round_without_its_partner_is_left_out),
		cmocka_unit_test(sessions_are_matched_by_name),
		cmocka_unit_test(nothing_in_common_has_no_verdict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
