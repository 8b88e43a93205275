/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_SCALE_H
#define MODEL_SCALE_H

/*
 * Two samples on the scale on which they are compared: logarithms when all values are
 * above 0, so that differences are ratios, else as they are. Pairs become differences.
 */

#include <stdbool.h>
#include <stddef.h>

#include "../stats/ttest.h"
#include "verdict.h"

struct scale {
	bool is_log, is_paired;
	double *a, *b; /* owned; paired: b holds the differences B - A, a is of no use */
	bool *a_marked, *b_marked; /* paired: b_marked has the marks of either */
	size_t na, nb;
	double margin, gate, resolution; /* of the rule and the data, on this scale */
};

/* na, nb >= 1. */
struct scale scale_of(const struct verdict_data *d, const struct verdict_rule *r);
void scale_free(struct scale *s);

/* A difference on the scale as a change: a share, or the unit of the values. */
double scale_change(const struct scale *s, double x);

/*
 * The change and its interval at 'level', with the t test of the means beside it. Pairs:
 * estimate and interval are Hodges & Lehmann's, which belong to the signed-rank test. In
 * a round the order is drawn, so without a difference its sign is, and that test holds
 * whatever the noise; and single processes that waited for a busy machine do not drown a
 * difference, as they do for the mean (tests/stat: 98 % against 11 % power). Separate samples: Welch.
 * Pairs also: the p of Ljung & Box over 5 lags goes into *correlation_p (NaN below 20
 * pairs), and below 0.01 all is wider by the root of n over the effective size.
 */
struct ttest scale_test(const struct scale *s, double level, double *correlation_p);

#endif
