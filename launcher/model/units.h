/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_UNITS_H
#define MODEL_UNITS_H

/*
 * Numbers with units, for people. The unit is chosen after rounding (999.6 ns is
 * "1.000 us"), three to four significant digits, always a decimal point whatever the
 * locale. NaN is "n/a" everywhere.
 */

#include <stddef.h>

/*
 * One length, in ns: "0.4000 ns", "1.284 s", "0"; from a minute on in the way that people
 * say it, "1 min 0.0 s" and "48 h 0 min 0 s". Returns out.
 */
char *units_time(double ns, char *out, size_t size);

/*
 * The unit that suits 'largest_ns', and how to write any length in it with the same
 * number of decimals: several values of one row share it. Seconds are the largest.
 */
struct unit {
	const char *name; /* "ns", "us", "ms", "s" */
	double ns;
	int decimals;
};

struct unit units_pick(double largest_ns);

/* The same for memory, in KiB: "KiB", "MiB", "GiB", "TiB". */
struct unit units_pick_memory(double largest_kib);

/* The same for numbers in a unit of the user's own: only decimals are chosen. */
struct unit units_own(double largest, const char *name);

/* The number without its unit. Returns out. */
char *units_in(const struct unit *u, double ns, char *out, size_t size);

/* "18 MiB", "900 KiB". Returns out. */
char *units_memory(double kib, char *out, size_t size);

/*
 * For machines: the shortest decimal number that reads back as exactly x, "" for NaN and
 * infinity. Returns out.
 */
char *units_plain(double x, char *out, size_t size);

#endif
