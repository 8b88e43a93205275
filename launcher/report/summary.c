/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "headline.h"
#include "rows.h"
#include "spark.h"
#include "table.h"

/* Every line has a label of this width, indented by two, and then the words. */
enum { LABEL = 16, INDENT = LABEL + 2, NUMBER = 48, GROUPS_SHOWN = 6 };

static void label(const struct look *l, enum tint tint, const char *name, struct text *out)
{
	text_puts(out, "  ");
	look_tint(l, tint, name, out);
	text_printf(out, "%*s", LABEL - look_columns(name) > 1 ? LABEL - look_columns(name) : 1, "");
}

/* A label and folded words behind it. */
static void line(const struct look *l, enum tint tint, const char *name, const struct text *words,
		 struct text *out)
{
	label(l, tint, name, out);
	look_fold(l, text_of(words), INDENT, INDENT, out);
}

static bool is_ns(const struct row *row)
{
	return !strcmp(row->unit, "ns");
}

static void add_resources(const struct row *row, const struct resources *res,
			  const struct unit *u, struct text *out)
{
	char number[NUMBER];

	if (row->is_timed)
		return;
	text_printf(out, "%suser %s", row->all.n > 1 ? "   " : "", units_in(u, res->user_ns, number, sizeof(number)));
	text_printf(out, "   sys %s", units_in(u, res->sys_ns, number, sizeof(number)));
	text_printf(out, "   peak %s", units_memory(res->peak_kib, number, sizeof(number)));
}

/* The first line of a test: median and interval. */
static void first_line(const struct row *row, const struct unit *u, const struct look *l,
		       struct text *out)
{
	owns_text struct text value = { 0 };
	const char *none = rows_no_interval(row);
	char low[NUMBER];
	char high[NUMBER];

	text_printf(&value, "%s %s", units_in(u, row->all.median, low, sizeof(low)), u->name);
	look_tint(l, TINT_STRONG, text_of(&value), out);
	if (row->all.n > 1)
		text_puts(out, "  median");
	text_puts(out, "      ");
	if (none)
		text_printf(out, "(%s)\n", none);
	else
		text_printf(out, "%s %s %s %s  (95 %%, over %zu processes)\n",
			    units_in(u, row->all.low, low, sizeof(low)), look_dots(l),
			    units_in(u, row->all.high, high, sizeof(high)), u->name, row->all.n);
}

static void second_line(const struct row *row, const struct unit *u, const struct resources *res,
			struct text *out)
{
	char number[NUMBER];

	text_printf(out, "%*s", INDENT, "");
	if (row->all.n > 1) {
		text_printf(out, "min %s", units_in(u, row->all.min, number, sizeof(number)));
		text_printf(out, "   max %s   MAD ",
			    units_in(u, row->all.max, number, sizeof(number)));
		text_puts(out, rows_spread(row, u, number, sizeof(number)));
	}
	if (is_ns(row))
		add_resources(row, res, u, out);
	text_puts(out, "\n");
}

static void groups_line(const struct row *row, bool is_named, const struct look *l,
			struct text *out)
{
	struct unit u = rows_unit(row);
	owns_text struct text words = { 0 };
	char number[200];

	if (row->group_count < 2)
		return;
	if (is_named)
		text_printf(&words, "%s: ", fail_quote(number, sizeof(number), row->test));
	text_printf(&words, "%zu groups of processes: ", row->group_count);
	for (size_t i = 0; i < row->group_count; i++)
		text_printf(&words, "%s%s %s (%zu of %zu)", i ? ", " : "",
			    units_in(&u, row->groups[i].center, number, sizeof(number)), u.name,
			    row->groups[i].n, row->all.n);
	text_puts(&words, "; the median alone hides that");
	line(l, TINT_WARN, "groups", &words, out);
}

/* More runs a process sharpen only what lies within processes. */
static void between_line(const struct row *row, const struct look *l, struct text *out)
{
	owns_text struct text words = { 0 };

	if (isnan(row->between) || row->all.n < 6)
		return;
	text_printf(&words, "%.0f %% of the variance of the runs lies between processes", 100 * row->between);
	line(l, TINT_NONE, "variance", &words, out);
}

static void add_row(const struct row *row, const struct resources *res, const struct look *l,
		    struct text *out)
{
	struct unit u = rows_unit(row);
	char name[200];

	fail_quote(name, sizeof(name), row->test);
	label(l, TINT_NONE, name, out);
	if (look_columns(name) > LABEL - 2)
		text_printf(out, "\n%*s", INDENT, "");
	first_line(row, &u, l, out);
	if (row->all.n > 1 || !row->is_timed)
		second_line(row, &u, res, out);
	if (row->all.n > 2) {
		label(l, TINT_NONE, "in order", out);
		spark_add(row->values, row->all.n, (size_t)(l->width - INDENT), l->is_utf8, out);
		text_puts(out, "\n");
	}
	groups_line(row, false, l, out);
	between_line(row, l, out);
}

