/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/base/number.h"

#include <locale.h>
#include <math.h>

#include "unit.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct fail f;

static void whole_numbers_are_the_whole_word(void **state)
{
	static const char *const bad[] = {"",   " 1", "1 ",  "+1", "0x10", "1e3", "1.0", "--1",
					  "-",  "٣",  "1_0", "11", "-1",   "99999999999999999999"};
	int64_t n = 42;

	(void)state;
	assert_int_equal(number_whole("10", "--warmup", 0, 10, &n, &f), 0);
	assert_int_equal(n, 10);
	assert_int_equal(number_whole("-5", "x", -5, 10, &n, &f), 0);
	assert_int_equal(n, -5);
	for (size_t i = 0; i < COUNT(bad); i++) {
		if (!number_whole(bad[i], "--warmup", 0, 10, &n, &f))
			fail_msg("'%s' was taken", bad[i]);
		assert_non_null(strstr(f.text, "--warmup"));
		assert_int_equal(f.kind, FAIL_USAGE);
	}
	assert_int_equal(n, -5);
}

static void real_numbers_are_decimal_and_finite(void **state)
{
	static const char *const bad[] = {"",   "nan", "inf",   "-inf", "0x1p3", "1,5", " 1",
					  "1e", "1e999", "1.5s", ".",   "-",     "+1"};
	double n = 42;

	(void)state;
	assert_int_equal(number_real("2.8e7", "x", &n, &f), 0);
	assert_true(n == 2.8e7);
	assert_int_equal(number_real("-.5", "x", &n, &f), 0);
	assert_true(n == -0.5);
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!number_real(bad[i], "x", &n, &f))
			fail_msg("'%s' was taken", bad[i]);
	assert_true(n == -0.5);
}

static void times_have_a_unit_or_are_seconds(void **state)
{
	static const struct {
		const char *typed;
		int64_t ns;
	} good[] = {{"90", 90000000000}, {"90s", 90000000000}, {"1.5min", 90000000000},
		    {"20ms", 20000000},  {"3us", 3000},        {"7ns", 7},
		    {"1h", 3600000000000}, {"0.5", 500000000}};
	static const char *const bad[] = {"0", "-1", "1 s", "s", "1m", "1d", "5mins", "1e30", "0.1ns", "20years"};
	int64_t ns = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		assert_int_equal(number_time(good[i].typed, "x", &ns, &f), 0);
		assert_int_equal(ns, good[i].ns);
	}
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!number_time(bad[i], "x", &ns, &f))
			fail_msg("'%s' was taken", bad[i]);
}

static void shares_are_percent_or_plain(void **state)
{
	static const char *const bad[] = {"0", "-1%", "1 %", "%", "10", "1.5", "1", "1000%", "nan%", "1%%"};
	double n = 0;

	(void)state;
	assert_int_equal(number_share("1%", "x", &n, &f), 0);
	assert_true(fabs(n - 0.01) < 1e-15);
	assert_int_equal(number_share("0.02", "x", &n, &f), 0);
	assert_true(n == 0.02);
	for (size_t i = 0; i < COUNT(bad); i++)
		if (!number_share(bad[i], "x", &n, &f))
			fail_msg("'%s' was taken", bad[i]);
}

/* Where it exists: most build machines have C only, and then this proves nothing new. */
static void the_locale_does_not_matter(void **state)
{
	double n = 0;

	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		skip();
	assert_int_equal(number_real("2.5", "x", &n, &f), 0);
	assert_true(n == 2.5);
	assert_int_equal(number_real("2,5", "x", &n, &f), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_numbers_are_the_whole_word),
		cmocka_unit_test(real_numbers_are_decimal_and_finite),
		cmocka_unit_test(times_have_a_unit_or_are_seconds),
		cmocka_unit_test(shares_are_percent_or_plain),
		cmocka_unit_test(the_locale_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
