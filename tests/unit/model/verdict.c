/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../../launcher/model/verdict.h"
#include "../stats/close.h"

#define COUNT(x)       (sizeof(x) / sizeof(*(x)))
#define UNPAIRED(a, b) unpaired((a), COUNT(a), (b), COUNT(b))

static const struct verdict_rule plain = {
    .alpha = 0.05, .p = 0.05, .margin = 0.01, .max_slowdown = -1};

static struct verdict_data unpaired(const double *a, size_t na, const double *b,
				    size_t nb)
{
	return (struct verdict_data){.a = a, .b = b, .na = na, .nb = nb};
}

static struct verdict_data paired(const double *a, const double *b, size_t n)
{
	return (struct verdict_data){.a = a, .b = b, .na = n, .nb = n, .is_paired = true};
}

static struct verdict_rule gate(double slowdown)
{
	struct verdict_rule r = plain;

	r.max_slowdown = slowdown;
	return r;
}

/* D-10: no ratio over zero, and neither inf nor nan. */
static void a_base_of_zero_gives_a_difference_and_no_ratio(void **state)
{
	const double a[6] = {0};
	const double b[] = {5, 5, 5, 5, 5, 5};
	struct verdict_data d = UNPAIRED(a, b);
	struct verdict v = verdict_decide(&d, &plain);

	(void)state;
	assert_false(v.has_ratio);
	assert_true(v.change == 5 && v.low == 5 && v.high == 5);
	assert_int_equal(v.word, VERDICT_SLOWER);
	d = UNPAIRED(a, a);
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_SAME);
	assert_true(v.change == 0 && v.low == 0 && v.high == 0 && v.t_p == 1);
}

/* D-11 */
static void equal_constants_are_the_same(void **state)
{
	double a[10], b[10];
	struct verdict_data d = UNPAIRED(a, a);
	struct verdict v;
	struct verdict_rule r = plain;

	(void)state;
	for (int i = 0; i < 10; i++) {
		a[i] = 100;
		b[i] = 101;
	}
	v = verdict_decide(&d, &r);
	assert_int_equal(v.word, VERDICT_SAME);
	assert_true(v.change == 0 && v.t_p == 1 && verdict_rank_p(&d) == 1);
	d = UNPAIRED(a, b);
	v = verdict_decide(&d, &r);
	assert_int_equal(v.word, VERDICT_SLOWER);
	assert_close(v.change, 0.01, 1e-12);
	assert_true(v.is_regression); /* exactly the margin counts */
	assert_close(verdict_rank_p(&d), 2.0 / 184756, 1e-16);
	r.margin = 0.05;
	v = verdict_decide(&d, &r);
	assert_true(v.is_small && !v.is_regression);
	r.margin = 0.005;
	assert_true(verdict_decide(&d, &r).is_regression);
	r = gate(0.05);
	assert_int_equal(verdict_decide(&d, &r).gate, GATE_PASS);
	r = gate(0.005);
	assert_int_equal(verdict_decide(&d, &r).gate, GATE_FAIL);
	d = paired(a, a, 10);
	assert_int_equal(verdict_decide(&d, &plain).word, VERDICT_SAME);
	assert_true(verdict_rank_p(&d) == 1);
}

/* D-12 */
static void too_few_are_undecided_and_told_how_many(void **state)
{
	const double a[] = {100, 101, 99, 100};
	const double b[] = {120, 121, 119, 120};
	struct verdict_data d = unpaired(a, 1, b, 1);
	struct verdict v = verdict_decide(&d, &plain);

	(void)state;
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_close(v.change, 0.2, 1e-12);
	assert_true(isnan(v.low) && isnan(v.t_p));
	d = unpaired(a, 3, b, 3);
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_string_equal(v.why,
			    "n=3 v 3 cannot reach 0.05 (smallest two-sided p 0.1); at "
			    "least 4 v 4 are needed");
	assert_int_equal(v.more, 1);
	d = unpaired(a, 4, b, 4);
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_SLOWER);
	assert_true(v.is_regression);
	assert_close(v.change, 0.2, 1e-4);
	assert_close(verdict_rank_p(&d), 2.0 / 70, 1e-15);
	d = unpaired(a, 0, b, 2);
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_string_equal(v.why, "A has no sample");
	assert_true(isnan(v.change));
	assert_int_equal(verdict_least(false, 0.05), 4);
	assert_int_equal(verdict_least(true, 0.05), 6);
}

static void five_rounds_are_too_few(void **state)
{
	const double a[] = {100, 101, 99, 100, 100, 102};
	const double b[] = {120, 121, 119, 121, 120, 122};
	struct verdict_data d = paired(a, b, 5);
	struct verdict v = verdict_decide(&d, &plain);

	(void)state;
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_string_equal(v.why,
			    "5 rounds cannot reach 0.05 (smallest two-sided p 0.062); at "
			    "least 6 are needed");
	d = paired(a, b, 6);
	assert_int_equal(verdict_decide(&d, &plain).word, VERDICT_SLOWER);
	d = paired(b, a, 6);
	assert_int_equal(verdict_decide(&d, &plain).word, VERDICT_FASTER);
	assert_false(verdict_decide(&d, &plain).is_regression);
}

