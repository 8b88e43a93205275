/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare_options.h"

#include <string.h>

#include "../base/number.h"
#include "../base/opt.h"

enum { ROWS_MAX = 24 };

/* "fail" or "allow", "fail" or "ok": the second word is true. */
static int set_lenient(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const undecided[] = { "fail", "ok", NULL };
	static const char *const missing[] = { "fail", "allow", NULL };
	int at = opt_word(row, value, strcmp(row->name, "missing") ? undecided : missing, f);

	return at < 0 ? -1 : (*(bool *)row->to = at == 1, 0);
}

static int set_rule(const struct opt *row, const char *value, struct fail *f)
{
	struct compare_options *o = row->to;
	double share;

	if (number_share(value, opt_name(row), &share, f))
		return -1;
	if (!strcmp(row->name, "margin")) {
		o->margin = share;
		o->has_margin = true;
		return 0;
	}
	if (share >= 0.5)
		return fail_set(f, FAIL_USAGE, "--alpha: %s is no error rate below 0.5", value);
	o->alpha = share;
	o->has_alpha = true;
	return 0;
}

static int set_effect(const struct opt *row, const char *value, struct fail *f)
{
	struct compare_options *o = row->to;
	int64_t ns = 0;

	if (strcmp(value, "0") != 0 && number_time(value, opt_name(row), &ns, f))
		return -1;
	o->min_effect_ns = (double)ns;
	o->has_min_effect = true;
	return 0;
}

static int set_slowdown(const struct opt *row, const char *value, struct fail *f)
{
	return number_share(value, opt_name(row), row->to, f);
}

static int set_metric(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const words[] = { "auto", "timed", "wall", "cpu", "rss", NULL };
	struct compare_options *o = row->to;
	int at = opt_word(row, value, words, f);

	if (at < 0)
		return -1;
	o->metric = (enum metric)at; /* the same order */
	o->has_metric = true;
	return 0;
}

static int set_color(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const words[] = { "auto", "always", "never", NULL };
	int at = opt_word(row, value, words, f);

	return at < 0 ? -1 : (*(enum color *)row->to = (enum color)at, 0);
}

static int set_rename(const struct opt *row, const char *value, struct fail *f)
{
	struct compare_options *o = row->to;
	const char *equals = strchr(value, '=');

	if (!equals || equals == value || !equals[1])
		return fail_set(f, FAIL_USAGE, "--rename needs OLD=NEW");
	if (o->rename_count == COMPARE_RENAMES)
		return fail_set(f, FAIL_USAGE, "--rename can be given %d times", COMPARE_RENAMES);
	o->renames[o->rename_count++] = value;
	return 0;
}

static int set_label(const struct opt *row, const char *value, struct fail *f)
{
	struct compare_options *o = row->to;

	if (o->label_count == DUEL_SIDES)
		return fail_set(f, FAIL_USAGE, "--label can be given %d times", DUEL_SIDES);
	o->labels[o->label_count++] = value;
	return 0;
}

const char *compare_renamed(void *to, const char *test)
{
	struct compare_options *o = to;
	size_t n = strlen(test);

	for (int i = 0; i < o->rename_count; i++)
		if (!strncmp(o->renames[i], test, n) && o->renames[i][n] == '=') {
			o->is_used[i] = true;
			return o->renames[i] + n + 1;
		}
	return test;
}

static void fill_rows(struct compare_options *o, struct opt *rows)
{
	const struct opt own[] = {
		{ 0, NULL, NULL, "When it is decided", NULL, NULL },
		{ 0, "alpha", "SHARE", "how often a difference may be claimed that is none (0.05)",
		  set_rule, o },
		{ 0, "margin", "SHARE", "the smallest change of interest (1%)", set_rule, o },
		{ 0, "min-effect", "TIME", "the smallest difference of interest (0)", set_effect, o },
		{ 0, "max-slowdown", "SHARE",
		  "a gate: fail when the whole interval is above, pass when it is below", set_slowdown,
		  &o->max_slowdown },
		{ 0, "undecided", "fail|ok", "exit status when undecided: 2 (default), or 0", set_lenient,
		  &o->is_undecided_ok },
		{ 0, NULL, NULL, "What is compared", NULL, NULL },
		{ 0, "metric", "auto|timed|wall|cpu|rss", "another number of the same data", set_metric, o },
		{ 0, "sessions", NULL, "files of versus, each judged by itself; one exit status for all",
		  opt_flag, &o->is_sessions },
		{ 0, "label", "TEXT", "a name for the first command, the next, ... (repeatable)", set_label, o },
		{ 0, "rename", "OLD=NEW", "the test OLD of the first file is NEW in the others (repeatable)",
		  set_rename, o },
		{ 0, "missing", "fail|allow", "a test that only the first file has: exit 2 (default), or go on",
		  set_lenient, &o->allow_missing },
		{ 0, "allow-unlike", NULL, "compare what unlike machines or settings measured", opt_flag,
		  &o->allow_unlike },
		{ 0, NULL, NULL, "Output", NULL, NULL },
		{ 0, "format", CONTRAST_FORMATS, "for people (table), or for programs", contrast_out_set,
		  &o->format },
		{ 0, "verdict-file", "FILE", "write the verdict as JSON", opt_text, &o->verdict_path },
		{ 0, "color", "auto|always|never", "colour in tables (auto: on a terminal)", set_color,
		  &o->color },
		{ 'h', "help", NULL, "this text", opt_flag, &o->wants_help },
		{ 0, NULL, NULL, NULL, NULL, NULL },
	};

	_Static_assert(sizeof(own) / sizeof(own[0]) <= ROWS_MAX, "room for all rows");
	memcpy(rows, own, sizeof(own));
}

static struct compare_options defaults(void)
{
	return (struct compare_options){ .alpha = 0.05, .margin = 0.01, .max_slowdown = -1 };
}

void compare_options_help(struct text *out)
{
	struct compare_options o = defaults();
	struct opt rows[ROWS_MAX];

	fill_rows(&o, rows);
	text_puts(out, "usage: becalm compare [OPTION]... A [B]...\n"
		       "Verdicts from results files: each against the first. A file of versus alone is\n"
		       "judged again, as it was.\n");
	opt_help(rows, out);
	text_puts(out, "\nExit status: 0 no regression, 1 regression, 2 undecided or not comparable, "
		       "125 becalm failed.\n");
}

int compare_options_parse(int argc, char **argv, struct compare_options *out, struct fail *f)
{
	struct compare_options o = defaults();
	struct opt rows[ROWS_MAX];

	fill_rows(&o, rows);
	if (opt_files(rows, argc, argv, &o.file_count, f))
		return -1;
	o.files = argv + 1;
	if (!o.wants_help && !o.file_count)
		return fail_set(f, FAIL_USAGE, "compare: which results files? becalm compare A B");
	if (o.file_count > COMPARE_FILES)
		return fail_set(f, FAIL_USAGE, "compare: at most %d files", COMPARE_FILES);
	*out = o;
	return 0;
}
