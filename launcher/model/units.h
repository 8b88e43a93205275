/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_UNITS_H
#define MODEL_UNITS_H

/*
 * Numbers with units, for people. The unit is chosen after rounding (999.96 ns is
 * "1.000 us"), four significant digits, always a decimal point whatever the locale.
 */

#include <stddef.h>

/* One length, in ns: "0.4000 ns", "1.284 s", "1 min 0.0 s", "0". Returns out. */
char *units_time(double ns, char *out, size_t size);

/*
 * The unit that suits 'largest_ns', and how to write any length in it with the same
 * number of decimals: several values of one row share it.
 */
struct unit {
	const char *name; /* "ns", "us", "ms", "s", "min" */
	double ns;
	int decimals;
};

struct unit units_pick(double largest_ns);

/* The number without its unit. Returns out. */
char *units_in(const struct unit *u, double ns, char *out, size_t size);

/* "18 MiB", "900 KiB". Returns out. */
char *units_memory(double kib, char *out, size_t size);

#endif
