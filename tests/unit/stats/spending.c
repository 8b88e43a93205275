/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "../../../launcher/stats/spending.h"
#include "close.h"

enum { LOOKS = 20 };

static double equal_times[LOOKS];

static const double *equally_spaced(int looks)
{
	for (int i = 0; i < looks; i++)
		equal_times[i] = (i + 1.0) / looks;
	return equal_times;
}

static void expect(enum spending kind, const double *t, int looks, const double *want,
		   double within)
{
	double z[LOOKS];

	spending_bounds(kind, 0.05, t, (size_t)looks, z);
	for (int i = 0; i < looks; i++)
		assert_close(z[i], want[i], within);
}

/* The first line: Lan & DeMets 1983 and Reboussin et al. 2000. */
static void five_looks_have_the_published_bounds(void **state)
{
	const double obrien[] = {4.8769, 3.3570, 2.6803, 2.2898, 2.0310};
	const double pocock[] = {2.4380, 2.4268, 2.4102, 2.3966, 2.3860};
	const double square[] = {3.0902, 2.7141, 2.4728, 2.2799, 2.1140};
	const double linear[] = {2.5758, 2.4920, 2.4108, 2.3391, 2.2755};
	const double *t = equally_spaced(5);

	(void)state;
	expect(SPENDING_OBRIEN, t, 5, obrien, 6e-5);
	expect(SPENDING_POCOCK, t, 5, pocock, 6e-5);
	expect(SPENDING_SQUARE, t, 5, square, 6e-5);
	expect(SPENDING_LINEAR, t, 5, linear, 6e-5);
}

static void three_and_ten_looks_too(void **state)
{
	const double three[] = {3.7103, 2.5114, 1.9930};
	double z[10];

	(void)state;
	expect(SPENDING_OBRIEN, equally_spaced(3), 3, three, 6e-5);
	spending_bounds(SPENDING_OBRIEN, 0.05, equally_spaced(10), 10, z);
	assert_close(z[9], 2.0812, 6e-5);
	spending_bounds(SPENDING_SQUARE, 0.05, equally_spaced(10), 10, z);
	assert_close(z[0], 3.4808, 6e-5);
	assert_close(z[9], 2.1737, 6e-5);
}

static void unequal_looks_too(void **state)
{
	const double a[] = {10 / 120., 20 / 120., 40 / 120., 60 / 120., 80 / 120., 1};
	const double b[] = {5 / 120., 10 / 120., 20 / 120., 40 / 120., 80 / 120., 1};
	const double linear_a[] = {2.865, 2.802, 2.573, 2.487, 2.417, 2.219};
	const double linear_b[] = {3.078, 3.027, 2.814, 2.576, 2.313, 2.208};
	const double pocock_b[] = {2.924, 2.884, 2.691, 2.498, 2.322, 2.309};
	/* The same recursion by the trapezoid rule with 800 steps, which gives the rows above. */
	const double root_a[] = {2.4463, 2.6267, 2.5315, 2.5357, 2.5295, 2.4161};

	(void)state;
	expect(SPENDING_ROOT, a, 6, root_a, 6e-5);
	expect(SPENDING_LINEAR, a, 6, linear_a, 6e-4);
	expect(SPENDING_LINEAR, b, 6, linear_b, 6e-4);
	expect(SPENDING_POCOCK, b, 6, pocock_b, 6e-4);
}

/* Armitage, McPherson & Rowe 1969: what 1.96 at each of K looks really costs. */
static void peeking_at_1_96_costs_what_is_published(void **state)
{
	const int looks[] = {2, 3, 5, 10, 20};
	const double cost[] = {0.0831, 0.1073, 0.1417, 0.1934, 0.2479};
	double z[LOOKS];

	(void)state;
	for (int i = 0; i < LOOKS; i++)
		z[i] = 1.959964;
	for (int i = 0; i < 5; i++)
		assert_close(
		    spending_crossing(equally_spaced(looks[i]), z, (size_t)looks[i]),
		    cost[i], 6e-5);
}

/* Jennison & Turnbull, tables 2.1 and 2.3: C_P(K, .05), C_B(K, .05). */
static void classic_constants_keep_five_percent(void **state)
{
	const int looks[] = {2, 3, 4, 5, 10};
	const double pocock[] = {2.1783, 2.2895, 2.3613, 2.4132, 2.5550};
	const double obrien[] = {1.9774, 2.0040, 2.0243, 2.0401, 2.0865};
	double z[LOOKS];

	(void)state;
	for (int i = 0; i < 5; i++) {
		const double *t = equally_spaced(looks[i]);

		for (int k = 0; k < looks[i]; k++)
			z[k] = pocock[i];
		assert_close(spending_crossing(t, z, (size_t)looks[i]), 0.05, 2e-5);
		for (int k = 0; k < looks[i]; k++)
			z[k] = obrien[i] / sqrt(t[k]);
		assert_close(spending_crossing(t, z, (size_t)looks[i]), 0.05, 2e-5);
	}
}

static void one_look_is_the_plain_test(void **state)
{
	const double t = 1;
	double z;

	(void)state;
	for (enum spending kind = SPENDING_ROOT; kind <= SPENDING_OBRIEN; kind++) {
		spending_bounds(kind, 0.05, &t, 1, &z);
		assert_close(z, 1.959963984540054, 1e-9);
		assert_close(spending_p(z), 0.05, 1e-10);
	}
}

static void what_is_spent_adds_up_to_alpha(void **state)
{
	double z[LOOKS];
	const double *t = equally_spaced(12);

	(void)state;
	for (enum spending kind = SPENDING_ROOT; kind <= SPENDING_OBRIEN; kind++) {
		spending_bounds(kind, 0.01, t, 12, z);
		assert_close(spending_crossing(t, z, 12), 0.01, 1e-8);
	}
}

/* Stopped at the third of five looks: all that is left goes there, and in all it is alpha. */
static void an_early_end_may_spend_the_rest(void **state)
{
	const double used[] = {0.01, 0.02, 0.05};
	const double *t = equally_spaced(5);
	double planned[5], z[3];

	(void)state;
	spending_bounds(SPENDING_LINEAR, 0.05, t, 5, planned);
	spending_bounds_at(used, t, 3, z);
	assert_true(z[0] == planned[0] && z[1] == planned[1] && z[2] < planned[2]);
	assert_close(spending_crossing(t, z, 3), 0.05, 1e-8);
}

static void twelve_looks_take_less_than_a_tenth_of_a_second(void **state)
{
	clock_t before = clock();
	double z[12];

	(void)state;
	spending_bounds(SPENDING_LINEAR, 0.05, equally_spaced(12), 12, z);
	assert_true(clock() - before < CLOCKS_PER_SEC / 10 * 5); /* 5: sanitizers, busy hosts */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(five_looks_have_the_published_bounds),
	    cmocka_unit_test(three_and_ten_looks_too),
	    cmocka_unit_test(unequal_looks_too),
	    cmocka_unit_test(peeking_at_1_96_costs_what_is_published),
	    cmocka_unit_test(classic_constants_keep_five_percent),
	    cmocka_unit_test(one_look_is_the_plain_test),
	    cmocka_unit_test(what_is_spent_adds_up_to_alpha),
	    cmocka_unit_test(an_early_end_may_spend_the_rest),
	    cmocka_unit_test(twelve_looks_take_less_than_a_tenth_of_a_second),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
