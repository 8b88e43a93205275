/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_MEASURE_H
#define CMD_MEASURE_H

/*
 * One command, executed once and recorded: the life of an invocation from its draw to
 * its line in the results file. Opened once a session.
 */

#include "../base/tree.h"
#include "../host/choose.h"
#include "../host/counters.h"
#include "../model/draw.h"
#include "../model/environ.h"
#include "../run/child.h"
#include "../run/guard.h"
#include "../run/pipe.h"
#include "../run/signals.h"
#include "../run/streams.h"
#include "../run/watch.h"
#include "inflight.h"
#include "stage.h"

struct measure {
	/* filled in by the caller, borrowed */
	const struct plan *plan;
	const struct tree *host;
	const struct choice *choice;
	bool is_bound; /* put children on choice->measured */
	const char *path;
	int command; /* index into the session's commands */
	const struct environ *base; /* environment before the draw */
	struct signals *signals;
	struct pipe *pipe;
	struct series *series;
	struct results *results; /* NULL: not saved */
	int memory_node;	 /* bind memory there; -1: left alone */
	struct text counts;	 /* of iterations, as the plan file has them: found before a resume */
	const char *disturbance; /* known beforehand, of the next invocation; NULL */
	struct stage *stage;	 /* for the keeper: its cage, its death, drifted settings */

	/* its own */
	int proc_fd;
	int online_fd;
	pid_t pid; /* of the last child */
	struct streams streams;
	struct inflight in;
	struct environ env; /* of the draw below */
	struct draw draw;
	struct counters counters;	/* at the last reading */
	int64_t counters_ns;
	int64_t suspended_ns;	   /* CLOCK_BOOTTIME - CLOCK_MONOTONIC, before */
	int64_t elapsed_ns;	   /* of the child that is running */
	struct outcome outcome;	   /* of the last invocation */
	bool is_cpu_gone;	   /* a measured CPU is offline */
	char gone[200];		   /* which */
	int aslr_errno;		   /* why a child could not switch ASLR off; 0: all did */
	bool is_aslr_lost;	   /* it was off before execve and on again in the program */
	struct text clock_changes; /* remarks about the clock source */
	bool is_unsaved;	   /* the results file could not be written */
	int64_t hellos;		   /* programs that reported, in all invocations */
	long long output_bytes;	   /* the largest captured output of a process */
};

enum output measure_output(const struct plan *p);
enum aslr measure_aslr(const struct plan *p);

/* How the command is started: where, with what. */
struct launch measure_launch(const struct measure *m);

/* Close it even after a failure; start with the struct zeroed otherwise. */
int measure_open(struct measure *m, struct fail *f);
void measure_close(struct measure *m);

/* The counts that a calibrating invocation found, as the plan file has them. */
void measure_counts(const struct invocation *calibrated, struct text *out);

/*
 * Makes invocation 'index' of 'round', whose draw it gets. What it came to is in m->in.v and m->outcome until the next
 * one. Fails when the session cannot go on: the command cannot be executed, --prepare
 * failed, the results file cannot be written.
 */
int measure_once(struct measure *m, int64_t index, int64_t round, bool is_warmup, struct fail *f);

/*
 * The length of /bin/true under the same conditions, in ns: what of a whole process is its
 * start. The shortest of three; 0 when it cannot be had.
 */
double measure_start(const struct measure *m);

#endif
