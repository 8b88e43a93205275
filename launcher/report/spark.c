/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spark.h"

#include <math.h>

static const char *const blocks[] = { "\u2581", "\u2582", "\u2583", "\u2584",
				      "\u2585", "\u2586", "\u2587", "\u2588" };
static const char *const ascii[] = { "_", ".", "-", "=", "*", "#" };

static double largest(const double *x, size_t from, size_t to)
{
	double most = x[from];

	for (size_t i = from; i < to; i++)
		most = fmax(most, x[i]);
	return most;
}

void spark_add(const double *x, size_t n, size_t width, bool is_utf8, struct text *out)
{
	const char *const *steps = is_utf8 ? blocks : ascii;
	double top = (double)((is_utf8 ? sizeof(blocks) : sizeof(ascii)) / sizeof(*blocks) - 1);
	size_t shown = n < width ? n : width;
	double low = INFINITY;
	double high;

	if (!shown)
		return;
	high = largest(x, 0, n);
	for (size_t i = 0; i < n; i++)
		low = fmin(low, x[i]);
	for (size_t i = 0; i < shown; i++) {
		double most = largest(x, i * n / shown, (i + 1) * n / shown);
		double share = high > low ? (most - low) / (high - low) : 0;

		text_puts(out, steps[lround(share * top)]);
	}
}
