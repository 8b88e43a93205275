/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_GROUPS_H
#define STATS_GROUPS_H

/*
 * Do the summaries of single processes fall into groups, each tight inside and clear
 * of the others (0.226, 0.248 or 0.255 s)? A largest-gap test: a gap counts by how
 * much it exceeds the distances between the values next to it, whatever the scale.
 */

#include <stddef.h>

enum { GROUPS_MAX = 8, GROUPS_LEAST = 10, GROUPS_SMALLEST = 3 };

struct group {
	double center;	  /* median */
	double low, high; /* smallest and largest member */
	size_t n;	  /* >= GROUPS_SMALLEST: fewer are outliers, not a group */
};

/*
 * Groups of x[0 ... n-1], in rising order, into out; returns how many (1: no
 * grouping seen; 0: n < GROUPS_LEAST, too few to say). A sample from one unimodal
 * distribution, be it normal, skewed, heavy-tailed or uniform, is split in at most
 * 1 of 20 cases; the table of critical values and how it was made: groups.c and
 * tests/stat/groups_null.c. Ties are taken as spread evenly over one tick, which is
 * the larger of 'resolution' (0: unknown) and the common divisor of all values.
 */
size_t groups_find(const double *x, size_t n, double resolution,
		   struct group out[GROUPS_MAX]);

/*
 * The evidence for the clearest gap of sorted[0 ... n-1] (rising), and in *at how many
 * values lie below it. With gap g between neighbours and spans l, r of the m values next
 * to it on either side, -ln P(gap >= g) for exponential spacings is 2 (m - 1) ln(1 + g /
 * (l + r)) (a ratio of exponential to gamma); the largest over all places and m >=
 * GROUPS_SMALLEST. 0 when n < 2 GROUPS_SMALLEST; infinite when l + r is 0.
 */
double groups_evidence(const double *sorted, size_t n, size_t *at);

#endif
