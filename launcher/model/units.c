/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "units.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMALS_MAX = 9 };

/* printf() would ask the locale for its decimal sign, so digits are set here. */
static char *fixed(double x, int decimals, char *out, size_t size)
{
	double scale = pow(10, decimals);
	double rounded = round(fabs(x) * scale);
	uint64_t all;
	uint64_t unit = (uint64_t)scale;

	if (!isfinite(x)) {
		(void)snprintf(out, size, "n/a"); /* fits or is cut: for people */
		return out;
	}
	if (rounded >= 1e18) { /* no length is that long; a user's own unit may be */
		(void)snprintf(out, size, "%.0f", x); /* no decimals, no sign of the locale */
		return out;
	}
	all = (uint64_t)rounded;
	if (decimals)
		(void)snprintf(out, size, "%s%llu.%0*llu", x < 0 && all ? "-" : "",
			       (unsigned long long)(all / unit), decimals,
			       (unsigned long long)(all % unit)); /* as above */
	else
		(void)snprintf(out, size, "%s%llu", x < 0 && all ? "-" : "",
			       (unsigned long long)all); /* as above */
	return out;
}

/* Decimals that give x four significant digits. */
static int decimals_for(double x)
{
	int before;

	if (!(x > 0))
		return 0;
	before = (int)floor(log10(x)) + 1; /* digits before the point; <= 0 below 0.1 */
	if (round(x * pow(10, 4 - before)) >= 1e4)
		before++; /* 9.9996 is 10.00 */
	return before >= 4 ? 0 : 4 - before > DECIMALS_MAX ? DECIMALS_MAX : 4 - before;
}

struct unit units_pick(double largest_ns)
{
	static const struct unit units[] = {
		{ "ns", 1, 0 }, { "us", 1e3, 0 }, { "ms", 1e6, 0 }, { "s", 1e9, 0 }
	};
	double x = isfinite(largest_ns) ? fabs(largest_ns) : 0;
	struct unit u = units[0];

	/* 999.5 is four digits of the next unit already: never "1000 ns". */
	for (int i = 1; i < 4 && x >= 999.5 * u.ns; i++)
		u = units[i];
	/* 0.9996 us got here because it is 1.000 us. */
	u.decimals = u.ns > 1 && x < u.ns ? 3 : decimals_for(x / u.ns);
	return u;
}

struct unit units_own(double largest, const char *name)
{
	double x = isfinite(largest) ? fabs(largest) : 0;

	return (struct unit){ name, 1, decimals_for(x) };
}

char *units_in(const struct unit *u, double ns, char *out, size_t size)
{
	return fixed(ns / u->ns, u->decimals, out, size);
}

/* From 59.95 s on, where tenths of a second make the minute full. */
static char *minutes(double s, const char *sign, char *out, size_t size)
{
	uint64_t tenths = (uint64_t)round(s * 10);
	uint64_t whole = (uint64_t)round(s);

	if (tenths < 36000)
		(void)snprintf(out, size, "%s%d min %d.%d s", sign, (int)(tenths / 600),
			       (int)(tenths % 600 / 10), (int)(tenths % 10)); /* as in fixed() */
	else
		(void)snprintf(out, size, "%s%llu h %d min %d s", sign,
			       (unsigned long long)(whole / 3600), (int)(whole % 3600 / 60),
			       (int)(whole % 60)); /* as in fixed() */
	return out;
}

char *units_time(double ns, char *out, size_t size)
{
	struct unit u = units_pick(ns);
	char number[64];

	if (fabs(ns) >= 59.95e9 && fabs(ns) < 1e18)
		return minutes(fabs(ns) / 1e9, ns < 0 ? "-" : "", out, size);
	units_in(&u, ns, number, sizeof(number));
	if (!isfinite(ns) || ns == 0)
		(void)snprintf(out, size, "%s", number); /* as in fixed() */
	else
		(void)snprintf(out, size, "%s %s", number, u.name); /* as in fixed() */
	return out;
}

struct unit units_pick_memory(double largest_kib)
{
	static const struct unit units[] = {
		{ "KiB", 1, 0 }, { "MiB", 0x1p10, 0 }, { "GiB", 0x1p20, 0 }, { "TiB", 0x1p30, 0 }
	};
	double x = isfinite(largest_kib) ? fabs(largest_kib) : 0;
	struct unit u = units[0];

	for (int i = 1; i < 4 && x >= 1023.5 * u.ns; i++)
		u = units[i];
	/* The kernel counts pages: more than two digits would be made up. */
	x /= u.ns;
	u.decimals = u.ns > 1 && x < 9.95 ? 1 : 0;
	return u;
}

char *units_memory(double kib, char *out, size_t size)
{
	struct unit u = units_pick_memory(kib);
	char number[64];

	units_in(&u, kib, number, sizeof(number));
	(void)snprintf(out, size, "%s%s%s", number, isfinite(kib) ? " " : "",
		       isfinite(kib) ? u.name : ""); /* as in fixed() */
	return out;
}

char *units_plain(double x, char *out, size_t size)
{
	char number[64];
	size_t n = 0;

	out[0] = '\0';
	if (!isfinite(x))
		return out;
	for (int digits = 15; digits <= 17; digits++) {
		(void)snprintf(number, sizeof(number), "%.*g", digits, x); /* at most 25 bytes */
		if (strtod(number, NULL) == x)
			break;
	}
	/* The locale's decimal sign, of however many bytes, becomes a point. */
	for (const char *s = number; *s && n + 1 < size; s++) {
		if (strchr("0123456789+-e", *s))
			out[n++] = *s;
		else if (!n || out[n - 1] != '.')
			out[n++] = '.';
	}
	out[n] = '\0';
	return out;
}
