/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_STOP_H
#define MODEL_STOP_H

/*
 * When has one command been measured often enough? With -n: after so many counted
 * invocations. Without: when the 95 % interval of the widest test's median is within
 * the precision, or the budget is spent; at least STOP_LEAST invocations are made.
 */

#include <stdbool.h>

#include "plan.h"
#include "series.h"

enum { STOP_LEAST = 3 };

struct stop {
	int64_t made;	   /* invocations that are done with, failed ones too, warm-ups not */
	int64_t elapsed_ns; /* since the first began */
	double width;	   /* half-width of the widest interval over its median; NaN: unknown */
	const char *why;   /* the reason, once stop_is_due() said yes */
};

/* Brings 'width' up to date; costs n log n, so it skips most calls for a long series. */
void stop_look(struct stop *s, const struct series *series);

/* True when no further invocation is wanted; 'why' says the reason in a few words. */
bool stop_is_due(struct stop *s, const struct plan *p);

/*
 * How many invocations it will probably be in the end, for the estimate of the end; 0 when
 * nothing can be said. (The width shrinks with the root of the number.)
 */
int64_t stop_expected(const struct stop *s, const struct plan *p);

#endif
