/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/stats/ranks.h"
#include "../../../launcher/stats/shift.h"
#include "close.h"

/* Hollander & Wolfe's examples, as on R's help page of wilcox.test. */
static const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
static const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
static const double term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
static const double early[] = {1.15, 0.88, 0.90, 0.74, 1.21};

static void ties_share_their_ranks(void **state)
{
	const double x[] = {3, 1, 3, 2, 3};
	double r[5];

	(void)state;
	ranks_of(x, 5, r);
	assert_true(r[0] == 4 && r[1] == 1 && r[2] == 4 && r[3] == 2 && r[4] == 4);
}

static void signed_ranks_are_those_of_r(void **state)
{
	struct ranktest t;
	struct shift s;
	double d[9];

	(void)state;
	for (int i = 0; i < 9; i++)
		d[i] = before[i] - after[i];
	t = ranks_signed(d, 9);
	assert_true(t.is_exact && t.statistic == 40);
	assert_close(t.p_greater, 0.01953125, 1e-15);
	assert_close(t.p, 0.0390625, 1e-15);
	s = shift_one(d, 9, 0.95);
	assert_close(s.estimate, 0.46, 1e-12);
	assert_close(s.low, 0.01, 1e-12);
	assert_close(s.high, 0.786, 1e-12);
}

static void rank_sum_is_that_of_r(void **state)
{
	struct ranktest t = ranks_mann_whitney(term, 10, early, 5);
	struct shift s = shift_two(term, 10, early, 5, 0.95);

	(void)state;
	assert_true(t.is_exact && t.statistic == 35);
	assert_close(t.p_greater, 0.1272061272061272, 1e-14);
	assert_close(t.p, 0.2544122544122544, 1e-14);
	assert_close(s.estimate, 0.305, 1e-12);
	assert_close(s.low, -0.15, 1e-12);
	assert_close(s.high, 0.76, 1e-12);
}

/* R's airquality, Ozone of May and August: just beyond the exact limit, so R's
 * approximation. */
static void ozone_with_ties_is_that_of_r(void **state)
{
	const double may[] = {41, 36, 12, 18, 28, 23, 19, 8, 7,	 16, 11, 14,  18,
			      14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37};
	const double august[] = {39, 9,	 16, 78, 35, 66, 122, 89,  110, 44, 28,	 65, 22,
				 59, 23, 31, 44, 21, 9,	 45,  168, 73,	76, 118, 84, 85};
	struct ranktest t = ranks_mann_whitney(may, 26, august, 26);

	(void)state;
	assert_true(!t.is_exact && t.statistic == 127.5);
	assert_close(t.p, 1.208078307687744e-4, 1e-17);
}

/* golang/perf, internal/stats/utest_test.go. */
static void agrees_with_golang_perf(void **state)
{
	const double a[] = {2, 1, 3, 5};
	const double b[] = {12, 11, 13, 15};
	const double c[] = {0, 4, 6, 7};
	static double x[500], y[600];
	struct ranktest t = ranks_mann_whitney(a, 4, b, 4);

	(void)state;
	assert_true(t.statistic == 0);
	assert_close(t.p, 0.02857142857142857, 1e-15);
	t = ranks_mann_whitney(a, 4, c, 4);
	assert_true(t.statistic == 5);
	assert_close(t.p, 0.485714285714285714, 1e-14);
	for (int i = 0; i < 500; i++)
		x[i] = 2 * i;
	for (int i = 0; i < 600; i++)
		y[i] = 2 * i - 41;
	t = ranks_mann_whitney(x, 500, y, 600);
	assert_true(!t.is_exact && t.statistic == 135250);
	assert_close(t.p, 0.0049335360814172224, 1e-15);
}

/* D-11 and D-12: 2 / C(20, 10); 2 / C(8, 4) with ties inside the groups; 2 / C(6, 3). */
static void separated_samples_reach_the_smallest_p(void **state)
{
	double a[10], b[10];
	const double c[] = {100, 101, 99, 100};
	const double d[] = {120, 121, 119, 120};

	(void)state;
	for (int i = 0; i < 10; i++) {
		a[i] = 100;
		b[i] = 101;
	}
	assert_close(ranks_mann_whitney(b, 10, a, 10).p, 2.0 / 184756, 1e-16);
	assert_true(ranks_mann_whitney(a, 10, a, 10).p == 1);
	assert_close(ranks_mann_whitney(c, 4, d, 4).p, 2.0 / 70, 1e-15);
	assert_close(ranks_mann_whitney(c, 3, d, 3).p, 0.1, 1e-15);
}

