/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "printed.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/owns.h"

enum { LINE_MAX_BYTES = 64 * 1024 };

static int compile(struct printed *l, const struct plan *p, struct fail *f)
{
	regex_t *regex = xcalloc(1, sizeof(*regex));
	int rc = regcomp(regex, p->metric_regex, REG_EXTENDED | REG_NEWLINE);
	char why[200];

	if (!rc && regex->re_nsub > 0) {
		l->regex = regex;
		return 0;
	}
	if (rc)
		regerror(rc, regex, why, sizeof(why));
	else
		regfree(regex);
	free(regex);
	return fail_set(f, FAIL_USAGE, "--metric-regex: '%s': %s", p->metric_regex,
			rc ? why : "no parentheses around the number");
}

int printed_open(struct printed *l, const struct plan *p, struct fail *f)
{
	static const struct {
		const char *unit;
		double ns;
	} times[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }, { "min", 60e9 } };
	const char *unit = p->unit ? p->unit : "s";

	*l = (struct printed){ .factor = 1, .unit = unit,
			     .name = p->metric_name ? p->metric_name : "lines" };
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		if (!strcmp(unit, times[i].unit)) {
			l->factor = times[i].ns;
			l->unit = "ns";
		}
	return p->metric_regex ? compile(l, p, f) : 0;
}

void printed_close(struct printed *l)
{
	if (l->regex)
		regfree(l->regex);
	free(l->regex);
	text_free(&l->line);
	*l = (struct printed){ 0 };
}

void printed_begin(struct printed *l)
{
	text_clear(&l->line);
	l->is_too_long = false;
}

static void take_word(const struct printed *l, char *word, void (*number)(void *, double), void *data)
{
	struct fail none;
	double value;
	char *end;

	while (isspace((unsigned char)*word))
		word++;
	for (end = word + strlen(word); end > word && isspace((unsigned char)end[-1]); end--)
		end[-1] = '\0';
	if (!number_real(word, "", &value, &none))
		number(data, value * l->factor);
}

static void take_matches(const struct printed *l, const char *line, void (*number)(void *, double),
			 void *data)
{
	regmatch_t m[2];
	int flags = 0;

	while (!regexec(l->regex, line, 2, m, flags)) {
		if (m[1].rm_so >= 0) {
			owns_mem char *word = strndup(line + m[1].rm_so, (size_t)(m[1].rm_eo - m[1].rm_so));

			if (word)
				take_word(l, word, number, data);
		}
		if (!line[m[0].rm_eo] || m[0].rm_eo == 0)
			return;
		line += m[0].rm_eo;
		flags = REG_NOTBOL;
	}
}

static void take_line(struct printed *l, void (*number)(void *, double), void *data)
{
	if (l->line.n && !l->is_too_long) {
		if (l->regex)
			take_matches(l, l->line.s, number, data);
		else
			take_word(l, l->line.s, number, data);
	}
	printed_begin(l);
}

void printed_feed(struct printed *l, const char *bytes, size_t n, void (*number)(void *, double), void *data)
{
	while (n) {
		const char *end = memchr(bytes, '\n', n);
		size_t part = end ? (size_t)(end - bytes) : n;

		if (l->line.n + part > LINE_MAX_BYTES)
			l->is_too_long = true;
		else
			text_add(&l->line, bytes, part);
		if (!end)
			return;
		take_line(l, number, data);
		n -= part + 1;
		bytes = end + 1;
	}
}

void printed_finish(struct printed *l, void (*number)(void *, double), void *data)
{
	take_line(l, number, data);
}
