/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_TALK_H
#define KEEPER_TALK_H

/*
 * The launcher's lines in, ours out, and the watch over the launcher: one loop. It
 * ends when the input does, or the launcher, or the longest hold; then whatever is
 * held is undone.
 *
 * Beside the lines of plan.h the launcher says
 *
 *	probe		what would be changed? changes nothing
 *	hold		waits for the host, and holds it
 *	check		has anybody else changed something?
 *	release		puts the host back
 *	restore		undoes what a dead session left
 *
 * and each is answered by lines that end with "done" or "error SENTENCE":
 *
 *	holder nobody | lives USER SINCE PID | died USER SINCE COUNT | unknown WHY
 *	waiting USER SINCE PID		at once, while somebody else holds the host
 *	knob NAME TIER REACH OUTCOME SUMMARY REASON
 *	edit NAME PATH BEFORE AFTER	of the knob in front
 *	cage FORM CPUSET TRACK REASON	folders of the groups, or "" (see cage.h)
 *	remark SENTENCE
 */

#include "session.h"

/* Answers on out until the end of in; leaves nothing held. */
void talk_run(struct session *s, int in, int out);

/* One line, as a fuzzer gives it. The reply is added to out. */
void talk_line(struct session *s, char *line, struct text *out);

#endif
