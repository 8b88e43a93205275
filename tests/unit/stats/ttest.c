/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/stats/ttest.h"
#include "close.h"
#include "sleep.h"

/* Expected values in this file: R 4.2.2's t.test, unless another source is named. */

static void welch_is_the_one_of_r(void **state)
{
	struct ttest t = ttest_welch(sleep_1, 10, sleep_2, 10, 0.95);

	(void)state;
	assert_close(t.t, -1.860813467486853, 1e-13);
	assert_close(t.df, 17.776473516178498, 1e-12);
	assert_close(t.p, 0.07939414018735817, 1e-14);
	assert_close(t.low, -3.365483230711710, 1e-12);
	assert_close(t.high, 0.205483230711710, 1e-12);
}

static void pooled_is_the_one_of_r(void **state)
{
	struct ttest t = ttest_pooled(sleep_1, 10, sleep_2, 10, 0.95);

	(void)state;
	assert_close(t.t, -1.860813467486853, 1e-13);
	assert_close(t.df, 18, 0);
	assert_close(t.p, 0.07918671421593818, 1e-14);
	assert_close(t.low, -3.363874032287598, 1e-12);
	assert_close(t.high, 0.203874032287599, 1e-12);
}

static void paired_is_the_one_of_r(void **state)
{
	struct ttest t = ttest_one(sleep_d, 10, 0.95);

	(void)state;
	assert_close(t.difference, -1.58, 1e-15);
	assert_close(t.t, -4.062127683382037, 1e-13);
	assert_close(t.df, 9, 0);
	assert_close(t.p, 0.00283289019738427, 1e-15);
	assert_close(t.low, -2.459885763276982, 1e-12);
	assert_close(t.high, -0.700114236723018, 1e-12);
}

static void equivalence_within_3_is_the_one_of_r(void **state)
{
	struct ttest t = ttest_one(sleep_d, 10, 0.95);
	struct tost e = ttest_equivalence(&t, 3);

	(void)state;
	assert_close(e.p_upper, 4.52269496583245e-7, 1e-18);
	assert_close(e.p_lower, 0.00265557029265867, 1e-14);
}

/* golang/perf, internal/stats/ttest_test.go. */
static void small_samples_agree_with_golang_perf(void **state)
{
	const double a[] = {2, 1, 3, 4};
	const double b[] = {6, 5, 7, 9};
	const double d[] = {-4, -4, -4, -5};
	struct ttest t = ttest_pooled(a, 4, b, 4, 0.95);

	(void)state;
	assert_close(t.t, -3.9703446152237674, 1e-14);
	assert_close(t.p, 0.0073640592242113214, 1e-15);
	t = ttest_welch(a, 4, b, 4, 0.95);
	assert_close(t.df, 5.584615384615385, 1e-13);
	assert_close(t.p, 0.0085128631313781695, 1e-15);
	t = ttest_one(d, 4, 0.95);
	assert_close(t.t, -17, 1e-13);
	assert_close(t.p, 0.00044334353831207749, 1e-15);
}

/* golang/perf, benchmath: its interval of a mean. */
static void interval_of_a_mean_agrees_with_benchstat(void **state)
{
	const double x[] = {-8, 2, 3, 4, 5, 6};
	struct ttest t = ttest_one(x, 6, 0.95);

	(void)state;
	assert_close(t.difference, 2, 1e-15);
	assert_close(t.low, -3.351092806089359, 1e-12);
	assert_close(t.high, 7.351092806089359, 1e-12);
}

static void no_spread_is_no_division_by_zero(void **state)
{
	const double a[] = {100, 100, 100};
	const double b[] = {101, 101, 101};
	struct ttest t = ttest_welch(a, 3, a, 3, 0.95);
	struct tost e = ttest_equivalence(&t, 1);

	(void)state;
	assert_true(t.t == 0 && t.p == 1 && t.low == 0 && t.high == 0);
	assert_true(e.p_lower == 0 && e.p_upper == 0);
	t = ttest_welch(b, 3, a, 3, 0.95);
	assert_true(t.t == INFINITY && t.p == 0 && t.low == 1 && t.high == 1);
	e = ttest_equivalence(&t, 1);
	assert_true(e.p_upper == 1);
}

static void one_value_a_side_is_no_test(void **state)
{
	const double a[] = {100, 120};

	(void)state;
	assert_true(isnan(ttest_one(a, 1, 0.95).p));
	assert_true(isnan(ttest_welch(a, 2, a, 1, 0.95).p));
	assert_true(isnan(ttest_pooled(a, 1, a + 1, 1, 0.95).low));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(welch_is_the_one_of_r),
	    cmocka_unit_test(pooled_is_the_one_of_r),
	    cmocka_unit_test(paired_is_the_one_of_r),
	    cmocka_unit_test(equivalence_within_3_is_the_one_of_r),
	    cmocka_unit_test(small_samples_agree_with_golang_perf),
	    cmocka_unit_test(interval_of_a_mean_agrees_with_benchstat),
	    cmocka_unit_test(no_spread_is_no_division_by_zero),
	    cmocka_unit_test(one_value_a_side_is_no_test),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
