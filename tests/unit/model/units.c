/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../launcher/model/units.h"

static const struct {
	double ns;
	const char *shown;
} times[] = {
	{ 0, "0" },
	{ 0.4, "0.4000 ns" },
	{ 0.05, "0.05000 ns" },
	{ 1, "1.000 ns" },
	{ 12.345, "12.35 ns" },
	{ 99.996, "100.0 ns" },
	{ 999.4, "999.4 ns" },
	{ 999.6, "1.000 us" },
	{ 999.96, "1.000 us" },
	{ 1284, "1.284 us" },
	{ 9999.6, "10.00 us" },
	{ 999600, "1.000 ms" },
	{ 0.9994e9, "999.4 ms" },
	{ 0.9996e9, "1.000 s" },
	{ 1.284e9, "1.284 s" },
	{ 27.04e9, "27.04 s" },
	{ 59.94e9, "59.94 s" },
	{ 59.96e9, "1 min 0.0 s" },
	{ 60e9, "1 min 0.0 s" },
	{ 119.96e9, "2 min 0.0 s" },
	{ 3599.7e9, "59 min 59.7 s" },
	{ 3599.96e9, "1 h 0 min 0 s" },
	{ 172800e9, "48 h 0 min 0 s" },
	{ -1284, "-1.284 us" },
	{ -59.96e9, "-1 min 0.0 s" },
};

static void the_unit_is_chosen_after_rounding(void **state)
{
	char out[64];

	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		assert_string_equal(units_time(times[i].ns, out, sizeof(out)), times[i].shown);
}

static void what_is_no_number_is_never_shown_as_one(void **state)
{
	const double none[] = { (double)NAN, INFINITY, -INFINITY };
	char out[64];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(units_time(none[i], out, sizeof(out)), "n/a");
		assert_string_equal(units_memory(none[i], out, sizeof(out)), "n/a");
		assert_string_equal(units_plain(none[i], out, sizeof(out)), "");
	}
}

/* No length near any border ever reads 1000 of a unit or 60 s. */
static void no_border_shows_a_thousand(void **state)
{
	char out[64];

	(void)state;
	for (double unit = 1; unit < 1e9; unit *= 1000)
		for (double x = 990; x < 1010; x += 0.01) {
			units_time(x * unit, out, sizeof(out));
			assert_true(strtod(out, NULL) < 1000);
		}
	for (double s = 59; s < 61; s += 0.001) {
		units_time(s * 1e9, out, sizeof(out));
		assert_true(strtod(out, NULL) < 60);
	}
}

static void values_of_a_row_share_unit_and_decimals(void **state)
{
	struct unit u = units_pick(1.284e9);
	char out[64];

	(void)state;
	assert_string_equal(u.name, "s");
	assert_string_equal(units_in(&u, 1.279e9, out, sizeof(out)), "1.279");
	assert_string_equal(units_in(&u, 6e6, out, sizeof(out)), "0.006");
	assert_string_equal(units_in(&u, 100, out, sizeof(out)), "0.000");
	assert_string_equal(units_in(&u, -100, out, sizeof(out)), "0.000");
	u = units_pick(90e9);
	assert_string_equal(u.name, "s");
	assert_string_equal(units_in(&u, 90e9, out, sizeof(out)), "90.00");
	u = units_pick(0);
	assert_string_equal(units_in(&u, 0, out, sizeof(out)), "0");
}

static void memory_is_kibibytes_and_up(void **state)
{
	char out[64];

	(void)state;
	assert_string_equal(units_memory(0, out, sizeof(out)), "0 KiB");
	assert_string_equal(units_memory(900, out, sizeof(out)), "900 KiB");
	assert_string_equal(units_memory(1023.6, out, sizeof(out)), "1.0 MiB");
	assert_string_equal(units_memory(1800, out, sizeof(out)), "1.8 MiB");
	assert_string_equal(units_memory(18432, out, sizeof(out)), "18 MiB");
	assert_string_equal(units_memory(3 * 1048576, out, sizeof(out)), "3.0 GiB");
}

static void plain_numbers_read_back_as_the_same(void **state)
{
	const double all[] = { 0, 10500, 0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308,
			       9007199254740993.0, -2.5, 123456789.125 };
	char out[64];

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		assert_true(strtod(units_plain(all[i], out, sizeof(out)), NULL) == all[i]);
	assert_string_equal(units_plain(0.1, out, sizeof(out)), "0.1");
	assert_string_equal(units_plain(10500, out, sizeof(out)), "10500");
}

/* A locale with a decimal comma is made for the purpose: few machines have one. */
static bool use_comma(const char *folder)
{
	char command[200];

	(void)snprintf(command, sizeof(command),
		       "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder); /* fits */
	(void)setenv("LOCPATH", folder, 1);	   /* a fresh name: cannot fail */
	(void)!system(command);			   /* setlocale() tells */
	return setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
}

static void the_locale_has_no_say(void **state)
{
	char folder[] = "/tmp/becalm-units.XXXXXX";
	char command[200];
	char out[64];
	bool has_comma;

	(void)state;
	assert_non_null(mkdtemp(folder));
	has_comma = use_comma(folder);
	(void)snprintf(command, sizeof(command), "rm -rf %s", folder); /* fits */
	(void)!system(command); /* only litter */
	if (!has_comma)
		skip();
	(void)snprintf(out, sizeof(out), "%.1f", 1.5); /* fits */
	assert_string_equal(out, "1,5");
	assert_string_equal(units_time(1.284e9, out, sizeof(out)), "1.284 s");
	assert_string_equal(units_plain(1.5, out, sizeof(out)), "1.5");
	(void)setlocale(LC_ALL, "C"); /* is always there */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_unit_is_chosen_after_rounding),
		cmocka_unit_test(what_is_no_number_is_never_shown_as_one),
		cmocka_unit_test(no_border_shows_a_thousand),
		cmocka_unit_test(values_of_a_row_share_unit_and_decimals),
		cmocka_unit_test(memory_is_kibibytes_and_up),
		cmocka_unit_test(plain_numbers_read_back_as_the_same),
		cmocka_unit_test(the_locale_has_no_say),
	};

	return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
