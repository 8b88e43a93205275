/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "opt.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

enum { LONGEST_WORD = 40, NAMES_MAX = 100 };

static bool is_end(const struct opt *row)
{
	return !row->name && !row->help;
}

static int min3(int a, int b, int c)
{
	return a < b ? (a < c ? a : c) : (b < c ? b : c);
}

/* Optimal string alignment: insert, delete, replace, swap of neighbours cost 1 each. */
static int distance(const char *a, const char *b)
{
	int d[LONGEST_WORD + 1][LONGEST_WORD + 1];
	int na = (int)strlen(a);
	int nb = (int)strlen(b);

	if (na > LONGEST_WORD || nb > LONGEST_WORD)
		return LONGEST_WORD;
	for (int i = 0; i <= na; i++)
		for (int j = 0; j <= nb; j++) {
			if (!i || !j) {
				d[i][j] = i + j;
				continue;
			}
			d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1,
				       d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    d[i - 2][j - 2] + 1 < d[i][j])
				d[i][j] = d[i - 2][j - 2] + 1;
		}
	return d[na][nb];
}

const char *opt_nearest(const char *typed, const char *const *words)
{
	const char *best = NULL;
	int least = 3;

	for (; *words; words++) {
		int far = distance(typed, *words);

		if (far < least && far * 2 < (int)strlen(*words)) {
			least = far;
			best = *words;
		}
	}
	return best;
}

const char *opt_name(const struct opt *row)
{
	static char name[64];

	(void)snprintf(name, sizeof(name), "--%s", row->name); /* names are short */
	return name;
}

static int unknown(const struct opt *rows, const char *word, struct fail *f)
{
	const char *names[NAMES_MAX + 1] = { NULL };
	const char *near;
	char shown[80];
	int n = 0;

	for (; !is_end(rows) && n < NAMES_MAX; rows++)
		if (rows->name)
			names[n++] = rows->name;
	near = !strncmp(word, "--", 2) ? opt_nearest(word + 2, names) : NULL;
	fail_quote(shown, sizeof(shown), word);
	if (near)
		return fail_set(f, FAIL_USAGE, "no option '%s'; did you mean '--%s'?", shown, near);
	return fail_set(f, FAIL_USAGE, "no option '%s' (--help lists them)", shown);
}

static bool is_optional(const struct opt *row)
{
	return row->arg && row->arg[0] == '[';
}

/* "--name", "--name=value", "--name value". Returns how many words were used, or -1. */
static int long_option(const struct opt *rows, char **words, struct fail *f)
{
	const char *name = words[0] + 2;
	size_t n = strcspn(name, "=");
	const char *value = name[n] ? name + n + 1 : NULL;
	char word[64];

	for (const struct opt *row = rows; !is_end(row); row++) {
		int used = 1;

		if (!row->name || strlen(row->name) != n || strncmp(row->name, name, n) != 0)
			continue;
		if (!row->arg && value)
			return fail_set(f, FAIL_USAGE, "%s takes no value", opt_name(row));
		if (row->arg && !is_optional(row) && !value) {
			value = words[1];
			used = 2;
			if (!value)
				return fail_set(f, FAIL_USAGE, "%s needs a value: %s", opt_name(row),
						row->arg);
		}
		return row->set(row, value, f) ? -1 : used;
	}
	(void)snprintf(word, sizeof(word), "--%.*s", (int)n, name); /* shown only */
	return unknown(rows, word, f);
}

/* "-q", "-qv", "-n20", "-n 20". Returns how many words were used, or -1. */
static int short_options(const struct opt *rows, char **words, struct fail *f)
{
	for (const char *key = words[0] + 1; *key; key++) {
		const struct opt *row = rows;
		const char *value = NULL;

		while (!is_end(row) && row->key != *key)
			row++;
		if (is_end(row))
			return unknown(rows, (char[]){ '-', *key, '\0' }, f);
		if (row->arg && !is_optional(row)) {
			value = key[1] ? key + 1 : words[1];
			if (!value)
				return fail_set(f, FAIL_USAGE, "-%c needs a value: %s", *key, row->arg);
			return row->set(row, value, f) ? -1 : key[1] ? 1 : 2;
		}
		if (row->set(row, NULL, f))
			return -1;
	}
	return 1;
}

