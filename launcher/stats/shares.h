/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SHARES_H
#define STATS_SHARES_H

/* How often: shares of counts, their interval, and whether two of them differ. */

#include <stddef.h>

/*
 * Fisher's exact test of k1 of n1 against k2 of n2: two-sided p, all tables that are
 * no more probable than this one (as R's fisher.test). 1 when a sample is empty.
 */
double shares_fisher(size_t k1, size_t n1, size_t k2, size_t n2);

/*
 * Clopper & Pearson's interval of a share, k of n (1934): at least 'level' coverage.
 * 0 ... 1 when n is 0.
 */
void shares_interval(size_t k, size_t n, double level, double *low, double *high);

#endif
