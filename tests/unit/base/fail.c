/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/base/fail.h"

#include <errno.h>

#include "unit.h"

static void a_failure_is_a_sentence_and_a_kind(void **state)
{
	struct fail f = {0};

	(void)state;
	assert_int_equal(fail_set(&f, FAIL_TIME, "%d seconds are over", 3), -1);
	assert_string_equal(f.text, "3 seconds are over");
	assert_int_equal(fail_status(&f), 124);
}

static void a_failed_call_says_why(void **state)
{
	struct fail f = {0};

	(void)state;
	errno = ENOENT;
	assert_int_equal(fail_sys(&f, "cannot open '%s'", "x"), -1);
	assert_string_equal(f.text, "cannot open 'x': No such file or directory");
	assert_int_equal(f.kind, FAIL_HOST);
}

static void context_goes_in_front(void **state)
{
	struct fail f = {0};

	(void)state;
	(void)fail_set(&f, FAIL_NOEXEC, "no x bit");
	assert_int_equal(fail_wrap(&f, "cannot run '%s'", "./a"), -1);
	assert_string_equal(f.text, "cannot run './a': no x bit");
	assert_int_equal(f.kind, FAIL_NOEXEC);
}

static void kinds_decide_the_status(void **state)
{
	static const int status[] = {125, 125, 125, 124, 126, 127};

	(void)state;
	for (int kind = FAIL_NONE; kind <= FAIL_NOTFOUND; kind++) {
		struct fail f = {.kind = (enum fail_kind)kind};

		assert_int_equal(fail_status(&f), status[kind]);
	}
}

static void a_long_sentence_is_cut(void **state)
{
	struct fail f = {0};
	char word[3000];

	(void)state;
	memset(word, 'a', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	(void)fail_set(&f, FAIL_HOST, "%s", word);
	assert_int_equal(strlen(f.text), sizeof(f.text) - 1);
	(void)fail_wrap(&f, "%s", word);
	assert_int_equal(strlen(f.text), sizeof(f.text) - 1);
}

static void names_from_outside_cannot_move_the_cursor(void **state)
{
	char out[64];

	(void)state;
	assert_string_equal(fail_quote(out, sizeof(out), "a\033[2Jb\n\x7f"), "a\\x1b[2Jb\\x0a\\x7f");
	assert_string_equal(fail_quote(out, sizeof(out), "Grüße ٣"), "Grüße ٣");
	assert_string_equal(fail_quote(out, sizeof(out), "\xff\xc3"), "\\xff\\xc3");
	assert_string_equal(fail_quote(out, sizeof(out), "\xed\xa0\x80"), "\\xed\\xa0\\x80");
	assert_string_equal(fail_quote(out, 12, "abcdefghijklmnop"), "abcdefgh...");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_failure_is_a_sentence_and_a_kind),
		cmocka_unit_test(a_failed_call_says_why),
		cmocka_unit_test(context_goes_in_front),
		cmocka_unit_test(kinds_decide_the_status),
		cmocka_unit_test(a_long_sentence_is_cut),
		cmocka_unit_test(names_from_outside_cannot_move_the_cursor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
