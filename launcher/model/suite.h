/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_SUITE_H
#define MODEL_SUITE_H

/*
 * All comparisons of a session, tests times commands, judged together so that the chance
 * of any false "slower" or "faster" stays below alpha: Holm's procedure, at each look
 * (Maurer & Bretz 2013). What was found once keeps its verdict and hands its part of
 * alpha on to the others.
 */

#include <stdbool.h>
#include <stddef.h>

#include "looks.h"
#include "verdict.h"

struct suite {
	struct looks looks;
	struct verdict_rule rule; /* alpha of the whole suite; p is filled in */
	size_t count;		  /* comparisons */
	struct verdict *verdicts; /* the latest of each */
	int64_t *decided;	  /* rounds at its final verdict; 0: still open */
	double *levels;		  /* the p that was used for it */
	size_t left;		  /* not yet found slower or faster */
	size_t filled;		  /* 'left' that p[] is for; 0: none */
	double p[LOOKS_MAX];
};

/* looks_plan() and a rule with max_slowdown, margin, min_effect and alpha. count >= 1. */
void suite_open(struct suite *s, const struct looks *l, const struct verdict_rule *r,
		size_t count);
void suite_close(struct suite *s);

/*
 * Judges data[0 ... count-1] after 'rounds' rounds, when a look is due then or this is
 * the end. Comparisons that have their verdict keep it. True when none is open any more.
 */
bool suite_look(struct suite *s, const struct verdict_data *data, int64_t rounds,
		bool is_end);

/* compare: one look at all there is. The same as a plan with a single look. */
void suite_judge(struct suite *s, const struct verdict_data *data);

/* 0: no regression, 1: one at least, 2: none, but one or more undecided (design: exit
 * status). */
int suite_status(const struct suite *s);

#endif
