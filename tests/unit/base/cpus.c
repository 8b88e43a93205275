/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/base/cpus.h"

#include "unit.h"

static struct fail f;

static void assert_list(const char *typed, const char *shown)
{
	struct cpus set = {0};
	char text[200];

	if (cpus_parse(typed, "--cpus", &set, &f))
		fail_msg("%s", f.text);
	assert_string_equal(cpus_format(&set, text, sizeof(text)), shown);
}

static void assert_no_list(const char *typed)
{
	struct cpus set = {{42}};

	f = (struct fail){0};
	if (!cpus_parse(typed, "--cpus", &set, &f))
		fail_msg("'%s' was taken for a list", typed);
	assert_int_equal(f.kind, FAIL_USAGE);
	assert_non_null(strstr(f.text, "--cpus"));
	assert_int_equal(set.bits[0], 42);
}

static void lists_are_merged_and_sorted(void **state)
{
	(void)state;
	assert_list("0", "0");
	assert_list("0-3,8", "0-3,8");
	assert_list("3,3,2-4", "2-4");
	assert_list("8,0-3", "0-3,8");
	assert_list("63-64", "63-64");
	assert_list("007", "7");
	assert_list("4095", "4095");
}

static void anything_else_is_refused(void **state)
{
	static const char *const bad[] = {"",      " ",      "\"16-31\"", "16-31,", ",1",  "5-2",
					  "-1",    "1-",     "0x3",       "4096",   "1,,2", "٣",
					  "1 ",    " 1",     "1-2-3",     "+1",     "1.5",  "4-N",
					  "0-3:1", "4294967296", "99999999999999999999", "all"};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_no_list(bad[i]);
}

static void files_of_the_kernel_may_be_empty_or_null(void **state)
{
	static const char *const none[] = {"", "\n", "  (null)", "(null)\n"};
	struct cpus set;

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		set = (struct cpus){{42}};
		assert_int_equal(cpus_parse_file(none[i], "isolated", &set, &f), 0);
		assert_true(cpus_is_empty(&set));
	}
	assert_int_equal(cpus_parse_file(" 1-2\n", "isolated", &set, &f), 0);
	assert_int_equal(cpus_count(&set), 2);
	assert_int_equal(cpus_parse_file("1,x", "isolated", &set, &f), -1);
	assert_int_equal(f.kind, FAIL_HOST);
}

static void next_walks_over_gaps_and_words(void **state)
{
	struct cpus set = {0};

	(void)state;
	assert_int_equal(cpus_next(&set, -1), -1);
	cpus_add(&set, 0);
	cpus_add(&set, 63);
	cpus_add(&set, 1000);
	cpus_add(&set, CPUS_MAX - 1);
	assert_int_equal(cpus_next(&set, -1), 0);
	assert_int_equal(cpus_next(&set, 0), 63);
	assert_int_equal(cpus_next(&set, 63), 1000);
	assert_int_equal(cpus_next(&set, 1000), CPUS_MAX - 1);
	assert_int_equal(cpus_next(&set, CPUS_MAX - 1), -1);
	cpus_drop(&set, 63);
	assert_false(cpus_has(&set, 63));
	assert_false(cpus_has(&set, -1));
	assert_false(cpus_has(&set, CPUS_MAX));
	assert_int_equal(cpus_count(&set), 3);
}

static void sets_are_joined_met_and_cut(void **state)
{
	struct cpus a = {{0x0f}};
	struct cpus b = {{0x3c}};

	(void)state;
	assert_int_equal(cpus_and(&a, &b).bits[0], 0x0c);
	assert_int_equal(cpus_or(&a, &b).bits[0], 0x3f);
	assert_int_equal(cpus_minus(&a, &b).bits[0], 0x03);
	assert_true(cpus_overlap(&a, &b));
	assert_false(cpus_equal(&a, &b));
}

static void a_list_that_does_not_fit_is_cut_at_a_comma(void **state)
{
	struct cpus set = {{0x5555}};
	char text[8];

	(void)state;
	assert_string_equal(cpus_format(&set, text, sizeof(text)), "0,2,4,6");
	assert_string_equal(cpus_format(&set, text, 7), "0,2,4");
	assert_string_equal(cpus_format(&set, text, 1), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_merged_and_sorted),
		cmocka_unit_test(anything_else_is_refused),
		cmocka_unit_test(files_of_the_kernel_may_be_empty_or_null),
		cmocka_unit_test(next_walks_over_gaps_and_words),
		cmocka_unit_test(sets_are_joined_met_and_cut),
		cmocka_unit_test(a_list_that_does_not_fit_is_cut_at_a_comma),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
