/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small modules: adjust, bootstrap, outliers, permute, process, ratio, shares. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/stats/adjust.h"
#include "../../../launcher/stats/bootstrap.h"
#include "../../../launcher/stats/outliers.h"
#include "../../../launcher/stats/permute.h"
#include "../../../launcher/stats/process.h"
#include "../../../launcher/stats/ratio.h"
#include "../../../launcher/stats/shares.h"
#include "close.h"
#include "sleep.h"

/* R: p.adjust(). */
static void adjusted_p_are_those_of_r(void **state)
{
	const double p[] = {0.01, 0.04, 0.03, 0.005, 0.2};
	const double holm[] = {0.04, 0.09, 0.09, 0.025, 0.2};
	const double bh[] = {0.025, 0.05, 0.05, 0.025, 0.2};
	double out[5];

	(void)state;
	adjust_holm(p, 5, out);
	for (int i = 0; i < 5; i++)
		assert_close(out[i], holm[i], 1e-15);
	adjust_bh(p, 5, out);
	for (int i = 0; i < 5; i++)
		assert_close(out[i], bh[i], 1e-15);
}

static void tests_that_gave_no_p_do_not_count(void **state)
{
	double p[] = {NAN, 0.02, NAN, 0.6};

	(void)state;
	adjust_holm(p, 4, p);
	assert_true(isnan(p[0]) && isnan(p[2]));
	assert_close(p[1], 0.04, 1e-15);
	assert_close(p[3], 0.6, 1e-15);
	adjust_holm(p, 0, p);
}

/* 4 of 1024 sign patterns of the sleep differences (R, by enumeration). */
static void sign_flips_are_counted_exactly(void **state)
{
	struct signflip s = permute_signs(sleep_d, 10, 1);
	const double six[] = {1, 2, 3, 4, 5, 6};
	const double none[] = {0, 0, 0, 0, 0, 0};

	(void)state;
	assert_true(s.is_exact);
	assert_close(s.p, 0.00390625, 1e-15);
	assert_close(permute_signs(six, 6, 1).p, 2.0 / 64, 1e-15);
	assert_true(permute_signs(none, 6, 1).p == 1);
	assert_true(isnan(permute_signs(six, 0, 1).p));
}

/* Ten times 1, ten times -1/2; the sd of a drawn share is .004. */
static void many_signs_are_drawn_with_a_seed(void **state)
{
	double d[20];
	struct signflip s;

	(void)state;
	for (int i = 0; i < 20; i++)
		d[i] = i % 2 ? 1 : -0.5;
	s = permute_signs(d, 20, 7);
	assert_true(!s.is_exact);
	assert_close(s.p, 0.20531845092773438,
		     0.02); /* by convolution of two binomials */
	assert_true(s.p == permute_signs(d, 20, 7).p);
}

/* 2 x 2 tables by hand; D-13's slow shares 5/10 and 8/10. */
static void fisher_counts_tables_no_more_probable(void **state)
{
	(void)state;
	assert_close(shares_fisher(5, 10, 8, 10), 0.3498452012383901, 1e-13);
	assert_close(shares_fisher(3, 4, 1, 4), 34.0 / 70,
		     1e-13); /* the lady tasting tea */
	assert_close(shares_fisher(0, 10, 10, 10), 2.0 / 184756, 1e-15);
	assert_close(shares_fisher(2, 4, 2, 4), 1, 1e-14);
	assert_true(shares_fisher(0, 0, 3, 4) == 1);
}

/* By hand: 0 of n ends at 1 - (alpha/2)^(1/n); 1 ... 2 of 2 mirrors it. */
static void clopper_pearson_closes_at_the_ends(void **state)
{
	double low, high;

	(void)state;
	shares_interval(0, 10, 0.95, &low, &high);
	assert_true(low == 0);
	assert_close(high, 1 - pow(0.025, 0.1), 1e-12);
	shares_interval(10, 10, 0.95, &low, &high);
	assert_close(low, pow(0.025, 0.1), 1e-12);
	assert_true(high == 1);
	shares_interval(0, 0, 0.95, &low, &high);
	assert_true(low == 0 && high == 1);
}

/* R, plug-in variances, pooled df 8; the upper end also by decimal arithmetic. */
static void fieller_is_the_one_of_r(void **state)
{
	const double x[] = {10.1, 10.3, 9.9, 10.2, 10.4};
	const double y[] = {10.0, 9.8, 10.1, 9.9, 10.2};
	const double zero[] = {1, -1, 2, -2, 0};
	struct ratio r = ratio_of(x, 5, y, 5, 0, 0.95);

	(void)state;
	assert_close(r.ratio, 1.018, 1e-14);
	assert_close(r.low, 0.992399938748408, 1e-12);
	assert_close(r.high, 1.044141542508406, 1e-12);
	r = ratio_of(x, 5, zero, 5, 0, 0.95);
	assert_true(isnan(r.ratio) && isnan(r.low));
	r = ratio_paired(x, x, 5, 0.95);
	assert_close(r.low, 1, 1e-7);
	assert_close(r.high, 1, 1e-7);
	assert_true(isnan(ratio_of(x, 1, y, 1, 0, 0.95).low));
}

/*
 * (1, 2, 4): of 27 resamples 24 have a t; enumerated, its 6.25 % quantile is -3 and its
 * 93.75 % quantile 1.5, so at level 0.875 the interval is 7/3 - 1.5 se ... 7/3 + 3 se.
 */
