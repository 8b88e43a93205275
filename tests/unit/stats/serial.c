/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/stats/serial.h"
#include "close.h"
#include "nist.h"

/* R's data set Nile: flow at Aswan, 1871 ... 1970. */
static const double nile[100] = {
    1120, 1160, 963,  1210, 1160, 1160, 813,  1230, 1370, 1140, 995,  935,  1110,
    994,  1020, 960,  1180, 799,  958,	1140, 1100, 1210, 1150, 1250, 1260, 1220,
    1030, 1100, 774,  840,  874,  694,	940,  833,  701,  916,	692,  1020, 1050,
    969,  831,	726,  456,  824,  702,	1120, 1100, 832,  764,	821,  768,  845,
    864,  862,	698,  845,  744,  796,	1040, 759,  781,  865,	845,  944,  984,
    897,  822,	1010, 771,  676,  649,	846,  812,  742,  801,	1040, 860,  874,
    848,  890,	744,  749,  838,  1050, 918,  986,  797,  923,	975,  815,  1020,
    906,  901,	1170, 912,  746,  919,	718,  714,  740};

static void lag_1_is_the_certified_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(nist) / sizeof(*nist); i++)
		assert_close(serial_correlation(nist[i].x, nist[i].n, 1), nist[i].lag1,
			     1e-13);
}

/* R: acf(Nile), Box.test(Nile, 5, "Ljung"). */
static void the_nile_is_correlated_as_r_says(void **state)
{
	const double acf[] = {0.498408184, 0.384576904, 0.327860438, 0.239191170,
			      0.228421987};
	struct ljung_box b = serial_ljung_box(nile, 100, 5);

	(void)state;
	for (size_t k = 1; k <= 5; k++)
		assert_close(serial_correlation(nile, 100, k), acf[k - 1], 6e-10);
	assert_close(b.q, 63.971712348, 6e-10);
	assert_close(b.p, 1.83109e-12, 1e-16); /* R's is 1 - P: good to 1e-16 */
}

/* R: cor.test(time, Nile, method = "kendall"). */
static void the_nile_falls_as_r_says(void **state)
{
	struct mann_kendall t = serial_trend(nile, 100);

	(void)state;
	assert_close(t.tau, -0.280741335, 6e-10);
	assert_close(t.z, -4.131044926, 6e-10);
	assert_close(t.p, 3.61118e-5, 6e-11);
}

/* By hand: S = 10 of 10 pairs, var 5 * 4 * 15 / 18. */
static void a_rising_series_is_a_trend(void **state)
{
	const double x[] = {1, 2, 3, 4, 5};
	struct mann_kendall t = serial_trend(x, 5);

	(void)state;
	assert_true(t.s == 10 && t.tau == 1);
	assert_close(t.z, 10 / sqrt(50 / 3.0), 1e-14);
}

static void no_spread_is_no_trend_and_no_correlation(void **state)
{
	const double x[] = {7, 7, 7, 7, 7, 7, 7};
	struct mann_kendall t = serial_trend(x, 7);

	(void)state;
	assert_true(t.s == 0 && t.z == 0 && t.p == 1 && isnan(t.tau));
	assert_true(isnan(serial_ljung_box(x, 7, 5).p));
	assert_true(isnan(serial_ljung_box(x, 5, 5).q));
	assert_true(serial_effective_size(x, 7) == 7);
}

/*
 * By hand: deviations 1 1 -1 -1 1 1 -1 -1: rho = 1/8, -6/8, -1/8 ...: the pair (1, 1/8)
 * only, then -7/8 ends the sum: 8 / (2 * 9/8 - 1).
 */
static void effective_size_sums_while_pairs_are_positive(void **state)
{
	const double x[] = {1, 1, -1, -1, 1, 1, -1, -1};
	const double zigzag[] = {1, -1, 1, -1, 1, -1, 1, -1};

	(void)state;
	assert_close(serial_effective_size(x, 8), 6.4, 1e-13);
	assert_true(serial_effective_size(zigzag, 8) == 8); /* no gain is claimed */
	assert_true(serial_effective_size(x, 2) == 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lag_1_is_the_certified_one),
	    cmocka_unit_test(the_nile_is_correlated_as_r_says),
	    cmocka_unit_test(the_nile_falls_as_r_says),
	    cmocka_unit_test(a_rising_series_is_a_trend),
	    cmocka_unit_test(no_spread_is_no_trend_and_no_correlation),
	    cmocka_unit_test(effective_size_sums_while_pairs_are_positive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
