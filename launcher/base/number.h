/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

/*
 * Numbers as people type them, read strictly and independent of the locale: the
 * whole word must be the number, the decimal sign is a point.
 */

#include <stdint.h>

#include "fail.h"

/* A whole number in low ... high; what names it in the message ("--warmup"). */
int number_whole(const char *s, const char *what, int64_t low, int64_t high, int64_t *out,
		 struct fail *f);

/* A finite decimal number such as 1, 1.5 or 2.8e7; no hexadecimal, no nan or inf. */
int number_real(const char *s, const char *what, double *out, struct fail *f);

/*
 * A length of time > 0 in nanoseconds: a number with ns, us, ms, s, min or h;
 * without a unit: seconds. At most 10 years.
 */
int number_time(const char *s, const char *what, int64_t *out_ns, struct fail *f);

/* A share > 0: "1%" or "0.01" are both 0.01. Below 1000%, and below 1 without the sign. */
int number_share(const char *s, const char *what, double *out, struct fail *f);

#endif
