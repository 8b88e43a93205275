/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_BOUTS_H
#define CMD_BOUTS_H

/* The rounds of `versus`: one invocation of every command each, until it is decided. */

#include "../model/duel.h"
#include "command.h"
#include "measure.h"
#include "recall.h"

struct bouts {
	/* filled in by the caller, borrowed */
	const struct plan *plan;
	const struct looks *looks;
	const struct verdict_rule *rule;
	struct measure *m;	/* one a command, open */
	struct recalled *known; /* one a command */
	struct pairs *pairs;
	struct duel *duel;
	int commands;
	bool can_resume; /* what is cut short goes on another day, and is not judged now */

	/* what came of it; of a resumed session, what was there before */
	int64_t rounds;	 /* complete ones */
	int64_t next;	 /* index of the next invocation; before: of the last */
	int64_t warmups; /* rounds */
	bool is_done[DUEL_SIDES]; /* commands that the round after these has had */
	int64_t earlier_ns; /* how long it took before it was resumed */
	int64_t replaced;
	int64_t started_ns;  /* CLOCK_MONOTONIC */
	int64_t longest_ns;  /* of a round */
	bool is_decided;
	bool is_cut_short; /* by a signal, a failure or the machine, before it was over */
	bool has_failure;
	int failed_command;
	char why[800];	     /* why it ended; "" when decided or all rounds were made */
	struct text excerpt; /* what the failing one wrote */
};

/* Makes them. 0 also when a failure, a signal or the machine ended it early. */
int bouts_make(struct bouts *b, struct fail *f);

#endif
