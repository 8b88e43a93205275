/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast_formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../stats/summary.h"
#include "contrast_words.h"

enum { NUMBER = 48, GITHUB_MOST = 10 };

/* What a character becomes; NULL: it stays. */
typedef const char *(*escape)(char c);

static void add_escaped(const char *s, escape how, struct text *out)
{
	for (; *s; s++) {
		const char *instead = how(*s);

		if (instead)
			text_puts(out, instead);
		else
			text_add(out, s, 1);
	}
}

static const char *markdown(char c)
{
	return c == '|' ? "\\|" : c == '\n' || c == '\r' ? " " : c == '`' ? "'" : NULL;
}

static const char *xml(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&apos;";
	default:
		return (unsigned char)c < 0x20 || c == 0x7f ? "?" : NULL;
	}
}

static const char *csv(char c)
{
	return c == '"' ? "\"\"" : NULL;
}

/* Of a message; of a property (the title) ':' and ',' too. */
static const char *message(char c)
{
	return c == '%' ? "%25" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : NULL;
}

static const char *property(char c)
{
	return c == ':' ? "%3A" : c == ',' ? "%2C" : message(c);
}

static void add_command(const struct contrast_side *side, struct text *out)
{
	if (side->label || side->command->label) {
		text_puts(out, side->label ? side->label : side->command->label);
		return;
	}
	for (char **word = side->command->argv; word && *word; word++)
		text_printf(out, "%s%s", word == side->command->argv ? "" : " ", *word);
}

static void add_number(double x, struct text *out)
{
	char number[NUMBER];

	text_puts(out, units_plain(x, number, sizeof(number)));
}

static void add_value(const struct duel_row *r, const double *x, size_t n, struct text *out)
{
	struct unit u = contrast_unit(r);
	char number[NUMBER];

	if (n)
		text_printf(out, "%s %s", units_in(&u, summary_quantile(x, n, 0.5), number, sizeof(number)),
			    u.name);
	else
		text_puts(out, "n/a");
}

/* Sentence, interval and why, in one line. */
static void add_account(const struct contrast *c, size_t row, struct text *out)
{
	const struct verdict *v = contrast_verdict(c, row);

	contrast_sentence(c, row, out);
	text_puts(out, " (");
	contrast_interval(c, row, "...", out);
	text_puts(out, ")");
	if (v->why[0])
		text_printf(out, "; %s", v->why);
	if (v->more)
		text_printf(out, "; about %zu more %s would probably decide", v->more,
			    v->is_paired ? "rounds" : "processes a side");
}

static void markdown_row(const struct contrast *c, size_t row, struct text *out)
{
	const struct duel_row *r = &c->duel->rows[row];

	text_puts(out, "| `");
	add_escaped(r->test, markdown, out);
	text_puts(out, "` | ");
	add_value(r, r->a, r->na, out);
	text_puts(out, " | ");
	add_value(r, r->b, r->nb, out);
	text_puts(out, " | ");
	contrast_sentence(c, row, out);
	text_puts(out, " | ");
	contrast_interval(c, row, "…", out);
	text_printf(out, " | **%s** |\n", contrast_word(contrast_verdict(c, row)));
}

void contrast_markdown(const struct contrast *c, struct text *out)
{
	static const char *const results[] = { "no regression", "regression", "undecided" };

	text_printf(out, "### becalm: %s\n\n", c->unlike ? "not comparable" : results[c->status % 3]);
	for (int side = 0; side < c->duel->side_count; side++) {
		owns_text struct text command = { 0 };

		add_command(&c->sides[side], &command);
		text_printf(out, "- %c: `", contrast_letter(side));
		add_escaped(text_of(&command), markdown, out);
		text_puts(out, "`\n");
	}
	if (c->unlike) {
		text_puts(out, "\nNot comparable: ");
		add_escaped(c->unlike, markdown, out);
		text_puts(out, "\n");
	}
	text_puts(out, "\n| Test | A, median | B, median | Change | Interval | Verdict |\n"
		       "|:---|---:|---:|:---|---:|:---|\n");
	for (size_t i = 0; i < c->duel->row_count && c->duel->is_judged; i++)
		markdown_row(c, i, out);
	for (size_t i = 0; i < c->duel->lone_count; i++) {
		text_puts(out, "| `");
		add_escaped(c->duel->lone[i].test, markdown, out);
		text_printf(out, "` | | | only in %c | | |\n", contrast_letter(c->duel->lone[i].side));
	}
}

static void csv_summary(const double *x, size_t n, struct text *out)
{
	struct summary s = summary_of(x, n, 0.95);
	const double numbers[] = { s.min, s.median, s.mean, s.sd };

	text_printf(out, ",%zu", n);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		text_puts(out, ",");
		add_number(numbers[i], out);
	}
}

