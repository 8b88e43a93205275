/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/base/words.h"

#include <string.h>
#include <unistd.h>

#include "unit.h"

static char *words[WORDS_MAX];

static int split(const char *line)
{
	static char copy[4096];

	(void)strcpy(copy, line);
	return words_split(copy, words);
}

static void any_string_survives(void **state)
{
	const char *const hard[] = { "", "%", " ", "a b", "\n", "always [madvise] never\n", "100%",
				     "\x01\x7f\xff", "Hodges–Lehmann", NULL };

	(void)state;
	for (int i = 0; hard[i]; i++) {
		owns_text struct text line = { 0 };

		words_line(&line, (const char *[]){ "edit", hard[i], "end", NULL });
		assert_int_equal(strchr(line.s, '\n') - line.s, (long)line.n - 1);
		line.s[line.n - 1] = '\0';
		assert_int_equal(words_split(line.s, words), 3);
		assert_string_equal(words[1], hard[i]);
		assert_string_equal(words[2], "end");
		assert_string_equal(words[3], "");
	}
}

static void what_was_not_written_so_is_refused(void **state)
{
	const char *const bad[] = { " a", "a ", "a  b", "a%", "a%2", "a%2g", "a%00", "a%0a", "\x80", "a\tb",
				    "1 2 3 4 5 6 7 8 9 10 11 12 13", NULL };

	(void)state;
	for (int i = 0; bad[i]; i++)
		if (split(bad[i]) != -1)
			fail_msg("'%s' was taken", bad[i]);
	assert_int_equal(split(""), 0);
	assert_int_equal(split("1 2 3 4 5 6 7 8 9 10 11 12"), 12);
}

static void lines_come_whole_whatever_the_pieces(void **state)
{
	static const char input[] = "one 1\n\ntwo\nrest";
	struct lines l = { .used = 0 };
	char *line;
	int ends[2], n = 0;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	for (size_t i = 0; i < sizeof(input) - 1; i++) {
		assert_int_equal(write(ends[1], input + i, 1), 1);
		assert_int_equal(lines_fill(&l, ends[0]), 1);
		while (lines_next(&l, &line) > 0)
			assert_string_equal(line, n == 0 ? "one 1" : n == 1 ? "" : "two"), n++;
	}
	assert_int_equal(n, 3);
	(void)close(ends[1]);
	assert_int_equal(lines_fill(&l, ends[0]), 0);
	(void)close(ends[0]);
	lines_free(&l);
}

static void endless_lines_and_nul_are_refused(void **state)
{
	struct lines l = { .used = 0 };
	char *line;

	(void)state;
	for (int i = 0; i <= WORDS_LINE; i++)
		text_add(&l.have, "x", 1);
	assert_int_equal(lines_next(&l, &line), -1);
	text_clear(&l.have);
	text_add(&l.have, "a\0b\n", 4);
	assert_int_equal(lines_next(&l, &line), -1);
	lines_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_string_survives),
		cmocka_unit_test(what_was_not_written_so_is_refused),
		cmocka_unit_test(lines_come_whole_whatever_the_pieces),
		cmocka_unit_test(endless_lines_and_nul_are_refused),
	};

	return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
