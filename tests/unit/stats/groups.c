/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_randist.h>

#include "../../../launcher/stats/groups.h"
#include "close.h"

#define COUNT(x) (sizeof(x) / sizeof(*(x)))

static gsl_rng *rng;

static double draw(int shape)
{
	switch (shape) {
	case 0:
		return gsl_ran_gaussian(rng, 1);
	case 1:
		return gsl_ran_lognormal(rng, 0, 0.5);
	case 2:
		return gsl_ran_tdist(rng, 3);
	case 3:
		return gsl_rng_uniform(rng);
	default:
		return gsl_ran_exponential(rng, 1);
	}
}

/* Of 400 samples of 0.25 s, 2 % of spread, rounded to 'step': how many are split? */
static int split_of_400(int shape, size_t n, double step)
{
	struct group g[GROUPS_MAX];
	double x[200];
	int split = 0;

	for (int k = 0; k < 400; k++) {
		for (size_t i = 0; i < n; i++)
			x[i] = 0.25 + 0.005 * draw(shape);
		for (size_t i = 0; step > 0 && i < n; i++)
			x[i] = round(x[i] / step) * step;
		split += groups_find(x, n, 0, g) != 1;
	}
	return split;
}

static void one_group_stays_whole_in_19_of_20_samples(void **state)
{
	static const size_t sizes[] = {10, 12, 13, 18, 27, 60, 120, 200};

	(void)state;
	gsl_rng_set(rng, 1);
	for (int shape = 0; shape < 5; shape++) {
		int split = 0;

		for (size_t i = 0; i < COUNT(sizes); i++)
			split += split_of_400(shape, sizes[i], 0);
		assert_in_range(split, 0, 400 * COUNT(sizes) / 20);
	}
}

static void a_coarse_clock_makes_no_groups(void **state)
{
	static const double steps[] = {0.0005, 0.001, 0.002, 0.005, 0.01};

	(void)state;
	gsl_rng_set(rng, 2);
	for (size_t i = 0; i < COUNT(steps); i++) {
		assert_in_range(split_of_400(0, 12, steps[i]), 0, 20);
		assert_in_range(split_of_400(1, 40, steps[i]), 0, 20);
		assert_in_range(split_of_400(4, 100, steps[i]), 0, 20);
	}
}

/* The mail's levels, twelve processes: the shape that all this is for. */
static void three_levels_of_the_mail_are_three_groups(void **state)
{
	const double x[] = {0.2481, 0.2262, 0.2551, 0.2480, 0.2549, 0.2259,
			    0.2260, 0.2553, 0.2478, 0.2550, 0.2482, 0.2261};
	struct group g[GROUPS_MAX];

	(void)state;
	assert_int_equal(groups_find(x, COUNT(x), 1e-9, g), 3);
	assert_int_equal(g[0].n, 4);
	assert_close(g[0].center, 0.22605, 1e-12);
	assert_true(g[0].low == 0.2259 && g[0].high == 0.2262);
	assert_int_equal(g[1].n, 4);
	assert_close(g[1].center, 0.24805, 1e-12);
	assert_int_equal(g[2].n, 4);
	assert_close(g[2].center, 0.25505, 1e-12);
}

/* Values that repeat to the last printed digit are as much of a group. */
static void levels_without_any_spread_are_groups_too(void **state)
{
	const double x[] = {0.226, 0.248, 0.255, 0.248, 0.226, 0.255,
			    0.255, 0.226, 0.248, 0.248, 0.226, 0.255};
	struct group g[GROUPS_MAX];

	(void)state;
	assert_int_equal(groups_find(x, COUNT(x), 0, g), 3);
	assert_int_equal(g[1].n, 4);
	assert_true(g[1].center == 0.248);
}

