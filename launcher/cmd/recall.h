/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_RECALL_H
#define CMD_RECALL_H

/*
 * Samples from a results file: the same series and marks that the session itself had,
 * one of each for every command of the session. Also with another metric of the data.
 */

#include "../base/fail.h"
#include "../model/plan.h"
#include "../model/record.h"
#include "../model/series.h"
#include "../report/marks.h"

/* What is known of one command. */
struct recalled {
	struct series series;
	struct marks disturbed, failed;
	struct text said; /* what the benchmark warned of, refused records: a line each, once */
	struct text said_of; /* of which test and what, to know it again */
};

void recalled_free(struct recalled *c);

/* Remembers why an invocation gave no sample, or what disturbed it. */
void recalled_mark(struct recalled *c, const struct invocation *v);

struct recall {
	enum metric metric;
	struct recalled *commands;
	int count;
	int64_t runs;	 /* of the invocation that is going on */
	int64_t missing; /* runs without a number */
};

void recall_open(struct recall *r, int command_count, enum metric metric);
void recall_close(struct recall *r);

void recall_run(struct recall *r, const struct invocation *v, const struct test *t,
		const struct run *run);
void recall_invocation(struct recall *r, const struct invocation *v);

#endif
