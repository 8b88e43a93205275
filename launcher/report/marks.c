/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "marks.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"

/*
 * Past a number and the unit behind it, because units change with the number; *out becomes
 * what it comes to in the smallest unit of its kind.
 */
static const char *skip_amount(const char *s, double *out)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = { { " ns", 1 },    { " us", 1e3 }, { " ms", 1e6 },
		      { " s", 1e9 },   { " KiB", 1 },  { " MiB", 1024 } };

	*out = strtod(s, NULL); /* for comparing only: a decimal comma does not matter */
	while (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1])))
		s++;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		size_t n = strlen(units[i].name);

		if (strncmp(s, units[i].name, n) != 0 || isalnum((unsigned char)s[n]))
			continue;
		*out *= units[i].factor;
		return s + n;
	}
	return s;
}

/* The first amount in a reason that has one. */
static const char *first_amount(const char *reason)
{
	return strpbrk(reason, "0123456789");
}

/* Status and signal numbers are what a reason is about; lengths and counts are not. */
static bool has_amount(const char *reason)
{
	return strpbrk(reason, "0123456789") && !strstr(reason, "status") &&
	       !strstr(reason, "signal");
}

static bool is_alike(const char *a, const char *b)
{
	double ignored;

	if (!has_amount(a))
		return !strcmp(a, b);
	while (*a && *b) {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			a = skip_amount(a, &ignored);
			b = skip_amount(b, &ignored);
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return !*a && !*b;
}

static struct mark *kind_of(struct marks *m, const char *reason)
{
	size_t i = 0;

	while (i < m->n && !is_alike(m->kinds[i].reason, reason))
		i++;
	if (i == MARKS_KINDS)
		return &m->kinds[MARKS_KINDS - 1];
	if (i == m->n) {
		m->kinds[i].reason = xstrdup(i < MARKS_KINDS - 1 ? reason : "for other reasons");
		m->n++;
	}
	return &m->kinds[i];
}

/* Of like reasons the one with the larger amount is kept. */
static void keep_larger(struct mark *k, const char *reason)
{
	double old;
	double new;

	if (!has_amount(k->reason) || !is_alike(k->reason, reason))
		return;
	(void)skip_amount(first_amount(k->reason), &old); /* only the amount */
	(void)skip_amount(first_amount(reason), &new);	  /* only the amount */
	if (new <= old)
		return;
	free(k->reason);
	k->reason = xstrdup(reason);
}

void marks_add(struct marks *m, int64_t invocation, const char *reason)
{
	struct mark *k = kind_of(m, reason);

	keep_larger(k, reason);

	if (k->count < MARKS_NUMBERS)
		k->numbers[k->count] = invocation;
	k->count++;
	m->count++;
}

void marks_free(struct marks *m)
{
	for (size_t i = 0; i < m->n; i++)
		free(m->kinds[i].reason);
	*m = (struct marks){ 0 };
}

static void add_mark(const struct mark *k, const char *dots, struct text *out)
{
	const char *amount;

	text_puts(out, k->count == 1 ? "no. " : "nos. ");
	for (int64_t j = 0; j < k->count && j < MARKS_NUMBERS; j++)
		text_printf(out, "%s%" PRId64, j ? ", " : "", k->numbers[j]);
	if (k->count > MARKS_NUMBERS)
		text_printf(out, " %s", dots);
	amount = has_amount(k->reason) ? first_amount(k->reason) : NULL;
	if (k->count > 1 && amount && amount > k->reason && amount[-1] == ' ')
		text_printf(out, ": %.*sup to %s", (int)(amount - k->reason), k->reason, amount);
	else
		text_printf(out, k->count > 1 ? ": %s" : " %s", k->reason);
}

void marks_text(const struct marks *m, const char *dots, struct text *out)
{
	for (size_t i = 0; i < m->n; i++) {
		text_puts(out, i ? "; " : "");
		add_mark(&m->kinds[i], dots, out);
		if (m->n > 1 && m->kinds[i].count > 1)
			text_printf(out, " (%" PRId64 ")", m->kinds[i].count);
	}
}
