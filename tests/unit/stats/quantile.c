/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/stats/quantile.h"
#include "close.h"

/* Expected values: closed forms, and printed tables to their digits. */

static void t_is_the_one_of_the_tables(void **state)
{
	(void)state;
	assert_close(quantile_t(0.025, 1), tan(M_PI * 0.475), 1e-12);
	assert_close(quantile_t(0.0005, 1), 636.6192487687196, 1e-9);
	assert_close(quantile_t(0.025, 2), 0.95 * sqrt(2 / (1 - 0.95 * 0.95)), 1e-13);
	assert_close(quantile_t(0.025, 8), 2.306004135204166, 1e-13);
	assert_close(quantile_t(0.025, 30), 2.042272456301238, 1e-13);
	assert_close(quantile_t(0.025, 1e6), 1.959966, 1e-6);
	assert_true(quantile_t(0.5, 5) == 0);
}

static void t_far_out_is_found_too(void **state)
{
	(void)state;
	assert_close(quantile_t(1e-15, 1) / (1e15 / M_PI), 1, 1e-9);
	assert_close(quantile_t(1e-15, 2) / sqrt(0.5e15), 1, 1e-9);
	assert_true(isfinite(quantile_t(1e-100, 3)));
}

static void f_is_the_one_of_the_tables(void **state)
{
	(void)state;
	assert_close(quantile_f(0.95, 1, 1), 161.4476387975881, 1e-9);
	assert_close(quantile_f(0.95, 2, 10), 4.102821, 1e-6);
	assert_close(quantile_f(0.975, 5, 24), 3.1548, 6e-5);
	assert_close(1 / quantile_f(0.025, 5, 24), 6.2780, 6e-5);
	assert_close(quantile_f(0.05, 2, 2), 0.05 / 0.95, 1e-14);
}

static void beta_is_the_closed_form(void **state)
{
	(void)state;
	assert_close(quantile_beta(0.025, 1, 10), 1 - pow(0.975, 0.1), 1e-15);
	assert_close(quantile_beta(0.3, 1, 1), 0.3, 1e-15);
	assert_close(quantile_beta(0.5, 7, 7), 0.5, 1e-14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(t_is_the_one_of_the_tables),
	    cmocka_unit_test(t_far_out_is_found_too),
	    cmocka_unit_test(f_is_the_one_of_the_tables),
	    cmocka_unit_test(beta_is_the_closed_form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