static void bootstrap_t_agrees_with_enumeration(void **state)
{
	const double x[] = {1, 2, 4};
	const double same[] = {3, 3, 3};
	struct bootstrap b = bootstrap_t(x, 3, 0.875, 4001, 1);

	(void)state;
	assert_close(b.mean, 7 / 3.0, 1e-15);
	assert_close(b.low, 1.0104576778, 1e-9);
	assert_close(b.high, 4.9790846444, 1e-9);
	b = bootstrap_t(same, 3, 0.95, 100, 1);
	assert_true(b.low == 3 && b.high == 3);
	assert_true(isnan(bootstrap_t(x, 2, 0.95, 100, 1).low));
}

/* NIST handbook 1.3.5.17.3, Rosner's data: R, lambda, three outliers. */
static void esd_finds_the_three_of_rosner(void **state)
{
	const double x[] = {-0.25, 0.68, 0.94, 1.15, 1.20, 1.26, 1.26, 1.34, 1.38,
			    1.43,  1.49, 1.49, 1.55, 1.56, 1.58, 1.65, 1.69, 1.70,
			    1.76,  1.77, 1.81, 1.91, 1.94, 1.96, 1.99, 2.06, 2.09,
			    2.10,  2.14, 2.15, 2.23, 2.24, 2.26, 2.35, 2.37, 2.40,
			    2.47,  2.54, 2.62, 2.64, 2.90, 2.92, 2.92, 2.93, 3.21,
			    3.26,  3.30, 3.59, 3.68, 4.30, 4.64, 5.34, 5.42, 6.01};
	const double want_r[] = {3.119, 2.943, 3.179, 2.810};
	const double want_lambda[] = {3.159, 3.151, 3.144, 3.136};
	double r[10], lambda[10];
	bool marks[54];

	(void)state;
	outliers_esd_steps(x, 54, 10, 0.05, r, lambda);
	for (int i = 0; i < 4; i++) {
		assert_close(r[i], want_r[i], 6e-4);
		assert_close(lambda[i], want_lambda[i], 6e-4);
	}
	assert_int_equal(outliers_esd(x, 54, 10, 0.05, 0, marks), 3);
	assert_true(marks[51] && marks[52] && marks[53] && !marks[50] && !marks[0]);
}

/* The MongoDB signal-processing test: 203 times -1, once -2, 75 times -1. */
static void esd_finds_the_one_in_a_constant_series(void **state)
{
	double x[279];
	bool marks[279];

	(void)state;
	for (int i = 0; i < 279; i++)
		x[i] = i == 203 ? -2 : -1;
	assert_int_equal(outliers_esd(x, 279, 20, 0.05, 0, marks), 1);
	assert_true(marks[203] && !marks[0]);
	assert_int_equal(outliers_mad(x, 279, 0, marks), 0);
}

/* D-11: nine times 1.000000 and once 1.000001 is one tick of the clock. */
static void one_tick_is_no_outlier(void **state)
{
	double x[30];
	bool marks[30];

	(void)state;
	for (int i = 0; i < 30; i++)
		x[i] = i == 9 ? 1.000001 : 1;
	assert_int_equal(outliers_mark(x, 10, 2e-6, marks), 0);
	assert_int_equal(outliers_mark(x, 30, 2e-6, marks), 0);
	x[9] = 1.5;
	assert_int_equal(outliers_mark(x, 30, 2e-6, marks), 1);
	for (int i = 0; i < 10; i++)
		x[i] = 1 + 0.01 * i;
	x[4] = 9;
	assert_int_equal(outliers_mark(x, 10, 0, marks), 1);
	assert_true(marks[4]);
}

static void a_process_is_summed_up_in_four_ways(void **state)
{
	const double x[] = {4, 1, 2, 3, 10};

	(void)state;
	assert_true(process_summary(PROCESS_MIN, x, 5) == 1);
	assert_true(process_summary(PROCESS_QUARTILE, x, 5) == 2);
	assert_true(process_summary(PROCESS_MEDIAN, x, 5) == 3);
	assert_true(process_summary(PROCESS_MEAN, x, 5) == 4);
	assert_true(isnan(process_summary(PROCESS_MEAN, x, 0)));
}

static void the_pilot_picks_by_spread_and_not_by_shift(void **state)
{
	double wide[PROCESS_PILOT], tight[PROCESS_PILOT];
	const double *d[PROCESS_KINDS] = {wide, wide, tight, wide};

	(void)state;
	for (int i = 0; i < PROCESS_PILOT; i++) {
		wide[i] = i % 2;
		tight[i] = 100 + (i % 2) / 2.0;
	}
	assert_int_equal(process_pick(d, PROCESS_PILOT), PROCESS_QUARTILE);
	assert_int_equal(process_pick(d, PROCESS_PILOT - 1), PROCESS_MEDIAN);
	d[PROCESS_QUARTILE] = wide;
	assert_int_equal(process_pick(d, PROCESS_PILOT), PROCESS_MEDIAN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(adjusted_p_are_those_of_r),
	    cmocka_unit_test(tests_that_gave_no_p_do_not_count),
	    cmocka_unit_test(sign_flips_are_counted_exactly),
	    cmocka_unit_test(many_signs_are_drawn_with_a_seed),
	    cmocka_unit_test(fisher_counts_tables_no_more_probable),
	    cmocka_unit_test(clopper_pearson_closes_at_the_ends),
	    cmocka_unit_test(fieller_is_the_one_of_r),
	    cmocka_unit_test(bootstrap_t_agrees_with_enumeration),
	    cmocka_unit_test(esd_finds_the_three_of_rosner),
	    cmocka_unit_test(esd_finds_the_one_in_a_constant_series),
	    cmocka_unit_test(one_tick_is_no_outlier),
	    cmocka_unit_test(a_process_is_summed_up_in_four_ways),
	    cmocka_unit_test(the_pilot_picks_by_spread_and_not_by_shift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