/* Two speeds, 40 and 85 ms, measured twelve and twenty times; in ms and in ns. */
static void two_humps_of_whole_milliseconds_are_two_groups(void **state)
{
	double a[] = {40, 41, 40, 42, 85, 84, 86, 85, 41, 85, 40, 86};
	const double both[] = {40, 41, 40, 42, 85, 84, 86, 85, 41, 85,
			       85, 86, 84, 85, 41, 85, 40, 86, 85, 84};
	struct group g[GROUPS_MAX];

	(void)state;
	for (int unit = 0; unit < 2; unit++) {
		assert_int_equal(groups_find(a, COUNT(a), unit, g), 2);
		assert_int_equal(g[0].n, 6);
		assert_int_equal(g[1].n, 6);
		for (size_t i = 0; i < COUNT(a); i++)
			a[i] *= 1e6;
	}
	assert_int_equal(groups_find(both, COUNT(both), 0, g), 2);
	assert_int_equal(g[0].n, 7);
	assert_true(g[0].center == 41 && g[1].center == 85);
}

static void fewer_than_ten_are_too_few_to_say(void **state)
{
	const double a[] = {40, 41, 40, 42, 85, 84, 86, 85, 41, 85};
	struct group g[GROUPS_MAX];

	(void)state;
	assert_int_equal(groups_find(a, 9, 0, g), 0);
	assert_int_equal(groups_find(a, COUNT(a), 0, g), 2);
	assert_int_equal(groups_find(a, 0, 0, g), 0);
}

static void constants_and_single_outliers_are_one_group(void **state)
{
	double x[20];
	struct group g[GROUPS_MAX];

	(void)state;
	for (int i = 0; i < 20; i++)
		x[i] = 100;
	assert_int_equal(groups_find(x, 20, 0, g), 1);
	assert_true(g[0].n == 20 && g[0].center == 100);
	for (int i = 0; i < 20; i++)
		x[i] = 0;
	assert_int_equal(groups_find(x, 20, 0, g), 1);
	for (int i = 0; i < 20; i++)
		x[i] = 100 + 0.01 * ((i * 7) % 20);
	x[3] = 150;
	x[11] = 151; /* two: fewer than GROUPS_SMALLEST */
	assert_int_equal(groups_find(x, 20, 0, g), 1);
}

static void a_gap_below_the_resolution_is_none(void **state)
{
	double x[16];
	struct group g[GROUPS_MAX];

	(void)state;
	for (int i = 0; i < 16; i++)
		x[i] = (i < 8 ? 1000.0 : 1001.0) + 0.013 * i;
	assert_int_equal(groups_find(x, 16, 0, g), 2);
	assert_int_equal(groups_find(x, 16, 2, g), 1);
}

/* Hash seeds: eight levels a few percent apart, 0.2 % of noise, forty processes. */
static void many_levels_are_told_apart(void **state)
{
	struct group g[GROUPS_MAX];
	double x[40];

	(void)state;
	gsl_rng_set(rng, 3);
	for (int i = 0; i < 40; i++)
		x[i] = (1 + 0.03 * (i % 5)) * (1 + gsl_ran_gaussian(rng, 0.002));
	assert_int_equal(groups_find(x, 40, 0, g), 5);
	for (int i = 0; i < 5; i++)
		assert_int_equal(g[i].n, 8);
}

/* By hand: 1 2 3 | 10 11 12: 2 * 2 * ln(1 + 7 / (2 + 2)). */
static void evidence_is_the_formula(void **state)
{
	const double x[] = {1, 2, 3, 10, 11, 12};
	size_t at;

	(void)state;
	assert_close(groups_evidence(x, 6, &at), 4.0464044, 1e-6);
	assert_int_equal(at, 3);
	assert_true(groups_evidence(x, 5, &at) == 0);
}

static int set_up(void **state)
{
	(void)state;
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	gsl_rng_free(rng);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_group_stays_whole_in_19_of_20_samples),
	    cmocka_unit_test(a_coarse_clock_makes_no_groups),
	    cmocka_unit_test(three_levels_of_the_mail_are_three_groups),
	    cmocka_unit_test(levels_without_any_spread_are_groups_too),
	    cmocka_unit_test(two_humps_of_whole_milliseconds_are_two_groups),
	    cmocka_unit_test(fewer_than_ten_are_too_few_to_say),
	    cmocka_unit_test(constants_and_single_outliers_are_one_group),
	    cmocka_unit_test(a_gap_below_the_resolution_is_none),
	    cmocka_unit_test(many_levels_are_told_apart),
	    cmocka_unit_test(evidence_is_the_formula),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
