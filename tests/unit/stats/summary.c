/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/stats/summary.h"
#include "close.h"
#include "nist.h"
#include "sleep.h"

enum { MANY = 1001 };

static void one_to_twenty_are_described_exactly(void **state)
{
	double x[20];
	struct summary s;

	(void)state;
	for (int i = 0; i < 20; i++)
		x[i] = (i * 7) % 20 + 1; /* not in order */
	s = summary_of(x, 20, 0.95);
	assert_int_equal(s.n, 20);
	assert_true(s.min == 1 && s.max == 20);
	assert_true(s.median == 10.5 && s.mean == 10.5);
	assert_true(s.mad == 5);
	assert_close(s.sd, sqrt(35), 1e-14); /* n (n + 1) / 12 */
	assert_true(s.low == 6 && s.high == 15);
	assert_true(x[1] == 8); /* the input stays as it was */
}

/* Binomial tails by hand: 2/2^5 > .05 >= 2/2^6; 2 (1 + 8)/2^8 = .0703; 2 (1 + 9)/2^9 =
 * .039. */
static void interval_takes_the_narrowest_ranks_that_hold_the_level(void **state)
{
	const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
	struct summary s;

	(void)state;
	s = summary_of(x, 5, 0.95);
	assert_true(isnan(s.low) && isnan(s.high));
	s = summary_of(x, 6, 0.95);
	assert_true(s.low == 1 && s.high == 6);
	s = summary_of(x, 8, 0.95);
	assert_true(s.low == 1 && s.high == 8);
	s = summary_of(x, 9, 0.95);
	assert_true(s.low == 2 && s.high == 8);
	s = summary_of(x, 7, 0.99); /* the least for 99 % is 8 */
	assert_true(isnan(s.low));
	s = summary_of(x, 8, 0.99);
	assert_true(s.low == 1 && s.high == 8);
}

static void too_few_numbers_give_nan_and_not_zero(void **state)
{
	const double one = 12;
	struct summary s = summary_of(&one, 0, 0.95);

	(void)state;
	assert_int_equal(s.n, 0);
	assert_true(isnan(s.min) && isnan(s.median) && isnan(s.mean) && isnan(s.mad));
	s = summary_of(&one, 1, 0.95);
	assert_true(s.min == 12 && s.max == 12 && s.median == 12 && s.mean == 12 &&
		    s.mad == 0);
	assert_true(isnan(s.sd) && isnan(s.low) && isnan(s.high));
}

static void equal_numbers_have_no_spread(void **state)
{
	const double x[] = {100, 100, 100, 100, 100, 100};
	struct summary s = summary_of(x, 6, 0.95);

	(void)state;
	assert_true(s.sd == 0 && s.mad == 0 && s.low == 100 && s.high == 100);
}

/* NIST StRD NumAcc1 and NumAcc4, certified values; 1e-7 is GSL's own tolerance. */
static void large_means_do_not_swallow_the_spread(void **state)
{
	const double first[] = {10000001, 10000003, 10000002};
	double fourth[MANY];
	struct summary s = summary_of(first, 3, 0.95);

	(void)state;
	assert_true(s.mean == 10000002 && s.sd == 1);
	fourth[0] = 10000000.2;
	for (int i = 1; i < MANY; i++)
		fourth[i] = i % 2 ? 10000000.1 : 10000000.3;
	s = summary_of(fourth, MANY, 0.95);
	assert_close(s.mean, 10000000.2, 1e-7);
	assert_close(s.sd, 0.1, 1e-8);
}

static void certified_values_of_nist_are_met(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(nist) / sizeof(*nist); i++) {
		struct summary s = summary_of(nist[i].x, nist[i].n, 0.95);

		assert_close(s.mean, nist[i].mean, 1e-14 * fabs(nist[i].mean));
		assert_close(s.sd, nist[i].sd, 1e-12 * nist[i].sd);
	}
}

/* R: quantile(sleep$extra, type = 7). The trimmed mean by hand: (2 + 3 + 4 + 5) / 4. */
static void quantiles_are_type_7_of_r(void **state)
{
	const double x[] = {100, 2, 5, 3, -7, 4};
	double both[20];

	(void)state;
	for (int i = 0; i < 10; i++) {
		both[i] = sleep_1[i];
		both[10 + i] = sleep_2[i];
	}
	assert_close(summary_quantile(both, 20, 0.25), -0.025, 1e-15);
	assert_close(summary_quantile(both, 20, 0.75), 3.4, 1e-15);
	assert_true(summary_quantile(both, 20, 0) == -1.6);
	assert_true(summary_quantile(both, 20, 1) == 5.5);
	assert_true(summary_trimmed_mean(x, 6, 0.2) == 3.5);
	assert_true(summary_trimmed_mean(x, 1, 0.2) == 100);
}

/* R: mad(sleep$extra, constant = 1.4826) is 1.55673. */
static void mad_is_the_one_of_r_without_its_factor(void **state)
{
	double both[20];
	struct summary s;

	(void)state;
	for (int i = 0; i < 10; i++) {
		both[i] = sleep_1[i];
		both[10 + i] = sleep_2[i];
	}
	s = summary_of(both, 20, 0.95);
	assert_close(s.mad * 1.4826, 1.55673, 1e-12);
	assert_close(s.median, 0.95, 1e-15);
}

static void median_of_an_even_count_lies_between(void **state)
{
	double x[] = {4, 1, 3, 2};
	double y[] = {9, 1, 5};

	(void)state;
	assert_true(summary_median_inplace(x, 4) == 2.5);
	assert_true(summary_median_inplace(y, 3) == 5);
	assert_true(summary_median_inplace(y, 1) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_to_twenty_are_described_exactly),
	    cmocka_unit_test(interval_takes_the_narrowest_ranks_that_hold_the_level),
	    cmocka_unit_test(too_few_numbers_give_nan_and_not_zero),
	    cmocka_unit_test(equal_numbers_have_no_spread),
	    cmocka_unit_test(large_means_do_not_swallow_the_spread),
	    cmocka_unit_test(certified_values_of_nist_are_met),
	    cmocka_unit_test(quantiles_are_type_7_of_r),
	    cmocka_unit_test(mad_is_the_one_of_r_without_its_factor),
	    cmocka_unit_test(median_of_an_even_count_lies_between),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