/* D-13: slow shares 5 of 10 and 8 of 10; Fisher's p is .35. */
static void shares_of_two_humps_that_chance_explains_are_undecided(void **state)
{
	const double a[] = {40, 41, 40, 42, 85, 84, 86, 85, 41, 85};
	const double b[] = {85, 86, 84, 85, 41, 85, 40, 86, 85, 84};
	struct verdict_data d = UNPAIRED(a, b);
	struct verdict v = verdict_decide(&d, &plain);

	(void)state;
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_int_equal(v.modes.count, 2);
	assert_close(v.modes.group[0].center, 41, 1);
	assert_close(v.modes.group[1].center, 85, 0.01);
	assert_int_equal(v.modes.a_slow, 5);
	assert_int_equal(v.modes.b_slow, 8);
	assert_close(v.modes.share_p, 0.3498452012383901, 1e-12);
	assert_true(v.inside_low < 0 && v.inside_high > 0);
	assert_string_equal(v.why,
			    "2 groups of processes; 5 of 10 slow against 8 of 10 may be "
			    "chance (Fisher p 0.35)");
}

/* All in one state against all in the other is a difference, and no humps. */
static void separated_sides_are_no_two_humps(void **state)
{
	const double a[] = {40, 41, 40, 42, 41, 40, 41, 42, 41, 40};
	const double b[] = {85, 86, 84, 85, 86, 85, 84, 86, 85, 84};
	struct verdict_data d = UNPAIRED(a, b);
	struct verdict v = verdict_decide(&d, &plain);

	(void)state;
	assert_int_equal(v.modes.count, 0);
	assert_int_equal(v.word, VERDICT_SLOWER);
}

/* The same state drawn for both of a round: pairs see the 5 % through it. */
static void pairs_see_through_shared_humps(void **state)
{
	double a[20], b[20];
	struct verdict_data d = paired(a, b, 20);
	struct verdict v;

	(void)state;
	for (int i = 0; i < 20; i++) {
		a[i] = (i * 7 % 20 < 9 ? 40 : 85) * (1 + 0.001 * (i % 3));
		b[i] = (i * 7 % 20 < 9 ? 42 : 89.25) * (1 + 0.001 * (i % 4));
	}
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_SLOWER);
	assert_close(v.change, 0.05, 0.002);
}

/* D-17: both floors must be passed. */
static void a_regression_passes_both_floors(void **state)
{
	const double a[] = {2.0, 2.1, 1.9, 2.0, 2.0, 2.1, 1.9, 2.0};
	const double b[] = {2.6, 2.7, 2.5, 2.6, 2.6, 2.7, 2.5, 2.6};
	struct verdict_data d = UNPAIRED(a, b);
	struct verdict_rule r = gate(0.05);
	struct verdict v;

	(void)state;
	r.min_effect = 10;
	v = verdict_decide(&d, &r);
	assert_int_equal(v.gate, GATE_PASS);
	assert_int_equal(v.word, VERDICT_SLOWER); /* shown, not hidden */
	assert_true(v.is_small && !v.is_regression);
	r.min_effect = 0;
	assert_int_equal(verdict_decide(&d, &r).gate, GATE_FAIL);
	r = plain;
	r.min_effect = 10;
	assert_false(verdict_decide(&d, &r).is_regression);
}

/* D-24: +3.2 %, about -1.7 ... +8.1 %. */
static void an_interval_with_zero_and_the_threshold_is_undecided(void **state)
{
	const double a[] = {100, 104, 97, 109, 101, 98, 106, 103, 95, 107};
	const double b[] = {103, 108, 99, 112, 104, 101, 96, 110, 105, 115};
	struct verdict_data d = UNPAIRED(a, b);
	struct verdict_rule r = gate(0.03);
	struct verdict v = verdict_decide(&d, &r);

	(void)state;
	assert_int_equal(v.gate, GATE_UNDECIDED);
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_close(v.change, 0.032, 0.001);
	assert_close(v.low, -0.017, 0.002);
	assert_close(v.high, 0.081, 0.003);
	assert_true(v.more >= 10);
	d = UNPAIRED(a, a);
	v = verdict_decide(&d, &plain);
	assert_true(v.change == 0);
	assert_int_equal(v.word,
			 VERDICT_UNDECIDED); /* wider than the margin: not "same" */
	r = gate(0.05);
	assert_int_equal(verdict_decide(&d, &r).gate, GATE_PASS);
}

static void same_is_said_only_within_the_margin(void **state)
{
	double a[20], b[20];
	struct verdict_data d = paired(a, b, 20);

	(void)state;
	for (int i = 0; i < 20; i++) {
		a[i] = 1000 + i % 7;
		b[i] = 1000 + i % 5;
	}
	assert_int_equal(verdict_decide(&d, &plain).word, VERDICT_SAME);
	for (int i = 0; i < 20; i++)
		b[i] = 1000 * (1 + 0.1 * ((i * 7 % 20) - 9.5) / 10);
	assert_int_equal(verdict_decide(&d, &plain).word, VERDICT_UNDECIDED);
}

