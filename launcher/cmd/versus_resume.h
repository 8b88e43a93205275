/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_VERSUS_RESUME_H
#define CMD_VERSUS_RESUME_H

/*
 * versus --resume: goes on where a session was cut short. Rounds follow from the seed, so
 * the rest is what it would have been, in the same order and with the same draws; looks
 * that it had are not had again.
 */

#include "bouts.h"
#include "resume.h"
#include "versus_options.h"

/*
 * The options of the session in typed->run.plan.resume_path, and changes to its folder. What
 * is typed beside --resume counts only for the report: --format, --verdict-file,
 * --undecided, -q, -v, --color; commands must be the same. *argv becomes becalm's own command
 * line. command_count is 0 for a session that lacks nothing.
 */
int versus_resume_options(const struct versus_options *typed, struct versus_options *out,
			  char ***argv, struct fail *f);

/*
 * Takes up the file: samples go to b->known and b->pairs, and 'b' goes on behind them. 'now'
 * is the session as it would begin today, on the same kind of machine and with the same
 * programs, else this fails. 'counts' are for measure.counts.
 */
int versus_resume_results(const char *path, const struct session *now, struct bouts *b,
			  struct text *counts, struct results **out, struct fail *f);

#endif
