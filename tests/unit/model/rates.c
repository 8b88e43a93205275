/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../../launcher/model/rates.h"

static void add(struct rates *r, const char *test, int64_t iters, int64_t wall_ns,
		bool is_cut)
{
	struct run run = { .iters = iters, .wall_ns = wall_ns, .is_cut = is_cut };

	rates_run(r, test, &run);
}

static void numbers_have_two_digits(void **state)
{
	static const struct {
		double rate;
		const char *plain, *separated;
	} cases[] = {
		{ 2.7e9, "2.7e9", "2'700'000'000" },
		{ 9.96e5, "1.0e6", "1'000'000" },
		{ 123, "1.2e2", "120" },
		{ 38, "38", "38" },
		{ 9.97, "10", "10" },
		{ 2.04, "2.0", "2.0" },
		{ 0.0271, "0.027", "0.027" },
		{ 3e-9, "3.0e-9", "3.0e-9" },
		{ 4.44e30, "4.4e30", "4.4e30" },
	};
	char out[64];

	(void)state; /* none */
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_string_equal(rates_number(out, sizeof(out), cases[i].rate, false),
				    cases[i].plain);
		assert_string_equal(rates_number(out, sizeof(out), cases[i].rate, true),
				    cases[i].separated);
	}
}

static void lines_can_be_pasted_and_are_aligned(void **state)
{
	struct rates *r = rates_new();
	owns_text struct text out = { 0 };

	(void)state; /* none */
	rates_source(r, "a.b", "BECALM_TEST(a, b, .iters_per_sec = @)");
	rates_source(r, "long.name", "BECALM_TEST_N(long, name, .iters_per_sec = @')");
	rates_source(r, "py.test", "becalm.bench(\"py.test\", fn, iters_per_sec=@)");
	for (int i = 1; i <= 5; i++) {
		add(r, "a.b", 1000 * i, 1000000, false);
		add(r, "long.name", 27, 10, false);
		add(r, "py.test", 3, 1000000000, false);
	}
	add(r, "nothing.said", 7, 1000000000, false);
	rates_suggest(r, &out);
	assert_non_null(
		strstr(text_of(&out),
		       "\n\nBECALM_TEST(a, b,           .iters_per_sec = 3.0e6)\n"
		       "BECALM_TEST_N(long, name,   .iters_per_sec = 2'700'000'000)\n"
		       "becalm.bench(\"py.test\", fn, iters_per_sec=3.0)\n"
		       "nothing.said                .iters_per_sec = 7.0\n"));
	rates_free(r);
}

static void cut_runs_count_only_when_there_are_no_others(void **state)
{
	struct rates *r = rates_new();
	owns_text struct text out = { 0 };

	(void)state; /* none */
	add(r, "some.cut", 10, 1000000000, true);
	add(r, "some.cut", 50, 1000000000, false);
	add(r, "all.cut", 20, 1000000000, true);
	rates_suggest(r, &out);
	assert_non_null(strstr(text_of(&out), "some.cut .iters_per_sec = 50\n"));
	assert_non_null(strstr(text_of(&out),
			       "all.cut  .iters_per_sec = 20  (every run was cut)\n"));
	rates_free(r);
}

static void memory_is_bounded(void **state)
{
	struct rates *r = rates_new();
	owns_text struct text out = { 0 };

	(void)state; /* none */
	for (int i = 0; i < 100000; i++)
		add(r, "many.runs", 1 + i % 2 * 2, 1000000000 / (i % 2 ? 9 : 3), false);
	rates_suggest(r, &out);
	assert_non_null(strstr(text_of(&out), "many.runs .iters_per_sec = "));
	rates_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_two_digits),
		cmocka_unit_test(lines_can_be_pasted_and_are_aligned),
		cmocka_unit_test(cut_runs_count_only_when_there_are_no_others),
		cmocka_unit_test(memory_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
