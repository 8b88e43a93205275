/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_LOOKS_H
#define MODEL_LOOKS_H

/*
 * When a comparison may look at its data, and how sure it must then be: the planned
 * looks of a group sequential design (Lan & DeMets) that spends alpha in proportion to
 * the square root of the rounds. However often it looks, it cries wolf with probability
 * alpha. The root: at a first look after 10 of 120 rounds an interval of 98.6 % is
 * reported, in proportion it would be 99.6 % and wider by half; the last one is wider by
 * a tenth for it.
 */

#include <stdbool.h>
#include <stdint.h>

enum { LOOKS_MAX = 48 };

struct looks {
	int count;
	int64_t at[LOOKS_MAX]; /* rounds, rising; the last is the most that are made */
	int block;	       /* for order_of(): looks fall on its ends */
};

/*
 * Looks after 10, 20, 40, 60, 80, 120, 160, 240, ... rounds, none before 'least', the
 * last after 'most' >= 1. least = most: one look.
 */
struct looks looks_plan(int64_t least, int64_t most);

/* The index of the look that is due after 'rounds', or -1. */
int looks_due(const struct looks *l, int64_t rounds);

/*
 * The two-sided p that a test must reach at each look, into out[0 ... count-1]; 1 - p is
 * the level of its repeated interval there. alpha is the error rate of this one
 * comparison: at the last planned look all of it is spent. Some 2 ms a look.
 */
void looks_p(const struct looks *l, double alpha, double *out);

/*
 * The p to reach when the session ends after 'rounds' for a reason that the data had no
 * part in (time, an interrupt): what is left of alpha is spent now. 1 <= rounds.
 */
double looks_p_at_end(const struct looks *l, double alpha, int64_t rounds);

#endif