/* One wild pair makes the others' clear 2 % vanish, or makes it: both undecided. */
static void what_hangs_on_marked_pairs_is_undecided(void **state)
{
	double a[20], b[20];
	bool marked[20] = {false};
	struct verdict_data d = paired(a, b, 20);
	struct verdict v;

	(void)state;
	for (int i = 0; i < 20; i++) {
		a[i] = 1000;
		b[i] = 1000 + (i % 2 ? 11 : -10);
	}
	for (int i = 0; i < 20; i += 4) {
		b[i] = 1040;
		marked[i] = true;
	}
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_SLOWER);
	d.b_marked = marked;
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_int_equal(v.disturbed, 5);
	assert_int_equal(v.left_out, 5);
	assert_int_equal(v.outliers, 0);
	assert_true(v.without < v.change);
	assert_non_null(strstr(v.why, "slower with all, but"));
}

/* A busy machine: nearly all rounds are marked, and pairs compare all the same. */
static void pairs_that_are_mostly_disturbed_still_compare(void **state)
{
	double a[20], b[20];
	bool marked[20];
	struct verdict_data d = paired(a, b, 20);
	struct verdict v;

	(void)state;
	for (int i = 0; i < 20; i++) {
		a[i] = 1000 + i % 3;
		b[i] = 1100 + i % 5;
		marked[i] = i % 5 != 0;
	}
	d.a_marked = marked;
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_SLOWER);
	assert_int_equal(v.disturbed, 16);
	assert_int_equal(v.left_out, 0);
}

/* D-25: six of ten of one side were disturbed. Of two separate samples that is too many. */
static void a_mostly_disturbed_side_is_undecided(void **state)
{
	const double a[] = {100, 101, 99, 100, 100, 101, 99, 100, 101, 99};
	const double b[] = {110, 111, 109, 120, 120, 119, 118, 121, 120, 111};
	const bool six[10] = {[3] = true, true, true, true, true, true};
	const bool four[10] = {[3] = true, true, true, true};
	struct verdict_data d = UNPAIRED(a, b);
	struct verdict v;

	(void)state;
	d.b_marked = four; /* the six others are as slow */
	assert_int_equal(verdict_decide(&d, &plain).word, VERDICT_SLOWER);
	d.b_marked = six;
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_UNDECIDED);
	assert_string_equal(v.why, "0 of 10 processes of A and 6 of 10 of the other side were "
				   "disturbed");
}

/* Hollander & Wolfe's depression data as logarithms: estimate and interval are those of R. */
static void the_interval_is_that_of_the_logarithms(void **state)
{
	const double x[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
	const double y[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
	double a[9], b[9];
	struct verdict_data d = paired(a, b, 9);
	struct verdict v;

	(void)state;
	for (int i = 0; i < 9; i++) {
		a[i] = exp(y[i]);
		b[i] = exp(x[i]);
	}
	v = verdict_decide(&d, &plain);
	assert_close(v.change, expm1(0.46), 1e-12);
	assert_close(v.low, expm1(0.01), 1e-12);
	assert_close(v.high, expm1(0.786), 1e-12);
	assert_close(verdict_rank_p(&d), 0.0390625, 0.02); /* of the lengths themselves */
}

/* Every tenth process of B takes twice as long: the typical one is the same. */
static void rare_slow_processes_are_not_the_same(void **state)
{
	double a[60], b[60];
	struct verdict_data d = paired(a, b, 60);
	struct verdict v;

	(void)state;
	for (int i = 0; i < 60; i++) {
		a[i] = 1000 + (i * 7) % 11;
		b[i] = (1000 + (i * 5) % 11) * (i % 8 == 3 ? 2 : 1);
	}
	v = verdict_decide(&d, &plain);
	assert_int_equal(v.word, VERDICT_UNDECIDED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_base_of_zero_gives_a_difference_and_no_ratio),
	    cmocka_unit_test(equal_constants_are_the_same),
	    cmocka_unit_test(too_few_are_undecided_and_told_how_many),
	    cmocka_unit_test(five_rounds_are_too_few),
	    cmocka_unit_test(shares_of_two_humps_that_chance_explains_are_undecided),
	    cmocka_unit_test(separated_sides_are_no_two_humps),
	    cmocka_unit_test(pairs_see_through_shared_humps),
	    cmocka_unit_test(a_regression_passes_both_floors),
	    cmocka_unit_test(an_interval_with_zero_and_the_threshold_is_undecided),
	    cmocka_unit_test(same_is_said_only_within_the_margin),
	    cmocka_unit_test(what_hangs_on_marked_pairs_is_undecided),
	    cmocka_unit_test(pairs_that_are_mostly_disturbed_still_compare),
	    cmocka_unit_test(a_mostly_disturbed_side_is_undecided),
	    cmocka_unit_test(the_interval_is_that_of_the_logarithms),
	    cmocka_unit_test(rare_slow_processes_are_not_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