static void csv_row(const struct contrast *c, size_t row, struct text *out)
{
	const struct duel_row *r = &c->duel->rows[row];
	const struct verdict *v = contrast_verdict(c, row);
	const double numbers[] = { v->change, v->low,	 v->high,	 v->t,
				   v->df,     v->t_p,	 r->rank_p, r->p_adjusted };

	text_puts(out, "\"");
	add_escaped(r->test, csv, out);
	text_printf(out, "\",%c,\"", contrast_letter(r->side));
	add_escaped(r->unit, csv, out);
	text_printf(out, "\",%s,%s,%s", verdict_words[v->word],
		    v->gate == GATE_NONE ? "" : contrast_word(v), v->has_ratio ? "share" : "unit");
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		text_puts(out, ",");
		add_number(numbers[i], out);
	}
	csv_summary(r->a, r->na, out);
	csv_summary(r->b, r->nb, out);
	text_puts(out, "\n");
}

void contrast_csv(const struct contrast *c, struct text *out)
{
	text_puts(out, "test,side,unit,verdict,gate,change_in,change,low,high,t,df,p,rank_p,p_adjusted,"
		       "a_n,a_min,a_median,a_mean,a_sd,b_n,b_min,b_median,b_mean,b_sd\n");
	for (size_t i = 0; i < c->duel->row_count && c->duel->is_judged; i++)
		csv_row(c, i, out);
}

static bool is_undecided(const struct verdict *v)
{
	return v->gate == GATE_NONE ? v->word == VERDICT_UNDECIDED : v->gate == GATE_UNDECIDED;
}

static void junit_case(const struct contrast *c, size_t row, struct text *out)
{
	const struct duel_row *r = &c->duel->rows[row];
	const struct verdict *v = contrast_verdict(c, row);
	owns_text struct text account = { 0 };

	add_account(c, row, &account);
	text_puts(out, " <testcase name=\"");
	add_escaped(r->test, xml, out);
	if (c->duel->side_count > 2)
		text_printf(out, " (%c)", contrast_letter(r->side));
	text_puts(out, "\" classname=\"becalm\" time=\"0\">");
	if (v->is_regression)
		text_puts(out, "<failure type=\"regression\" message=\"");
	else if (c->unlike || is_undecided(v))
		text_puts(out, "<skipped message=\"");
	else
		text_puts(out, "<system-out>");
	if (c->unlike && !v->is_regression) {
		text_puts(out, "not comparable: ");
		add_escaped(c->unlike, xml, out);
	} else {
		add_escaped(text_of(&account), xml, out);
	}
	if (v->is_regression || c->unlike || is_undecided(v))
		text_puts(out, "\"/></testcase>\n");
	else
		text_puts(out, "</system-out></testcase>\n");
}

void contrast_junit(const struct contrast *c, struct text *out)
{
	size_t failures = 0;
	size_t skipped = 0;

	for (size_t i = 0; i < c->duel->row_count && c->duel->is_judged; i++) {
		const struct verdict *v = contrast_verdict(c, i);

		failures += v->is_regression;
		skipped += !v->is_regression && (c->unlike || is_undecided(v));
	}
	text_printf(out,
		    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		    "<testsuites name=\"becalm\" tests=\"%zu\" failures=\"%zu\">"
		    "<testsuite name=\"becalm\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
		    "skipped=\"%zu\">\n",
		    c->duel->row_count, failures, c->duel->row_count, failures, skipped);
	for (size_t i = 0; i < c->duel->row_count && c->duel->is_judged; i++)
		junit_case(c, i, out);
	text_puts(out, "</testsuite></testsuites>\n");
}

static void annotation(const char *level, const char *title, const char *words, struct text *out)
{
	text_printf(out, "::%s title=", level);
	add_escaped(title, property, out);
	text_puts(out, "::");
	add_escaped(words, message, out);
	text_puts(out, "\n");
}

void contrast_github(const struct contrast *c, struct text *out)
{
	int errors = 0;
	int warnings = 0;

	if (c->unlike)
		annotation("warning", "becalm: not comparable", c->unlike, out);
	for (size_t i = 0; i < c->duel->row_count && c->duel->is_judged && !c->unlike; i++) {
		const struct verdict *v = contrast_verdict(c, i);
		owns_text struct text title = { 0 };
		owns_text struct text words = { 0 };

		text_printf(&title, "becalm: %s in %s", v->is_regression ? "regression" : "undecided",
			    c->duel->rows[i].test);
		add_account(c, i, &words);
		if (v->is_regression && errors++ < GITHUB_MOST)
			annotation("error", text_of(&title), text_of(&words), out);
		else if (is_undecided(v) && warnings++ < GITHUB_MOST)
			annotation("warning", text_of(&title), text_of(&words), out);
	}
}
