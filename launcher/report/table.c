/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table.h"

#include <dlfcn.h>
#include <libsmartcols/libsmartcols.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>

#include "../base/owns.h"
#include "spark.h"

enum { NUMBER = 48, SPARK = 24, SPARK_LEAST_WIDTH = 90 };

/*
 * The library is loaded when the first table is drawn: loading it with the program would be
 * a fortieth of what a session of one short process costs, and most draw no table.
 */
#define FUNCTIONS(f)                                                                               \
	f(line_set_data) f(new_table) f(print_table_to_string) f(table_enable_noencoding)         \
	f(table_new_column) f(table_new_line) f(table_set_column_separator)                        \
	f(table_set_termforce) f(unref_table)
#define DECLARE(name) __typeof__(scols_##name) *name;
#define FIND(name) *(void **)&scols.name = dlsym(library, "scols_" #name); /* as dlsym(3) has it */
#define IS_FOUND(name) &&scols.name

static struct {
	FUNCTIONS(DECLARE)
} scols;

static bool load(void)
{
	void *library = dlopen("libsmartcols.so.1", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return false;
	FUNCTIONS(FIND)
	return true FUNCTIONS(IS_FOUND);
}

static void no_memory(void)
{
	(void)xcalloc(SIZE_MAX, 1); /* dies with the sentence that all others die with */
}

static void set(struct libscols_line *line, size_t column, const char *value)
{
	if (scols.line_set_data(line, column, value))
		no_memory();
}

static void set_number(struct libscols_line *line, size_t column, const struct unit *u, double x)
{
	char number[NUMBER];

	set(line, column, units_in(u, x, number, sizeof(number)));
}

static void set_interval(struct libscols_line *line, size_t column, const struct row *row,
			 const struct unit *u, const struct look *l)
{
	owns_text struct text words = { 0 };
	char low[NUMBER];
	char high[NUMBER];

	if (rows_no_interval(row))
		text_puts(&words, "n/a");
	else
		text_printf(&words, "%s %s %s", units_in(u, row->all.low, low, sizeof(low)),
			    look_dots(l), units_in(u, row->all.high, high, sizeof(high)));
	set(line, column, text_of(&words));
}

static void fill(struct libscols_line *line, const struct row *row, const struct look *l,
		 bool has_spark)
{
	struct unit u = rows_unit(row);
	owns_text struct text words = { 0 };
	char name[200];
	char number[NUMBER];
	size_t column = 0;

	set(line, column++, fail_quote(name, sizeof(name), row->test));
	set_number(line, column++, &u, row->all.median);
	set(line, column++, u.name);
	set_interval(line, column++, row, &u, l);
	set_number(line, column++, &u, row->all.min);
	set_number(line, column++, &u, row->all.max);
	set(line, column++, rows_spread(row, &u, number, sizeof(number)));
	if (!has_spark)
		return;
	spark_add(row->values, row->all.n, SPARK, l->is_utf8, &words);
	set(line, column, text_of(&words));
}

static void add_columns(struct libscols_table *t, bool has_spark)
{
	static const struct {
		const char *name;
		int flags;
	} columns[] = { { "test", 0 },
			{ "median", SCOLS_FL_RIGHT },
			{ "", 0 },
			{ "95 % interval", SCOLS_FL_RIGHT },
			{ "min", SCOLS_FL_RIGHT },
			{ "max", SCOLS_FL_RIGHT },
			{ "MAD", SCOLS_FL_RIGHT },
			{ "in order", 0 } };

	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]) - !has_spark; i++)
		if (!scols.table_new_column(t, columns[i].name, 0, columns[i].flags))
			no_memory();
}

/* The table as a string that the caller frees. */
static char *draw(const struct rows *rows, const struct look *l)
{
	struct libscols_table *t = scols.new_table();
	bool has_spark = l->width >= SPARK_LEAST_WIDTH;
	char *drawn = NULL;

	if (!t)
		no_memory();
	add_columns(t, has_spark);
	for (size_t i = 0; i < rows->n; i++) {
		struct libscols_line *line = scols.table_new_line(t, NULL);

		if (!line)
			no_memory();
		fill(line, &rows->row[i], l, has_spark);
	}
	(void)scols.table_enable_noencoding(t, 1); /* fail_quote() did that; cannot fail */
	(void)scols.table_set_column_separator(t, "  "); /* only out of memory */
	/* We are no terminal to it: nothing is cut, and COLUMNS is not asked. */
	(void)scols.table_set_termforce(t, SCOLS_TERMFORCE_NEVER); /* cannot fail */
	(void)scols.print_table_to_string(t, &drawn); /* drawn stays NULL */
	scols.unref_table(t);
	return drawn;
}

static void draw_lines(const struct rows *rows, const struct look *l, struct text *out)
{
	/* It counts columns by the locale, which main leaves at "C". */
	locale_t utf8 = newlocale(LC_CTYPE_MASK, l->is_utf8 ? "C.UTF-8" : "C", NULL);
	locale_t before = utf8 ? uselocale(utf8) : NULL;
	owns_mem char *drawn = draw(rows, l);

	for (const char *s = drawn; s && *s;) {
		const char *end = s;
		const char *last;

		while (*end && *end != '\n')
			end++;
		last = end;
		while (last > s && last[-1] == ' ')
			last--;
		text_puts(out, "  ");
		text_add(out, s, (size_t)(last - s));
		text_puts(out, "\n");
		s = end + (*end == '\n');
	}
	if (utf8) {
		(void)uselocale(before); /* cannot fail */
		freelocale(utf8);
	}
}

void table_add(const struct rows *rows, const struct look *l, struct text *out)
{
	if (scols.new_table || load())
		draw_lines(rows, l, out);
	else
		text_puts(out, "  (a table needs libsmartcols.so.1, which cannot be loaded; becalm show "
			       "--format=csv has the numbers)\n");
}
