/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_ROUNDS_H
#define CMD_ROUNDS_H

/* The invocations of a session of `run`, one after the other, until enough is enough. */

#include "../model/stop.h"
#include "command.h"
#include "measure.h"
#include "recall.h"

struct rounds {
	struct measure *m;
	struct recalled *known; /* marks go here, samples by 'm' */
	struct stop stop;
	int64_t next;	   /* index of the next invocation */
	int64_t warmups;   /* made so far */
	int64_t replaced;  /* suspended or stopped from outside, made again */
	int64_t failed;	   /* gave no sample */
	int64_t started_ns; /* CLOCK_MONOTONIC; earlier time of a resumed session included */
	struct ending first_failure; /* status or signal of the first failing one */
	bool has_failure;
	double start_ns;   /* of a program that does nothing, where that matters; 0 */
	bool is_complete;  /* ended because enough was made */
	char why[800];	   /* why it ended */
	struct text counts;  /* of iterations, found before a resume */
	struct text excerpt; /* what the failing one wrote, for people */
};

/*
 * Makes them. Returns 0 also when a failing invocation, a signal or the machine ended it
 * early: then is_complete is false and 'why' says so.
 */
int rounds_make(struct rounds *r, struct fail *f);

#endif
