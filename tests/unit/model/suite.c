/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/model/suite.h"
#include "../stats/close.h"

enum { ROUNDS = 120 };

static const struct verdict_rule plain = {
    .alpha = 0.05, .margin = 0.01, .max_slowdown = -1};

/* Differences spread evenly over shift +- size, in an order without a trend. */
static struct verdict_data alternating(double *a, double *b, double shift, double size)
{
	for (int i = 0; i < ROUNDS; i++) {
		a[i] = 100;
		b[i] = 100 * exp(shift + size * ((i * 7 % 10) - 4.5) / 4.5);
	}
	return (struct verdict_data){.a = a, .b = b, .is_paired = true};
}

static bool look(struct suite *s, struct verdict_data *d, int64_t rounds, bool is_end)
{
	for (size_t i = 0; i < s->count; i++)
		d[i].na = d[i].nb = (size_t)rounds;
	return suite_look(s, d, rounds, is_end);
}

/* z 2.4463 ... 2.4161 after 10, 20, 40, 60, 80, 120 rounds: tests/unit/stats/spending.c. */
static void the_planned_looks_have_the_bounds_of_the_design(void **state)
{
	const int64_t at[] = {10, 20, 40, 60, 80, 120};
	const double p[] = {0.01443, 0.00862, 0.01136, 0.01122, 0.01142, 0.01569};
	struct looks l = looks_plan(1, 120);
	double got[LOOKS_MAX];

	(void)state;
	assert_int_equal(l.count, 6);
	looks_p(&l, 0.05, got);
	for (int i = 0; i < 6; i++) {
		assert_int_equal(l.at[i], at[i]);
		assert_close(got[i], p[i], 1e-5);
	}
	assert_int_equal(l.block, 10);
	assert_int_equal(looks_due(&l, 40), 2);
	assert_int_equal(looks_due(&l, 41), -1);
}

static void a_rigorous_plan_starts_at_its_least(void **state)
{
	struct looks l = looks_plan(40, 120);

	(void)state;
	assert_int_equal(l.count, 4);
	assert_int_equal(l.at[0], 40);
	l = looks_plan(10, 10);
	assert_true(l.count == 1 && l.at[0] == 10 && l.block == 10);
	l = looks_plan(1, 7);
	assert_true(l.count == 1 && l.at[0] == 7 && l.block == 8);
	l = looks_plan(1, INT64_C(1) << 40);
	assert_true(l.count <= LOOKS_MAX && l.at[l.count - 1] == INT64_C(1) << 40);
}

/* Stopped by the clock after 30 of 120 rounds: more may be spent than a look there could.
 */
static void an_end_by_the_clock_spends_the_rest(void **state)
{
	struct looks l = looks_plan(1, 120);
	double p[LOOKS_MAX];

	(void)state;
	looks_p(&l, 0.05, p);
	assert_true(looks_p_at_end(&l, 0.05, 30) > p[2]);
	assert_true(looks_p_at_end(&l, 0.05, 30) < 0.05);
	assert_close(looks_p_at_end(&l, 0.05, 8), 0.05,
		     1e-9); /* it never looked before */
	assert_close(looks_p_at_end(&l, 0.05, 120), p[5], 1e-9);
}

static void a_clear_difference_ends_at_the_first_look(void **state)
{
	static double a[ROUNDS], b[ROUNDS];
	struct verdict_data d[] = {alternating(a, b, 0.05, 0.01)};
	struct looks l = looks_plan(1, ROUNDS);
	struct suite s;

	(void)state;
	suite_open(&s, &l, &plain, 1);
	assert_false(look(&s, d, 9, false));
	assert_true(s.verdicts[0].n == 0); /* no look was due */
	assert_true(look(&s, d, 10, false));
	assert_int_equal(s.verdicts[0].word, VERDICT_SLOWER);
	assert_int_equal(s.decided[0], 10);
	assert_int_equal(suite_status(&s), 1);
	suite_close(&s);
}

static void no_difference_is_the_same_when_the_interval_fits(void **state)
{
	static double a[ROUNDS], b[ROUNDS];
	struct verdict_data d[] = {alternating(a, b, 0, 0.025)};
	struct looks l = looks_plan(1, ROUNDS);
	struct suite s;

	(void)state;
	suite_open(&s, &l, &plain, 1);
	assert_false(look(&s, d, 10, false));
	assert_int_equal(s.verdicts[0].word, VERDICT_UNDECIDED);
	assert_int_equal(suite_status(&s), 2);
	assert_true(s.verdicts[0].more > 0);
	assert_false(look(&s, d, 20, false));
	assert_true(look(&s, d, 40, false));
	assert_int_equal(s.verdicts[0].word, VERDICT_SAME);
	assert_int_equal(suite_status(&s), 0);
	suite_close(&s);
}

