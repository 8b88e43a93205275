/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/stats/components.h"
#include "../../../launcher/stats/ttest.h"
#include "close.h"

/* NIST StRD analysis of variance: SiRstv 5 x 5, AtmWtAg 2 x 24 (the digits after
 * 107.868). */
static const double silicon[25] = {196.3052, 196.1240, 196.1890, 196.2569, 196.3403,
				   196.3042, 196.3825, 196.1669, 196.3257, 196.0422,
				   196.1303, 196.2005, 196.2889, 196.0343, 196.1811,
				   196.2795, 196.1748, 196.1494, 196.1485, 195.9885,
				   196.2119, 196.1051, 196.1850, 196.0052, 196.2090};
static const int silver[48] = {1568, 1465, 1572, 1785, 1446, 1903, 1526, 1494, 1616, 1587,
			       1519, 1486, 1419, 1569, 1508, 1672, 1385, 1518, 1662, 1424,
			       1360, 1333, 1610, 1477, 1079, 1344, 1513, 1197, 1604, 1385,
			       1642, 1365, 1151, 1082, 1517, 1448, 1198, 1482, 1334, 1609,
			       1101, 1512, 1469, 1360, 1254, 1261, 1450, 1368};

static const size_t fives[6] = {5, 5, 5, 5, 5, 5};

static void nist_small_sets_are_met(void **state)
{
	const size_t two[] = {24, 24};
	double x[48];
	struct components c = components_of(silicon, fives, 5, 0.95);

	(void)state;
	assert_close(c.ss_between, 5.11462616e-2, 1e-11);
	assert_close(c.ms_between, 1.27865654e-2, 1e-11);
	assert_close(c.ss_within, 2.1663656e-1, 1e-11);
	assert_close(c.ms_within, 1.0831828e-2, 1e-12);
	assert_close(c.f, 1.18046237440255, 1e-9);
	assert_close(sqrt(c.ms_within), 0.104076068334656, 1e-12);
	for (int i = 0; i < 48; i++)
		x[i] = 107.868 + silver[i] * 1e-7;
	c = components_of(x, two, 2, 0.95);
	assert_close(c.ss_between, 3.638341875e-9, 1e-14);
	assert_close(c.ss_within, 1.04951729166667e-8, 1e-14);
	assert_close(c.ms_within, 2.28155932971014e-10, 1e-15);
	assert_close(c.f, 15.9467335677930, 1e-4);
}

/* SmLs01 ... 09: nine groups, means .4 .3 .5 .3 .5 ..., inside alternating by .1. */
static void simon_and_lesage(double base, size_t size, double tolerance)
{
	static double x[9 * 2001];
	size_t sizes[9];
	struct components c;
	size_t n = 0;
	double ss = size == 21 ? 1.68 : size == 201 ? 16.08 : 160.08;

	for (size_t g = 0; g < 9; g++) {
		double mean = g == 0 ? 0.4 : g % 2 ? 0.3 : 0.5;

		sizes[g] = size;
		for (size_t i = 0; i < size; i++)
			x[n++] = base + mean + (i == 0 ? 0 : i % 2 ? -0.1 : 0.1);
	}
	c = components_of(x, sizes, 9, 0.95);
	assert_close(c.ss_between, ss, tolerance * ss);
	assert_close(c.ms_between, ss / 8, tolerance * ss);
	assert_close(c.ms_within, 0.01, tolerance * 0.01);
	assert_close(c.f, (double)size, tolerance * (double)size);
}

/* With 13 leading digits the data themselves are only good to 1e-3 of the spread squared.
 */
static void nist_large_sets_survive_their_leading_digits(void **state)
{
	(void)state;
	for (size_t size = 21; size <= 2001; size = size * 10 - 9) {
		simon_and_lesage(1, size, 1e-9);
		simon_and_lesage(1e6, size, 1e-8);
		simon_and_lesage(1e12, size, 5e-3);
	}
}

/* lme4's Dyestuff and Dyestuff2; R 4.2.2's anova and REML. */
static void dyestuff_varies_between_batches(void **state)
{
	const double x[] = {1545, 1440, 1440, 1520, 1580, 1540, 1555, 1490, 1560, 1495,
			    1595, 1550, 1605, 1510, 1560, 1445, 1440, 1595, 1465, 1545,
			    1595, 1630, 1515, 1635, 1625, 1520, 1455, 1450, 1480, 1445};
	struct components c = components_of(x, fives, 6, 0.95);

	(void)state;
	assert_close(c.ms_between, 11271.5, 1e-8);
	assert_close(c.ms_within, 2451.25, 1e-9);
	assert_close(c.f, 4.59827, 6e-6);
	assert_close(c.p, 0.0043975, 6e-8);
	assert_close(c.between, 1764.05, 1e-8);
	assert_close(c.icc, 1764.05 / (1764.05 + 2451.25), 1e-12);
	assert_close(c.icc_low, 0.08384, 1e-5); /* F tables: 3.1548 and 6.2780 */
	assert_close(c.icc_high, 0.84787, 1e-5);
}

static void a_negative_component_is_zero_but_shown(void **state)
{
	const double x[] = {7.298,  3.846,  2.434, 9.566,  7.990,  5.220, 6.556, 0.608,
			    11.788, -0.892, 0.110, 10.386, 13.434, 5.510, 8.166, 2.212,
			    4.852,  7.092,  9.288, 4.980,  0.282,  9.014, 4.458, 9.446,
			    7.198,  1.722,  4.782, 8.106,  0.758,  3.758};
	struct components c = components_of(x, fives, 6, 0.95);

	(void)state;
	assert_close(c.ms_between, 8.33632576, 1e-8);
	assert_close(c.ms_within, 14.94588960, 1e-8);
	assert_close(c.f, 0.55777, 6e-6);
	assert_close(c.p, 0.7311, 6e-5);
	assert_true(c.between == 0 && c.icc == 0 && c.icc_low == 0);
	assert_close(c.between_raw, (8.33632576 - 14.94588960) / 5, 1e-8);
}

