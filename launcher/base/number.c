/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "number.h"

#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int number_whole(const char *s, const char *what, int64_t low, int64_t high, int64_t *out,
		 struct fail *f)
{
	char shown[80];
	char *end;
	intmax_t n;

	errno = 0;
	n = strtoimax(s, &end, 10);
	if (errno || end == s || *end || s[strspn(s, "0123456789-")] || n < low || n > high)
		return fail_set(f, FAIL_USAGE, "%s: '%s' is not a whole number from %" PRId64 " to %" PRId64,
				what, fail_quote(shown, sizeof(shown), s), low, high);
	*out = n;
	return 0;
}

/* strtod in the C locale, decimal only. Returns the number of characters read; 0: none. */
static size_t real(const char *s, double *out)
{
	static locale_t c_locale;
	size_t digits = strspn(s, "0123456789+-.eE");
	char *end;

	if (!digits || (*s != '-' && *s != '.' && (*s < '0' || *s > '9')))
		return 0;
	if (!c_locale)
		c_locale = newlocale(LC_ALL_MASK, "C", NULL);
	*out = strtod_l(s, &end, c_locale);
	if (!isfinite(*out) || end > s + digits)
		return 0; /* too large, or hexadecimal */
	return (size_t)(end - s);
}

int number_real(const char *s, const char *what, double *out, struct fail *f)
{
	char shown[80];
	double n;
	size_t used = real(s, &n);

	if (!used || s[used])
		return fail_set(f, FAIL_USAGE, "%s: '%s' is not a number such as 2.5 or 2.8e7", what,
				fail_quote(shown, sizeof(shown), s));
	*out = n;
	return 0;
}

int number_time(const char *s, const char *what, int64_t *out_ns, struct fail *f)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }, { "min", 60e9 },
		      { "h", 3600e9 }, { "", 1e9 } };
	const double longest_ns = 10 * 365.0 * 86400e9;
	char shown[80];
	double n = 0;
	size_t used = real(s, &n);

	for (size_t i = 0; used && i < sizeof(units) / sizeof(units[0]); i++) {
		double ns = n * units[i].ns;

		if (strcmp(s + used, units[i].unit) || ns < 0.5 || ns > longest_ns)
			continue;
		*out_ns = (int64_t)llround(ns);
		return 0;
	}
	return fail_set(f, FAIL_USAGE, "%s: '%s' is not a length of time such as 90, 90s, 1.5min or 20ms",
			what, fail_quote(shown, sizeof(shown), s));
}

int number_share(const char *s, const char *what, double *out, struct fail *f)
{
	char shown[80];
	double n = 0;
	size_t used = real(s, &n);

	if (used && !strcmp(s + used, "%"))
		n /= 100;
	else if (!used || s[used] || n >= 1)
		n = -1; /* 1.5 was meant as 1.5% more often than as 150% */
	if (!(n > 0 && n < 10))
		return fail_set(f, FAIL_USAGE, "%s: '%s' is not a share such as 1%% or 0.01", what,
				fail_quote(shown, sizeof(shown), s));
	*out = n;
	return 0;
}
