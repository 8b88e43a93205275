/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_PROCESS_H
#define STATS_PROCESS_H

/*
 * One number for each process from its runs: the process is the unit of replication, its
 * runs only sharpen this number. Both sides of a comparison use the same kind.
 */

#include <stddef.h>

enum process_kind {
	PROCESS_MEDIAN,
	PROCESS_MIN,	  /* depends on how many runs there are: only for equal counts */
	PROCESS_QUARTILE, /* the lower one */
	PROCESS_MEAN,
	PROCESS_KINDS
};

enum { PROCESS_PILOT = 10 };

/* Summary of the runs x[0 ... n-1] of one process; NaN when n is 0. */
double process_summary(enum process_kind kind, const double *x, size_t n);

/*
 * The kind whose differences between paired processes vary least in a pilot:
 * differences[kind][0 ... pairs-1] are of logarithms, B minus A. Only spread is looked
 * at, so a constant shift cannot influence the choice, and the pilot pairs may be
 * counted. PROCESS_MEDIAN with fewer than PROCESS_PILOT pairs, and when nothing is
 * better.
 */
enum process_kind process_pick(const double *const differences[PROCESS_KINDS],
			       size_t pairs);

#endif