int opt_parse(const struct opt *rows, int argc, char **argv, int *operand, struct fail *f)
{
	int i = 1;

	while (i < argc) {
		const char *word = argv[i];
		int used;

		if (!strcmp(word, "--")) {
			i++;
			break;
		}
		if (word[0] != '-' || !word[1])
			break;
		used = word[1] == '-' ? long_option(rows, argv + i, f) : short_options(rows, argv + i, f);
		if (used < 0)
			return -1;
		i += used;
	}
	*operand = i;
	return 0;
}

int opt_files(const struct opt *rows, int argc, char **argv, int *files, struct fail *f)
{
	int at = 0;

	*files = 0;
	while (at < argc - 1) {
		int operand;

		if (opt_parse(rows, argc - at, argv + at, &operand, f))
			return -1;
		at += operand;
		if (!strcmp(argv[at - 1], "--") && operand > 1) {
			while (at < argc)
				argv[1 + (*files)++] = argv[at++];
			break;
		}
		if (at < argc)
			argv[1 + (*files)++] = argv[at];
	}
	argv[1 + *files] = NULL;
	return 0;
}

/* Adds help in lines of at most 79 columns, each further one indented to 'column'. */
static void fold(const char *help, size_t column, struct text *out)
{
	size_t room = 79 - column;

	while (strlen(help) > room) {
		size_t cut = room;

		while (cut && help[cut] != ' ')
			cut--;
		if (!cut)
			cut = room;
		text_add(out, help, cut);
		text_printf(out, "\n%*s", (int)column, "");
		help += cut + (help[cut] == ' ');
	}
	text_printf(out, "%s\n", help);
}

void opt_help(const struct opt *rows, struct text *out)
{
	const size_t column = 30;

	for (; !is_end(rows); rows++) {
		size_t start = out->n;

		if (!rows->name) {
			text_printf(out, "\n%s:\n", rows->help);
			continue;
		}
		if (rows->key)
			text_printf(out, "  -%c, --%s", rows->key, rows->name);
		else
			text_printf(out, "      --%s", rows->name);
		if (rows->arg)
			text_printf(out, is_optional(rows) ? "%s" : " %s", rows->arg);
		if (out->n - start + 2 > column)
			text_printf(out, "\n%*s", (int)column, "");
		else
			text_printf(out, "%*s", (int)(column - (out->n - start)), "");
		fold(rows->help, column, out);
	}
}

int opt_flag(const struct opt *row, const char *value, struct fail *f)
{
	(void)value; /* a flag has none */
	(void)f;     /* and cannot fail */
	*(bool *)row->to = true;
	return 0;
}

int opt_text(const struct opt *row, const char *value, struct fail *f)
{
	(void)f; /* any text will do here */
	*(const char **)row->to = value;
	return 0;
}

int opt_count(const struct opt *row, const char *value, struct fail *f)
{
	return number_whole(value, opt_name(row), 1, 1000000000, row->to, f);
}

int opt_time(const struct opt *row, const char *value, struct fail *f)
{
	return number_time(value, opt_name(row), row->to, f);
}

int opt_share(const struct opt *row, const char *value, struct fail *f)
{
	return number_share(value, opt_name(row), row->to, f);
}

int opt_word(const struct opt *row, const char *value, const char *const *words, struct fail *f)
{
	char shown[80];

	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], value))
			return i;
	return fail_set(f, FAIL_USAGE, "%s: '%s' is not one of %s", opt_name(row),
			fail_quote(shown, sizeof(shown), value), row->arg);
}
