/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_PLAN_H
#define KEEPER_PLAN_H

/*
 * What the launcher asks for, a line each, in any order, before probe or hold:
 *
 *	plan			begin anew
 *	launcher PID		whose end is the session's end
 *	cpus LIST		the measured CPUs
 *	reserve LIST		those that stay idle beside them
 *	tier none|default|strict|all
 *	only NAME		these knobs alone (may be repeated, as the next two)
 *	without NAME
 *	require NAME|all	hold nothing when one of these cannot be held
 *	cage auto|plain|shield|partition|none
 *	cage-parent GROUP
 *	wait SECONDS		for a host that somebody else holds; -1: for ever
 *	realtime yes|no		SCHED_FIFO for the launcher
 */

#include <stdbool.h>
#include <sys/types.h>

#include "../base/cpus.h"
#include "../base/fail.h"
#include "knob.h"

enum cage_form { CAGE_AUTO, CAGE_PLAIN, CAGE_SHIELD, CAGE_PARTITION, CAGE_NONE };
extern const char *const cage_words[];

struct plan {
	pid_t launcher; /* 0: not said */
	struct cpus measure, reserve;
	int tier; /* knobs up to this one; TIER_ASKED: all, -1: none */
	bool has_only;
	bool is_only[KNOBS_MAX], is_without[KNOBS_MAX], is_required[KNOBS_MAX];
	bool is_all_required;
	enum cage_form cage;
	char parent[512]; /* of the cage, "": not said */
	long wait_s;
	bool has_realtime;
};

struct plan plan_default(void);

/* Takes one line of the above, in words. Returns 1 when it is none of them. */
int plan_line(struct plan *p, char **words, int n, struct fail *f);

/* Is the knob of this index to be held? */
bool plan_wants(const struct plan *p, int knob);
bool plan_requires(const struct plan *p, int knob);

#endif
