/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STAT_CAMPAIGN_H
#define STAT_CAMPAIGN_H

/*
 * One `becalm versus` on paper: the deciding code of the launcher on the numbers of a
 * scenario, and what other rules would have said of the same numbers.
 */

#include <stdbool.h>
#include <stddef.h>

#include "../../launcher/model/suite.h"
#include "scenario.h"

enum { CAMPAIGN_ROUNDS = 120, CAMPAIGN_POOL = 20 };

/* All rounds of a campaign: process summaries, and the runs of the first CAMPAIGN_POOL.
 */
struct campaign {
	double a[CAMPAIGN_ROUNDS], b[CAMPAIGN_ROUNDS];
	double a_runs[CAMPAIGN_POOL * SCENARIO_RUNS],
	    b_runs[CAMPAIGN_POOL * SCENARIO_RUNS];
	size_t runs;	   /* of each side */
	const bool *marks; /* of rounds, or NULL */
};

/* Draws all rounds, in the order that order_of() gives with the scenario's seed. */
void campaign_draw(struct campaign *c, const struct scenario *s, int block);

/* Judges it look by look until decided; 'plan' is a suite of one comparison, its p[]
 * filled. */
struct verdict campaign_judge(const struct campaign *c, const struct suite *plan);

/* The baselines, two-sided at 5 %: is a difference claimed? */
bool campaign_pooled_t(const struct campaign *c);     /* all runs of 20 rounds, t test */
bool campaign_pooled_ranks(const struct campaign *c); /* the same, Mann-Whitney */
bool campaign_peeking(const struct campaign *c);      /* paired t at .05 each 10 rounds */
bool campaign_fixed(const struct campaign *c, size_t n); /* paired t at .05 once */

#endif
