/* SPDX-License-Identifier: 0BSD */
#include "rates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* digits (10 ... 99) times 10 to the power of *exponent is the rate, rounded. */
static int two_digits(double rate, int *exponent)
{
	int digits;

	*exponent = 0;
	while (rate >= 99.5) {
		rate /= 10;
		++*exponent;
	}
	while (rate < 9.95) {
		rate *= 10;
		--*exponent;
	}
	digits = (int)(rate + 0.5);
	return digits;
}

/* 27 and four zeros: 270'000 */
static void separated(char *out, size_t size, int digits, int zeros)
{
	char plain[330];
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

char *rates_text(char *out, size_t size, double rate, bool is_cxx)
{
	static const double small[] = { 1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5 };
	int exponent;
	int digits = two_digits(rate, &exponent);

	if (exponent < 0 && exponent >= -5)
		(void)snprintf(out, size, "%.*f", -exponent,
			       digits * small[-exponent]); /* fits */
	else if (exponent < 0 || (!is_cxx && exponent > 0) || exponent > 16)
		(void)snprintf(out, size, "%d.%de%d", digits / 10, digits % 10,
			       exponent + 1); /* fits */
	else
		separated(out, size, digits, exponent);
	return out;
}

/*
 * Iterations per second of wall time, the median of the runs that were cut, or of those
 * that were not; 0: there are none.
 */
static double achieved(const struct bench_result *r, bool is_cut)
{
	double *values = (double *)malloc((size_t)(r->run_count + 1) * sizeof(*values));
	double rate = 0;
	int64_t n = 0;

	for (int64_t i = 0; values && i < r->run_count; i++)
		if (r->runs[i].is_cut == is_cut && r->runs[i].wall_ns > 0)
			values[n++] = (double)r->runs[i].iters /
				      (double)r->runs[i].wall_ns * 1e9;
	if (n)
		rate = bench_median(values, n);
	free(values);
	return rate;
}

static void print_one(const struct bench_result *r, int width)
{
	const struct becalm_test *t = r->test;
	double rate = achieved(r, false);
	bool is_whole = rate > 0;
	char start[1200];
	char text[400];

	if (!is_whole)
		rate = achieved(r, true);
	if (rate <= 0)
		return; /* it failed, which was said */
	(void)snprintf(start, sizeof(start), "%s(%s, %s,", t->macro, t->group,
		       t->name + strlen(t->group) + 1); /* may be cut */
	(void)printf("%-*s .iters_per_sec = %s)%s\n", width, start,
		     rates_text(text, sizeof(text), rate, t->is_cxx),
		     is_whole ? "" : " /* every run was cut */");
}

void rates_print(const struct bench *b)
{
	int width = 0;

	for (int i = 0; i < b->result_count; i++) {
		const struct becalm_test *t = b->results[i].test;
		int n = (int)(strlen(t->macro) + strlen(t->name)) + 3;

		width = n > width ? n : width;
	}
	(void)printf(
		"\nSuggested rates, for the source: with a declared rate every run does the same number of\n"
		"iterations, rate x duration, on every machine. Replace the first line of a test by:\n\n");
	for (int i = 0; i < b->result_count; i++)
		print_one(&b->results[i], width);
}