/* What the whole processes took, below tests that a stub reported. */
static void process_line(const struct rows *rows, const struct resources *res,
			 const struct look *l, struct text *out)
{
	owns_text struct text words = { 0 };
	char number[NUMBER];

	if (!rows->n || !rows->row[0].is_timed || !res->counted)
		return;
	text_puts(&words, units_time(res->wall_ns, number, sizeof(number)));
	text_printf(&words, "   user %s", units_time(res->user_ns, number, sizeof(number)));
	text_printf(&words, "   sys %s", units_time(res->sys_ns, number, sizeof(number)));
	text_printf(&words, "   peak %s", units_memory(res->peak_kib, number, sizeof(number)));
	text_puts(&words, res->counted > 1 ? "   (medians)" : "");
	line(l, TINT_NONE, "whole process", &words, out);
}

static bool is_outcome(const struct held *h, const char *outcome)
{
	return h->outcome && !strcmp(h->outcome, outcome);
}

static void add_setting(const struct held *h, const char *value, struct text *out)
{
	text_puts(out, h->name);
	if (value && *value)
		text_printf(out, " (%s)", value);
}

/* Names of all that has one kind of outcome, separated by commas. */
static void names_line(const struct session *s, bool is_sampled, const struct look *l,
		       struct text *out)
{
	owns_text struct text words = { 0 };

	for (int i = 0; i < s->held_count; i++) {
		const struct held *h = &s->held[i];

		if (is_sampled ? !is_outcome(h, "sampled") : !held_is_still(h))
			continue;
		text_puts(&words, words.n ? ", " : "");
		add_setting(h, h->after, &words);
	}
	if (words.n)
		line(l, TINT_GOOD, is_sampled ? "sampled" : "fixed", &words, out);
}

static bool is_loose(const struct held *h)
{
	return !held_is_still(h) && !is_outcome(h, "sampled");
}

static bool is_same_reason(const struct held *a, const struct held *b)
{
	return !strcmp(a->reason ? a->reason : "", b->reason ? b->reason : "");
}

/* "clock (governor powersave), interrupts: no rights; turbo: the firmware hides it" */
static void not_held_line(const struct report *r, const struct look *l, struct text *out)
{
	const struct session *s = r->session;
	owns_text struct text words = { 0 };

	for (int i = 0; i < s->held_count; i++) {
		const struct held *h = &s->held[i];
		bool is_first = true;

		for (int k = 0; k < i; k++)
			is_first &= !is_loose(&s->held[k]) || !is_same_reason(&s->held[k], h);
		if (!is_loose(h) || !is_first)
			continue;
		text_puts(&words, words.n ? "; " : "");
		for (int k = i; k < s->held_count; k++) {
			if (!is_loose(&s->held[k]) || !is_same_reason(&s->held[k], h))
				continue;
			text_puts(&words, k > i ? ", " : "");
			add_setting(&s->held[k], s->held[k].before, &words);
		}
		if (h->reason)
			text_printf(&words, ": %s", h->reason);
	}
	if (!words.n)
		return;
	line(l, TINT_WARN, "not held", &words, out);
	if (r->advice) {
		text_printf(out, "%*s", INDENT, "");
		look_fold(l, r->advice, INDENT, INDENT, out);
	}
}

static void disturbed_line(const struct report *r, const struct rows *rows,
			   const struct resources *res, const struct look *l, struct text *out)
{
	owns_text struct text words = { 0 };
	char number[NUMBER];

	if (!r->disturbed || !r->disturbed->count)
		return;
	text_printf(&words, "%" PRId64 " of %zu (", r->disturbed->count, res->counted + res->failed);
	marks_text(r->disturbed, look_dots(l), &words);
	text_puts(&words, "); kept and marked");
	if (rows->n == 1 && !isnan(rows->row[0].median_undisturbed)) {
		struct unit u = rows_unit(&rows->row[0]);

		text_printf(&words, ", median without %s %s %s", r->disturbed->count == 1 ? "it" : "them",
			    units_in(&u, rows->row[0].median_undisturbed, number, sizeof(number)),
			    u.name);
	}
	line(l, TINT_WARN, "disturbed", &words, out);
}

static void failed_line(const struct report *r, const struct resources *res,
			const struct look *l, struct text *out)
{
	owns_text struct text words = { 0 };

	if (!r->failed || !r->failed->count)
		return;
	text_printf(&words, "%" PRId64 " of %zu (", r->failed->count, res->counted + res->failed);
	marks_text(r->failed, look_dots(l), &words);
	text_puts(&words, "); kept in the results, without a sample");
	line(l, TINT_BAD, "failed", &words, out);
}