/* t(19) of .. with p about .03: enough for one comparison, not for one of three. */
static void several_tests_share_alpha_and_hand_it_on(void **state)
{
	static double a[3][ROUNDS], b[3][ROUNDS];
	struct verdict_data d[] = {alternating(a[0], b[0], 0.0068, 0.02),
				   alternating(a[1], b[1], 0.05, 0.01),
				   alternating(a[2], b[2], 0.05, 0.01)};
	struct looks one = looks_plan(20, 20);
	struct suite s;

	(void)state;
	suite_open(&s, &one, &plain, 1);
	(void)look(&s, d, 20, false);
	assert_true(s.verdicts[0].t_p > 0.05 / 3 && s.verdicts[0].t_p < 0.05);
	assert_int_equal(s.verdicts[0].word, VERDICT_SLOWER);
	suite_close(&s);
	suite_open(&s, &one, &plain, 3); /* the two clear ones hand their alpha on */
	(void)look(&s, d, 20, false);
	assert_int_equal(s.verdicts[0].word, VERDICT_SLOWER);
	assert_close(s.levels[0], 0.05, 1e-9);
	assert_close(s.levels[1], 0.05 / 3, 1e-9);
	suite_close(&s);
	d[1] = alternating(a[1], b[1], 0.0, 0.02); /* now nobody does */
	d[2] = alternating(a[2], b[2], 0.0, 0.02);
	suite_open(&s, &one, &plain, 3);
	(void)look(&s, d, 20, false);
	assert_int_equal(s.verdicts[0].word, VERDICT_UNDECIDED);
	suite_close(&s);
}

static void a_verdict_once_given_stays(void **state)
{
	static double a[2][ROUNDS], b[2][ROUNDS];
	struct verdict_data d[] = {alternating(a[0], b[0], 0.05, 0.01),
				   alternating(a[1], b[1], 0.0, 0.2)};
	struct looks l = looks_plan(1, ROUNDS);
	struct suite s;

	(void)state;
	suite_open(&s, &l, &plain, 2);
	assert_false(look(&s, d, 10, false));
	d[0] = alternating(a[0], b[0], 0.0, 0.2);
	assert_false(look(&s, d, 20, false));
	assert_int_equal(s.verdicts[0].word, VERDICT_SLOWER);
	assert_int_equal(s.decided[0], 10);
	assert_int_equal(s.verdicts[0].n, 10);
	assert_int_equal(s.verdicts[1].n, 20);
	assert_false(look(&s, d, 33, true)); /* the end, out of turn */
	assert_int_equal(s.verdicts[1].n, 33);
	suite_close(&s);
}

static void a_gate_is_decided_on_its_border(void **state)
{
	static double a[ROUNDS], b[ROUNDS];
	struct verdict_data d[] = {alternating(a, b, 0.05, 0.01)};
	struct looks l = looks_plan(1, ROUNDS);
	struct verdict_rule r = plain;
	struct suite s;

	(void)state;
	r.max_slowdown = 0.05; /* slower for sure, but by the border or not? */
	suite_open(&s, &l, &r, 1);
	assert_false(look(&s, d, 20, false));
	assert_int_equal(s.verdicts[0].word, VERDICT_SLOWER);
	assert_int_equal(suite_status(&s), 2);
	suite_close(&s);
	r.max_slowdown = 0.07;
	suite_open(&s, &l, &r, 1);
	assert_true(look(&s, d, 20, false));
	assert_int_equal(suite_status(&s), 0);
	suite_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_planned_looks_have_the_bounds_of_the_design),
	    cmocka_unit_test(a_rigorous_plan_starts_at_its_least),
	    cmocka_unit_test(an_end_by_the_clock_spends_the_rest),
	    cmocka_unit_test(a_clear_difference_ends_at_the_first_look),
	    cmocka_unit_test(no_difference_is_the_same_when_the_interval_fits),
	    cmocka_unit_test(several_tests_share_alpha_and_hand_it_on),
	    cmocka_unit_test(a_verdict_once_given_stays),
	    cmocka_unit_test(a_gate_is_decided_on_its_border),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
