/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_GROUPS_H
#define STATS_GROUPS_H

/*
 * Do the summaries of single processes fall into groups, each tight inside and clear
 * of the others (0.226, 0.248 or 0.255 s)? Largest-gap test, applied again to the
 * parts: gap over the spread inside, against the same of samples without groups.
 */

#include <stddef.h>

enum { GROUPS_MAX = 8, GROUPS_LEAST = 12 };

struct group {
	double center;	  /* median */
	double low, high; /* smallest and largest member */
	size_t n;
};

/*
 * Groups of x[0 ... n-1], in rising order, into out; returns how many (1: no
 * grouping seen; 0: n < GROUPS_LEAST, too few to say). A single unimodal group,
 * normal, skewed or heavy-tailed, is split in at most 1 of 20 samples. Identical
 * values and ties count as one place. A gap below 'resolution' never splits.
 */
size_t groups_find(const double *x, size_t n, double resolution, struct group out[GROUPS_MAX]);

#endif