/* golang/perf, benchmath: the least p of n against n. */
static void smallest_p_tells_how_many_are_too_few(void **state)
{
	(void)state;
	assert_close(ranks_smallest_p(3, 3), 0.1, 1e-12);
	assert_close(ranks_smallest_p(4, 4), 0.0285714, 5e-8);
	assert_close(ranks_smallest_p(5, 5), 0.0079365, 5e-8);
	assert_close(ranks_smallest_p(6, 6), 0.0021645, 5e-8);
	assert_close(ranks_smallest_p(7, 7), 0.00058275, 5e-9);
	assert_close(ranks_smallest_p(8, 8), 0.0001554, 5e-8);
	assert_true(ranks_smallest_p(0, 4) == 1 && ranks_smallest_p(1, 1) == 1);
}

/* Mann & Whitney 1947, table I, n = 3 and n = 5, to its three digits, some cut off. */
static void null_distribution_is_the_table_of_1947(void **state)
{
	const double three[] = {0.05, 0.1, 0.2, 0.35, 0.5, 0.65};
	const double five_two[] = {0.047, 0.095, 0.19, 0.286, 0.429, 0.571};
	const double five[] = {0.004, 0.008, 0.016, 0.028, 0.048,
			       0.075, 0.111, 0.155, 0.21};

	(void)state;
	for (size_t u = 0; u < 6; u++) {
		assert_close(ranks_sum_cdf(3, 3, u), three[u], 1e-12);
		assert_close(ranks_sum_cdf(5, 2, u), five_two[u], 9e-4);
	}
	for (size_t u = 0; u < 9; u++)
		assert_close(ranks_sum_cdf(5, 5, u), five[u], 9e-4);
	assert_close(ranks_sum_cdf(5, 5, 25), 1, 1e-14);
}

/* By hand: ranks 1.5 1.5 3 of |d| = 1 1 2, and 8 ways to give them signs. */
static void signed_ranks_with_ties_count_every_sign(void **state)
{
	const double d[] = {1, -1, 2, 0};
	struct ranktest t = ranks_signed(d, 4); /* ranks 1.5 1.5 3; V = 4.5 */

	(void)state;
	assert_true(t.is_exact && t.statistic == 4.5);
	assert_close(t.p_greater, 3.0 / 8, 1e-15); /* 6, and 4.5 twice */
	assert_close(t.p, 0.75, 1e-15);
	assert_true(isnan(ranks_signed(d + 3, 1).p));
}

static void large_signed_samples_use_the_normal_tail(void **state)
{
	static double d[101];
	struct ranktest t;

	(void)state;
	for (int i = 0; i < 101; i++)
		d[i] = i % 2 ? i + 1 : -(i + 1);
	t = ranks_signed(
	    d, 101); /* V = 2 + 4 + ... + 100 = 2550; mean 2575.5, var 87137.75 */
	assert_true(!t.is_exact && t.statistic == 2550);
	assert_close(t.p, 0.93251, 5e-6); /* 2 Phi(-25 / 295.1911) */
}

static void intervals_need_enough_values(void **state)
{
	const double x[] = {1, 2, 3, 4, 5, 6};
	struct shift s = shift_one(x, 5, 0.95);

	(void)state;
	assert_true(s.estimate == 3 && isnan(s.low) && isnan(s.high));
	s = shift_one(x, 6, 0.95);
	assert_true(s.low == 1 && s.high == 6);
	assert_true(isnan(shift_one(x, 0, 0.95).estimate));
	s = shift_two(x, 3, x, 3, 0.95);
	assert_true(s.estimate == 0 && isnan(s.low));
}

static void zero_is_found_among_pairs_exactly(void **state)
{
	static double x[2000];
	struct shift s;

	(void)state;
	for (int i = 0; i < 2000; i++)
		x[i] = i / 3.0;
	s = shift_two(x, 2000, x, 2000, 0.95);
	assert_true(s.estimate == 0);
	assert_true(s.low == -s.high && s.low < 0);
	for (int i = 0; i < 2000; i++)
		x[i] = 0;
	s = shift_one(x, 2000, 0.95);
	assert_true(s.estimate == 0 && s.low == 0 && s.high == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ties_share_their_ranks),
	    cmocka_unit_test(signed_ranks_are_those_of_r),
	    cmocka_unit_test(rank_sum_is_that_of_r),
	    cmocka_unit_test(ozone_with_ties_is_that_of_r),
	    cmocka_unit_test(agrees_with_golang_perf),
	    cmocka_unit_test(separated_samples_reach_the_smallest_p),
	    cmocka_unit_test(smallest_p_tells_how_many_are_too_few),
	    cmocka_unit_test(null_distribution_is_the_table_of_1947),
	    cmocka_unit_test(signed_ranks_with_ties_count_every_sign),
	    cmocka_unit_test(large_signed_samples_use_the_normal_tail),
	    cmocka_unit_test(intervals_need_enough_values),
	    cmocka_unit_test(zero_is_found_among_pairs_exactly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
