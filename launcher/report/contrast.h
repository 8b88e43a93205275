/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_CONTRAST_H
#define REPORT_CONTRAST_H

/*
 * The result of `versus` and `compare` for people. Built by cmd/ from plain values;
 * everything is borrowed. Sides are called A, B, C, ... in the order given.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/text.h"
#include "../model/duel.h"
#include "../model/session.h"
#include "../model/units.h"
#include "look.h"

struct contrast_side {
	const struct command_line *command;
	const char *source; /* results file, or NULL: measured just now */
	const char *label;  /* instead of the command; NULL */
};

struct contrast {
	const struct duel *duel;
	struct contrast_side sides[DUEL_SIDES];
	const struct session *session; /* of versus; NULL for compare */
	struct verdict_rule rule;
	bool is_fixed;	      /* entropy: the verdict is for one layout */
	bool is_aa;	      /* A against itself */
	bool has_failed;      /* a command did, which ended it */
	int64_t rounds; /* complete; 0: those of the last look */
	int64_t took_ns, budget_ns;
	const char *why_ended; /* when not by a verdict; or NULL */
	const char *const *remarks;
	int remark_count;
	const char *unlike; /* why it is not comparable, or NULL */
	int status;	    /* exit status */
	const char *closing; /* saved where; or NULL */
};

void contrast_text(const struct contrast *c, const struct look *l, struct text *out);

#endif
