/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_ADJUST_H
#define STATS_ADJUST_H

/*
 * Many tests at once. Adjusted p: compare with alpha as if it were the only one. p and
 * out may be the same array; NaN (no test) stays NaN and does not count.
 */

#include <stddef.h>

/* Holm 1979: the chance of any false alarm stays below alpha, however tests depend. */
void adjust_holm(const double *p, size_t n, double *out);

/* Benjamini & Hochberg 1995: the expected share of false alarms among all alarms. */
void adjust_bh(const double *p, size_t n, double *out);

#endif
