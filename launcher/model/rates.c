/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../stats/summary.h"

enum { KEPT = 16384 };

/* A part of the runs of a test: every stride-th. */
struct sampled {
	double *values; /* iterations per second */
	size_t count, seen, stride;
};

struct rated {
	char *test, *source;
	struct sampled whole, cut;
};

struct rates {
	struct rated *tests;
	size_t count;
	size_t last; /* most runs are of the same test as the one before */
};

struct rates *rates_new(void)
{
	return xcalloc(1, sizeof(struct rates));
}

void rates_free(struct rates *r)
{
	for (size_t i = 0; r && i < r->count; i++) {
		free(r->tests[i].test);
		free(r->tests[i].source);
		free(r->tests[i].whole.values);
		free(r->tests[i].cut.values);
	}
	if (r)
		free(r->tests);
	free(r);
}

static struct rated *get(struct rates *r, const char *test)
{
	if (r->last < r->count && !strcmp(r->tests[r->last].test, test))
		return &r->tests[r->last];
	for (r->last = 0; r->last < r->count; r->last++)
		if (!strcmp(r->tests[r->last].test, test))
			return &r->tests[r->last];
	r->tests = xrealloc(r->tests, r->count + 1, sizeof(*r->tests));
	r->tests[r->count] = (struct rated){ .test = xstrdup(test) };
	return &r->tests[r->count++];
}

/* Keeps every second of those that are there, and of those that come. */
static void thin_out(struct sampled *s)
{
	for (size_t i = 0; i < s->count / 2; i++)
		s->values[i] = s->values[i * 2];
	s->count /= 2;
	s->stride *= 2;
}

static void sample(struct sampled *s, double value)
{
	if (!s->values) {
		s->values = xcalloc(KEPT, sizeof(*s->values));
		s->stride = 1;
	}
	if (s->seen++ % s->stride)
		return;
	if (s->count == KEPT)
		thin_out(s);
	s->values[s->count++] = value;
}

void rates_run(struct rates *r, const char *test, const struct run *run)
{
	struct rated *t = get(r, test);

	if (run->wall_ns > 0 && run->iters > 0 && !run->is_warmup)
		sample(run->is_cut ? &t->cut : &t->whole,
		       (double)run->iters / (double)run->wall_ns * 1e9);
}

void rates_source(struct rates *r, const char *test, const char *source)
{
	struct rated *t = get(r, test);

	if (!source || !*source || t->source)
		return;
	t->source = xstrdup(source);
}

/* 27 and two zeros: 2'700 */
static void separated(char *out, size_t size, int digits, int zeros)
{
	char plain[64];
	size_t n = (size_t)snprintf(plain, sizeof(plain), "%d", digits);
	size_t at = 0;

	while (zeros-- > 0 && n < sizeof(plain) - 1)
		plain[n++] = '0';
	for (size_t i = 0; i < n && at + 2 < size; i++) {
		if (i && (n - i) % 3 == 0)
			out[at++] = '\'';
		out[at++] = plain[i];
	}
	out[at] = '\0';
}

char *rates_number(char *out, size_t size, double rate, bool has_separators)
{
	int exponent = 0; /* of the second digit */

	for (; rate >= 99.5; rate /= 10)
		exponent++;
	for (; rate < 9.95; rate *= 10)
		exponent--;
	if (exponent == 0)
		(void)snprintf(out, size, "%d", (int)(rate + 0.5)); /* fits */
	else if (exponent > 0 && exponent <= 16 && has_separators)
		separated(out, size, (int)(rate + 0.5), exponent);
	else if (exponent < 0 && exponent >= -5)
		(void)snprintf(out, size, "%.*f", -exponent,
			       (int)(rate + 0.5) /
				       (double[]){ 1, 1e1, 1e2, 1e3, 1e4,
						   1e5 }[-exponent]); /* fits */
	else
		(void)snprintf(out, size, "%d.%de%d", (int)(rate + 0.5) / 10,
			       (int)(rate + 0.5) % 10, exponent + 1); /* fits */
	return out;
}

/* What the runs say; *is_cut: only cut ones were there. 0: nothing. */
static double rate_of(const struct rated *t, bool *is_cut)
{
	const struct sampled *s = t->whole.count ? &t->whole : &t->cut;
	owns_mem double *copy = NULL;

	*is_cut = s == &t->cut;
	if (!s->count)
		return 0;
	copy = xcalloc(s->count, sizeof(*copy));
	memcpy(copy, s->values, s->count * sizeof(*copy));
	return summary_median_inplace(copy, s->count);
}

/* The source line up to the name of the option, which is what gets aligned. */
static size_t start_length(const char *source)
{
	const char *option = strstr(source, "iters_per_sec");
	size_t n = option ? (size_t)(option - source) : strcspn(source, "@");

	while (n && (source[n - 1] == ' ' || source[n - 1] == '.'))
		n--;
	return n;
}

static const char *source_of(const struct rated *t)
{
	return t->source ? t->source : ".iters_per_sec = @";
}

static void add_line(const struct rated *t, size_t width, struct text *out)
{
	const char *source = source_of(t);
	size_t start = start_length(source);
	const char *rest = source + start + strspn(source + start, " ");
	size_t before = strcspn(rest, "@");
	bool has_separators = rest[before] && rest[before + 1] == '\'';
	bool is_cut;
	double rate = rate_of(t, &is_cut);
	char number[64];

	if (rate <= 0)
		return;
	if (t->source)
		text_printf(out, "%-*.*s ", (int)width, (int)start, source);
	else
		text_printf(out, "%-*s ", (int)width, t->test);
	text_printf(out, "%.*s%s%s%s\n", (int)before, rest,
		    rates_number(number, sizeof(number), rate, has_separators),
		    rest[before] ? rest + before + 1 + has_separators : "",
		    is_cut ? "  (every run was cut)" : "");
}

void rates_suggest(const struct rates *r, struct text *out)
{
	size_t width = 0;

	for (size_t i = 0; i < r->count; i++) {
		const struct rated *t = &r->tests[i];
		size_t n = t->source ? start_length(t->source) : strlen(t->test);

		width = n > width ? n : width;
	}
	if (!r->count)
		return;
	text_puts(
		out,
		"Suggested rates, for the source: with a declared rate every run does the same "
		"number of\niterations, rate x duration, on every machine. Replace the first line "
		"of a test by:\n\n");
	for (size_t i = 0; i < r->count; i++)
		add_line(&r->tests[i], width, out);
}
