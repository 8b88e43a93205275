/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../../launcher/model/printed.h"

struct found {
	double x[16];
	int n;
};

static void take(void *data, double value)
{
	struct found *found = data;

	if (found->n < 16)
		found->x[found->n++] = value;
}

static struct found read_whole(struct plan *p, const char *text, size_t piece)
{
	struct found found = { 0 };
	struct fail f = { 0 };
	struct printed l;

	assert_int_equal(printed_open(&l, p, &f), 0);
	printed_begin(&l);
	for (size_t at = 0; at < strlen(text); at += piece)
		printed_feed(&l, text + at, strlen(text + at) < piece ? strlen(text + at) : piece, take, &found);
	printed_finish(&l, take, &found);
	printed_close(&l);
	return found;
}

static void only_lines_that_are_a_number_count(void **state)
{
	const char *text = "start\n0.25\n 3 \n1,5\n0x10\nnan\n1e-3\n4 s\n\n-2\n7";
	struct plan p = plan_default();

	(void)state;
	p.metric = METRIC_LINES;
	p.unit = "x";
	for (size_t piece = 1; piece < 8; piece++) {
		struct found found = read_whole(&p, text, piece);

		assert_int_equal(found.n, 5);
		assert_true(found.x[0] == 0.25 && found.x[1] == 3 && found.x[2] == 1e-3 && found.x[3] == -2 &&
			    found.x[4] == 7);
	}
}

static void seconds_are_the_unit_when_none_is_given(void **state)
{
	struct plan p = plan_default();

	(void)state;
	p.metric = METRIC_LINES;
	assert_true(fabs(read_whole(&p, "0.226\n", 100).x[0] - 226e6) < 1);
}

static void a_regex_finds_every_match(void **state)
{
	struct plan p = plan_default();
	struct found found;

	(void)state;
	p.metric = METRIC_REGEX;
	p.metric_regex = "([0-9.]+) ops/s";
	p.unit = "ops/s";
	found = read_whole(&p, "a 10 ops/s, b 20.5 ops/s\nnone\n30 ops/s", 5);
	assert_int_equal(found.n, 3);
	assert_true(found.x[0] == 10 && found.x[1] == 20.5 && found.x[2] == 30);
}

static void a_bad_regex_is_a_usage_error(void **state)
{
	struct plan p = plan_default();
	struct fail f = { 0 };
	struct printed l;

	(void)state;
	p.metric_regex = "([0-9";
	assert_int_equal(printed_open(&l, &p, &f), -1);
	assert_int_equal(f.kind, FAIL_USAGE);
	p.metric_regex = "[0-9]";
	assert_int_equal(printed_open(&l, &p, &f), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_lines_that_are_a_number_count),
		cmocka_unit_test(seconds_are_the_unit_when_none_is_given),
		cmocka_unit_test(a_regex_finds_every_match),
		cmocka_unit_test(a_bad_regex_is_a_usage_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