static void said_lines(const struct report *r, const struct look *l, struct text *out)
{
	for (const char *at = r->said; at && *at;) {
		owns_text struct text words = { 0 };
		size_t n = strcspn(at, "\n");

		text_add(&words, at, n);
		line(l, TINT_WARN, "it said", &words, out);
		at += n + (at[n] == '\n');
	}
}

static void state_lines(const struct report *r, const struct look *l, struct text *out)
{
	owns_text struct text words = { 0 };

	if (!r->is_complete) {
		text_puts(&words, r->why && *r->why ? r->why : "the session ended early");
		line(l, TINT_WARN, "incomplete", &words, out);
	}
	text_clear(&words);
	if (r->not_restored) {
		text_puts(&words, r->not_restored);
		line(l, TINT_BAD, "not restored", &words, out);
	}
}

static void remark(const struct look *l, const char *words, struct text *out)
{
	text_puts(out, "  ");
	look_fold(l, words, 2, 2, out);
}

/* Above a tenth, starting the program is a good part of the length. */
static void start_remark(const struct report *r, const struct rows *rows, const struct look *l,
			 struct text *out)
{
	owns_text struct text words = { 0 };
	double share = r->start_ns / rows->row[0].all.median;
	char start[NUMBER];

	text_printf(&words, "A program that does nothing takes %s here, %.0f %% of this length: start, "
			    "loading and exit (nothing is subtracted). A benchmark that reports its own "
			    "runs (becalm.h) is timed without.",
		    units_time(r->start_ns, start, sizeof(start)), share * 100);
	remark(l, text_of(&words), out);
}

static bool is_mostly_start(const struct report *r, const struct rows *rows)
{
	return rows->n == 1 && !rows->row[0].is_timed && is_ns(&rows->row[0]) &&
	       r->start_ns > rows->row[0].all.median / 10;
}

/* Was each process given the same layout and seed? Where it is not recorded, the plan is believed. */
static bool is_one_draw(const struct session *s)
{
	for (int i = 0; i < s->held_count; i++)
		if (!strcmp(s->held[i].name, "address layout") && !held_is_still(&s->held[i]))
			return false;
	return s->plan.entropy == ENTROPY_FIXED;
}

static void closing(const struct report *r, const struct rows *rows, const struct look *l,
		    const struct resources *res, struct text *out)
{
	bool is_fixed = is_one_draw(r->session) && res->counted > 1;

	if (is_fixed || r->closing || is_mostly_start(r, rows))
		text_puts(out, "\n");
	if (is_mostly_start(r, rows))
		start_remark(r, rows, l, out);
	if (is_fixed)
		remark(l,
		       "One address layout and one hash seed: the interval says how repeatable this is, "
		       "not how fast the program is under others (--entropy=sampled).",
		       out);
	if (r->closing)
		remark(l, r->closing, out);
}

/* What a table has no room for. */
static void below_table(const struct rows *rows, const struct look *l, struct text *out)
{
	size_t grouped = 0;

	for (size_t i = 0; i < rows->n; i++)
		if (rows->row[i].group_count > 1 && grouped++ < GROUPS_SHOWN)
			groups_line(&rows->row[i], true, l, out);
	if (grouped > GROUPS_SHOWN)
		text_printf(out, "%*sand %zu tests more\n", INDENT, "", grouped - GROUPS_SHOWN);
	for (size_t i = 0; i < rows->n; i++) {
		owns_text struct text words = { 0 };

		if (!rows_no_interval(&rows->row[i]))
			continue;
		text_puts(&words, rows_no_interval(&rows->row[i]));
		line(l, TINT_WARN, "n/a", &words, out);
		return;
	}
}

void summary_text(const struct report *r, const struct look *l, struct text *out)
{
	struct rows rows = rows_of(r->series);
	struct resources res = rows_resources(r->series);

	headline_add(r, &res, l, out);
	if (rows.n > 1) {
		table_add(&rows, l, out);
		text_puts(out, "\n");
		below_table(&rows, l, out);
	} else if (rows.n == 1) {
		add_row(&rows.row[0], &res, l, out);
	} else {
		remark(l, "No sample: no process ended well and gave a number.", out);
	}
	process_line(&rows, &res, l, out);
	names_line(r->session, false, l, out);
	names_line(r->session, true, l, out);
	not_held_line(r, l, out);
	disturbed_line(r, &rows, &res, l, out);
	failed_line(r, &res, l, out);
	said_lines(r, l, out);
	state_lines(r, l, out);
	closing(r, &rows, l, &res, out);
	rows_free(&rows);
}
