/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_LOAD_H
#define CMD_LOAD_H

/* From a results file back to a series: the same samples as when they were measured. */

#include "../model/plan.h"
#include "../model/series.h"
#include "../store/results.h"

struct load {
	struct series *series; /* filled in by the caller, empty */
	enum metric metric;    /* likewise: what becomes a sample */
	int64_t last;	       /* index of the last invocation */
	int64_t made, warmups, failed; /* invocations; made: neither warm-up nor replaced */
	int64_t wall_ns;       /* how long they took together */
	char why[400];	       /* why the session ended */
	bool is_complete;
};

struct results_sink load_sink(struct load *l);

#endif
