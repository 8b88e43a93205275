/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "../../../launcher/report/headline.h"
#include "../../../launcher/report/spark.h"

static void drawn(const double *x, size_t n, size_t width, bool is_utf8, const char *want)
{
	owns_text struct text t = { 0 };

	spark_add(x, n, width, is_utf8, &t);
	assert_string_equal(text_of(&t), want);
}

static void a_sparkline_shows_the_order(void **state)
{
	const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const double flat[] = { 5, 5, 5 };

	(void)state;
	drawn(x, 8, 20, true, "▁▂▃▄▅▆▇█");
	drawn(x, 8, 20, false, "_..-=**#");
	drawn(flat, 3, 20, true, "▁▁▁");
	drawn(x, 1, 20, true, "▁");
	drawn(x, 0, 20, true, "");
	drawn(x, 8, 0, true, "");
}

/* One slow process among a thousand, in a line of twenty characters. */
static void a_long_sparkline_keeps_the_slow_one(void **state)
{
	double x[1000];
	owns_text struct text t = { 0 };

	(void)state;
	for (int i = 0; i < 1000; i++)
		x[i] = 100;
	x[612] = 200;
	spark_add(x, 1000, 20, false, &t);
	assert_string_equal(t.s, "____________#_______");
}

static void unlike_and_like_reasons(void **state)
{
	struct marks m = { 0 };
	owns_text struct text t = { 0 };

	(void)state;
	marks_add(&m, 12, "waited 96 ms for the CPU");
	marks_text(&m, "...", &t);
	assert_string_equal(t.s, "no. 12 waited 96 ms for the CPU");
	marks_add(&m, 14, "waited 1.024 s for the CPU");
	marks_add(&m, 15, "waited 800 us for the CPU");
	marks_add(&m, 16, "exited with status 1");
	marks_add(&m, 17, "exited with status 2");
	marks_add(&m, 18, "exited with status 2");
	text_clear(&t);
	marks_text(&m, "...", &t);
	assert_string_equal(t.s, "nos. 12, 14, 15: waited up to 1.024 s for the CPU (3); "
				 "no. 16 exited with status 1; "
				 "nos. 17, 18: exited with status 2 (2)");
	marks_free(&m);
}

static void a_hundred_thousand_marks_stay_small(void **state)
{
	struct marks m = { 0 };
	owns_text struct text t = { 0 };
	char reason[80];

	(void)state;
	for (int i = 1; i <= 100000; i++) {
		(void)snprintf(reason, sizeof(reason), "died of SIG%c%c", 'A' + i % 26, 'A' + i % 7); /* fits */
		marks_add(&m, i, reason);
	}
	assert_int_equal(m.count, 100000);
	marks_text(&m, "...", &t);
	assert_true(t.n < 1200);
	says(&t, "for other reasons");
	marks_free(&m);
}

static void folded(const char *words, int width, int indent, const char *want)
{
	const struct look l = { .width = width };
	owns_text struct text t = { 0 };

	look_fold(&l, words, indent, indent, &t);
	assert_string_equal(text_of(&t), want);
}

static void words_are_folded_at_blanks(void **state)
{
	(void)state;
	folded("one two three", 40, 2, "one two three\n");
	folded("aaaaaaaaaa bbbbbbbbbb cccccccccc", 30, 5, "aaaaaaaaaa bbbbbbbbbb\n     cccccccccc\n");
	folded("äääääääääää ööööööööööö üüüüüüüüüü", 30, 5,
	       "äääääääääää ööööööööööö\n     üüüüüüüüüü\n");
	folded("a_word_that_is_longer_than_the_line next", 25, 5,
	       "a_word_that_is_longer_than_the_line\n     next\n");
	folded("about twenty letters 255.0 ms", 27, 5, "about twenty letters\n     255.0 ms\n");
	folded("", 40, 2, "\n");
}

static void the_command_is_shown_as_typed(void **state)
{
	char *argv[] = { (char *)"./p", (char *)"a b", (char *)"it's", (char *)"", (char *)"x\033[2J",
			 (char *)"\xff", NULL };
	struct command_line c = { .argv = argv };
	owns_text struct text t = { 0 };

	(void)state;
	headline_command(&c, 100, "...", &t);
	assert_string_equal(t.s, "./p 'a b' \"it's\" '' 'x\\x1b[2J' \\xff");
	text_clear(&t);
	headline_command(&c, 10, "...", &t);
	assert_string_equal(t.s, "./p 'a b'...");
	text_clear(&t);
	c.label = "new";
	headline_command(&c, 100, "...", &t);
	assert_string_equal(t.s, "new");
}

static struct look look_with(const char *term, const char *no_color, const char *lang,
			     enum color color)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct look l;

	(void)setenv("TERM", term, 1);
	(void)setenv("NO_COLOR", no_color, 1);
	(void)setenv("LC_ALL", lang, 1);
	(void)setenv("COLUMNS", "-5", 1);
	l = look_of(fd, color);
	(void)close(fd);
	return l;
}

static void without_a_terminal_nothing_moves(void **state)
{
	struct look l = look_with("xterm", "", "en_US.UTF-8", COLOR_AUTO);

	(void)state;
	assert_int_equal(l.width, LOOK_WIDTH);
	assert_false(l.is_color);
	assert_true(l.is_utf8);
	l = look_with("dumb", "1", "C", COLOR_ALWAYS);
	assert_true(l.is_color);
	assert_false(l.is_utf8);
	assert_string_equal(look_dots(&l), "...");
	assert_false(look_with("dumb", "", "C", COLOR_NEVER).is_color);
}

static void a_pseudo_terminal_of_width_zero_is_no_width(void **state)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	int fd;
	struct look l;

	(void)state;
	if (master < 0 || grantpt(master) || unlockpt(master))
		skip();
	fd = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	(void)setenv("TERM", "xterm", 1);
	(void)unsetenv("NO_COLOR");
	l = look_of(fd, COLOR_AUTO);
	assert_int_equal(l.width, LOOK_WIDTH);
	assert_true(l.is_color);
	(void)setenv("NO_COLOR", "1", 1);
	assert_false(look_of(fd, COLOR_AUTO).is_color);
	(void)unsetenv("NO_COLOR");
	(void)setenv("TERM", "dumb", 1);
	assert_false(look_of(fd, COLOR_AUTO).is_color);
	(void)unsetenv("TERM");
	assert_false(look_of(fd, COLOR_AUTO).is_color);
	(void)close(fd);
	(void)close(master);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sparkline_shows_the_order),
		cmocka_unit_test(a_long_sparkline_keeps_the_slow_one),
		cmocka_unit_test(unlike_and_like_reasons),
		cmocka_unit_test(a_hundred_thousand_marks_stay_small),
		cmocka_unit_test(words_are_folded_at_blanks),
		cmocka_unit_test(the_command_is_shown_as_typed),
		cmocka_unit_test(without_a_terminal_nothing_moves),
		cmocka_unit_test(a_pseudo_terminal_of_width_zero_is_no_width),
	};

	return cmocka_run_group_tests_name("parts of reports", tests, NULL, NULL);
}
