/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_SERIES_H
#define MODEL_SERIES_H

/*
 * The samples of a session in memory: for each test one number an invocation (the
 * median over the runs of that process), and a few facts about each process.
 * About 48 bytes an invocation with one test. Every single run is in the results
 * file, not here.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../stats/components.h"
#include "record.h"

/* The facts about one process that the summary needs. */
struct process {
	int64_t wall_ns;
	int64_t user_ns, sys_ns;
	int32_t max_rss_kib;
	uint32_t is_counted : 1, is_warmup : 1, is_failed : 1, is_disturbed : 1, index : 28;
};

/* One number of one test from one invocation. */
struct sample {
	double value;	   /* ns an iteration, or the test's own unit */
	int32_t invocation; /* its index, from 1 */
	int32_t runs;	   /* how many runs it is the median of */
};

/* One test and its samples, in the order of the invocations. */
struct track {
	char *name;	 /* "group.name", or "whole process" and the like */
	char *unit;	 /* "ns", "KiB", or the user's */
	bool is_timed;	 /* declared by a stub; else measured from outside */
	struct sample *samples;
	size_t count, room;
	struct components_tally spread; /* of the runs, within and between the counted processes */
	/* of the invocation that is going on */
	double *pending;
	size_t pending_count, pending_room, stride, seen;
};

struct series {
	struct track *tracks;
	size_t track_count, track_room;
	size_t last; /* the track that was asked for last: the next one is near */
	struct process *processes;
	size_t process_count, process_room;
};

void series_free(struct series *s);

/* The track of that name, made on first use; NULL once 4,096 exist. */
struct track *series_track(struct series *s, const char *name, const char *unit, bool is_timed);

/*
 * Adds one run of the invocation that is going on. Beyond 65,536 runs a process
 * every second, fourth, ... one is kept, so that memory stays bounded; up to
 * there the median is exact.
 */
void series_run(struct track *t, double value);

/*
 * Ends the invocation: its pending runs become one sample a track when it counts,
 * and are forgotten when it does not.
 */
void series_close(struct series *s, const struct invocation *v);

/* Copies the values of a track's samples; 'out' has room for t->count. */
void series_values(const struct track *t, double *out);

#endif