/* nlme's Rail, R 4.2.2. */
static void rails_differ(void **state)
{
	const double x[] = {55, 53,  54, 26, 37, 32, 78, 91, 85,
			    92, 100, 96, 49, 51, 50, 80, 85, 83};
	const size_t threes[] = {3, 3, 3, 3, 3, 3};
	struct components c = components_of(x, threes, 6, 0.95);

	(void)state;
	assert_close(c.ms_between, 1862.1, 1e-9);
	assert_close(c.ms_within, 16.1666666666667, 1e-12);
	assert_close(sqrt(c.between), 24.8054653131966, 1e-5); /* REML's is iterative */
	assert_close(sqrt(c.within), 4.02077936290018, 1e-6);
	assert_close(c.f, 115.18144, 6e-6);
	assert_close(c.p, 1.0327e-9, 6e-14);
}

/* Kalibera & Jones' example as 3 groups of 4: S1^2, S2^2 / 4 and T2^2 of libkalibera. */
static void two_levels_of_kalibera_and_jones(void **state)
{
	const double x[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};
	const size_t fours[] = {4, 4, 4};
	struct components c = components_of(x, fours, 3, 0.95);

	(void)state;
	assert_close(c.ms_within, 12.7222222222222, 1e-12);
	assert_close(c.ms_between / 4, 3.5625, 1e-13);
	assert_close(c.between_raw, 0.381944444444444, 1e-13);
}

/* The same as 3 builds of 2 processes of 2 runs: each level is one of two levels. */
static void three_levels_of_kalibera_and_jones(void **state)
{
	const double x[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};
	const double processes[] = {7, 5.5, 8, 9, 6.5, 3};
	const double builds[] = {6.25, 8.5, 4.75};
	const size_t twos[] = {2, 2, 2, 2, 2, 2};
	struct ttest mean = ttest_one(builds, 3, 0.95);
	double s1 = components_of(x, twos, 6, 0.95).ms_within;
	struct components c = components_of(processes, twos, 3, 0.95);

	(void)state;
	assert_close(s1, 16.5, 1e-13);
	assert_close(c.ms_within, 2.58333333333333, 1e-13);
	assert_close(c.ms_within - s1 / 2, -5.66666666666667, 1e-13);
	assert_close(c.ms_between / 2, 3.5625, 1e-13);
	assert_close(c.between_raw, 2.27083333333333, 1e-13);
	assert_close((mean.high - mean.low) / 2, 4.68870710953183, 1e-11);
}

/* R: anova(lm(count ~ spray, InsectSprays)). */
static void a_factor_is_tested_like_in_r(void **state)
{
	const double x[] = {10, 7,  20, 14, 14, 12, 10, 23, 17, 20, 14, 13, 11, 17, 21,
			    11, 16, 14, 17, 17, 19, 21, 7,  13, 0,  1,	7,  2,	3,  1,
			    2,	1,  3,	0,  1,	4,  3,	5,  12, 6,  4,	3,  5,	5,  5,
			    5,	2,  4,	3,  5,	3,  5,	3,  6,	1,  1,	3,  2,	6,  4,
			    11, 9,  15, 22, 15, 16, 13, 10, 26, 26, 24, 13};
	const size_t sizes[] = {12, 12, 12, 12, 12, 12};
	struct components c = components_of(x, sizes, 6, 0.95);

	(void)state;
	assert_close(c.ss_between, 2668.83333333334, 1e-9);
	assert_close(c.ss_within, 1015.16666666667, 1e-9);
	assert_close(c.f, 34.70228, 6e-6);
}

/* By hand: sizes 1 and 3: n0 = (4 - 10 / 4) / 1. */
static void unequal_sizes_use_searles_n0(void **state)
{
	const double x[] = {5, 1, 2, 3};
	const size_t sizes[] = {1, 3};
	struct components c = components_of(x, sizes, 2, 0.95);

	(void)state;
	assert_close(c.size, 1.5, 1e-15);
	assert_close(c.ms_between, 6.75, 1e-14);
	assert_close(c.ms_within, 1, 1e-14);
	assert_close(c.between, 5.75 / 1.5, 1e-14);
}

static void what_cannot_be_had_is_nan(void **state)
{
	const double x[] = {1, 2, 3, 4};
	const size_t ones[] = {1, 1, 1, 1};
	const size_t four[] = {4};
	const size_t twos[] = {2, 2};
	const double equal[] = {5, 5, 5, 5};
	const double steps[] = {5, 5, 6, 6};

	(void)state;
	assert_true(isnan(components_of(x, ones, 4, 0.95).icc));
	assert_true(isnan(components_of(x, four, 1, 0.95).icc));
	assert_true(isnan(components_of(equal, twos, 2, 0.95).icc));
	assert_true(components_of(steps, twos, 2, 0.95).icc == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(nist_small_sets_are_met),
	    cmocka_unit_test(nist_large_sets_survive_their_leading_digits),
	    cmocka_unit_test(dyestuff_varies_between_batches),
	    cmocka_unit_test(a_negative_component_is_zero_but_shown),
	    cmocka_unit_test(rails_differ),
	    cmocka_unit_test(two_levels_of_kalibera_and_jones),
	    cmocka_unit_test(three_levels_of_kalibera_and_jones),
	    cmocka_unit_test(a_factor_is_tested_like_in_r),
	    cmocka_unit_test(unequal_sizes_use_searles_n0),
	    cmocka_unit_test(what_cannot_be_had_is_nan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
