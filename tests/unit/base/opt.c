/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/base/opt.h"

#include <stdbool.h>

#include "unit.h"

static struct {
	int64_t n, budget_ns;
	bool quiet, verbose;
	const char *file, *ignore;
	double precision;
} o;

static int set_ignore(const struct opt *row, const char *value, struct fail *f)
{
	(void)f;
	*(const char **)row->to = value ? value : "bare";
	return 0;
}

static const struct opt rows[] = {
	{0, NULL, NULL, "How often", NULL, NULL},
	{'n', "invocations", "N", "that many processes", opt_count, &o.n},
	{0, "budget", "TIME", "stop then", opt_time, &o.budget_ns},
	{0, "precision", "SHARE", "until so precise", opt_share, &o.precision},
	{'q', "quiet", NULL, "say less", opt_flag, &o.quiet},
	{'v', "verbose", NULL, "say more", opt_flag, &o.verbose},
	{'o', "output", "FILE", "save there, and a help that is so long that it has to be folded",
	 opt_text, &o.file},
	{0, "ignore-failure", "[=CODES]", "go on", set_ignore, &o.ignore},
	{0, NULL, NULL, NULL, NULL, NULL},
};

static struct fail f;
static int operand;

#define PARSE(...) parse((const char *[]){"run", __VA_ARGS__, NULL})

static int parse(const char **argv)
{
	int argc = 0;

	while (argv[argc])
		argc++;
	memset(&o, 0, sizeof(o));
	f = (struct fail){0};
	operand = -1;
	return opt_parse(rows, argc, (char **)argv, &operand, &f);
}

#define REFUSES(words, ...)                                                                   \
	do {                                                                                  \
		assert_int_equal(PARSE(__VA_ARGS__), -1);                                     \
		assert_int_equal(f.kind, FAIL_USAGE);                                         \
		if (!strstr(f.text, words))                                                   \
			fail_msg("'%s' is not in '%s'", words, f.text);                       \
	} while (0)

static void options_end_at_the_first_operand(void **state)
{
	(void)state;
	assert_int_equal(PARSE("-n", "3", "./x", "-q"), 0);
	assert_int_equal(operand, 3);
	assert_false(o.quiet);
	assert_int_equal(PARSE("-q", "--", "-n"), 0);
	assert_int_equal(operand, 3);
	assert_int_equal(PARSE("-q"), 0);
	assert_int_equal(operand, 2); /* argc: there is none */
	assert_int_equal(PARSE("-"), 0);
	assert_int_equal(operand, 1); /* a lone dash is an operand */
}

static void values_come_in_all_usual_forms(void **state)
{
	(void)state;
	assert_int_equal(PARSE("-n20"), 0);
	assert_int_equal(o.n, 20);
	assert_int_equal(PARSE("-qvn", "21"), 0);
	assert_int_equal(o.n, 21);
	assert_true(o.quiet && o.verbose);
	assert_int_equal(PARSE("--invocations=22", "--budget", "1min", "--precision=2%"), 0);
	assert_int_equal(o.n, 22);
	assert_int_equal(o.budget_ns, 60000000000);
	assert_true(o.precision == 0.02);
	assert_int_equal(PARSE("--output="), 0);
	assert_string_equal(o.file, "");
}

static void an_optional_value_needs_the_sign(void **state)
{
	(void)state;
	assert_int_equal(PARSE("--ignore-failure", "1"), 0);
	assert_string_equal(o.ignore, "bare");
	assert_int_equal(operand, 2);
	assert_int_equal(PARSE("--ignore-failure=1,2"), 0);
	assert_string_equal(o.ignore, "1,2");
}

static void mistakes_are_named(void **state)
{
	(void)state;
	REFUSES("--budget needs a value: TIME", "--budget");
	REFUSES("-n needs a value: N", "-n");
	REFUSES("--quiet takes no value", "--quiet=1");
	REFUSES("--invocations: '0'", "-n", "0");
	REFUSES("no option '-x'", "-x");
}

static void a_near_miss_is_asked_about(void **state)
{
	static const char *const words[] = {"compare", "run", "show", NULL};

	(void)state;
	REFUSES("no option '--invocatoins'; did you mean '--invocations'?", "--invocatoins=3");
	REFUSES("(--help lists them)", "--zzz");
	assert_string_equal(opt_nearest("comapre", words), "compare");
	assert_string_equal(opt_nearest("shwo", words), "show");
	assert_null(opt_nearest("ls", words));
	assert_null(opt_nearest("", words));
}

static void help_shows_rows_in_groups(void **state)
{
	struct text out = {0};

	(void)state;
	opt_help(rows, &out);
	assert_non_null(strstr(text_of(&out), "\nHow often:\n"));
	assert_non_null(strstr(text_of(&out), "  -n, --invocations N "));
	assert_non_null(strstr(text_of(&out), "      --ignore-failure[=CODES]"));
	for (const char *s = text_of(&out); *s; s += strcspn(s, "\n") + 1)
		assert_true(strcspn(s, "\n") <= 79);
	text_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_end_at_the_first_operand),
		cmocka_unit_test(values_come_in_all_usual_forms),
		cmocka_unit_test(an_optional_value_needs_the_sign),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test(a_near_miss_is_asked_about),
		cmocka_unit_test(help_shows_rows_in_groups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
