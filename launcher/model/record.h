/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_RECORD_H
#define MODEL_RECORD_H

/*
 * Plain values that describe what happened: what run/ observes, store/ writes and
 * reads back, report/ shows. Lengths are nanoseconds of CLOCK_MONOTONIC. A number
 * that could not be had is UNKNOWN, never 0. Strings are borrowed.
 */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { UNKNOWN = -1 };

/* What chance was given to one invocation (design: entropy). */
struct draw {
	int64_t hash_seed; /* 0 ... 4294967295; UNKNOWN: left alone, or the user's own */
	int64_t pad;	   /* bytes of padding added beyond the constant size; 0 when fixed */
	bool is_aslr_off;  /* asked for */
};

enum ended {
	ENDED_EXIT,	   /* code: exit status */
	ENDED_SIGNAL,	   /* code: signal number */
	ENDED_TIMEOUT,	   /* killed at --timeout; code: UNKNOWN */
	ENDED_STOPPED,	   /* somebody or the terminal stopped it; code: the stopping signal */
	ENDED_INTERRUPTED, /* becalm was told to stop; code: the signal that becalm got */
};

/* What the kernel counted during an invocation; UNKNOWN where it could not be read. */
struct witness {
	int64_t switches_involuntary, switches_voluntary; /* of the process itself */
	int64_t faults_minor, faults_major;
	int64_t wait_ns;      /* time ready to run but waiting for a CPU, main thread */
	int64_t interrupts;   /* on the measured CPUs, since the reading before */
	int64_t steal_ns;     /* on the measured CPUs, since the reading before */
	int64_t personality;  /* of the process, as /proc/PID/personality */
};

/* One timed repetition of a test. */
struct run {
	int64_t iters;
	int64_t timed_ns, wall_ns; /* of a test whose unit is "ns" */
	double value; /* of a test with another unit: the number itself, per iteration */
	bool is_cut;	/* ended by the stub's overrun cap */
	bool is_warmup; /* kept, never a sample */
};

/* A counter of one test, summed over the runs of one invocation. */
struct counter {
	const char *name;
	int64_t total;	 /* UNKNOWN: 'why' says why */
	const char *why; /* NULL when it is known */
};

/* What an invocation said of one test, beside its runs. */
struct test {
	const char *name;     /* "group.name"; "" is never a test */
	const char *mode;     /* "fixed", "declared", "calibrated"; "" unknown */
	const char *unit;     /* "ns" for lengths; else the user's unit */
	int64_t iters;	      /* per run; UNKNOWN */
	double declared;      /* iterations/s; <= 0: none */
	double timer_ns;      /* cost of a start/stop pair; < 0: unknown */
	int64_t runs;	      /* how many were reported */
	int64_t invalid;      /* how many records were refused */
	const struct counter *counters; /* NULL when there are none */
	int counter_count;
	const char *source;   /* its line in the source, for rates.h; NULL: not said */
};

struct note {
	const char *level, *code, *name, *text; /* as in the pipe protocol; "" when missing */
};

/* One process execution. */
struct invocation {
	int64_t index;	 /* 1, 2, ... in the order of starting */
	int64_t round;	 /* 1, 2, ...; equals index in run */
	int command;	 /* index into the session's commands */
	bool is_warmup;	 /* kept, not counted */
	bool is_calibrating; /* likewise: it only found iteration counts */
	struct draw draw;
	int64_t started_ns; /* CLOCK_REALTIME */
	int64_t wall_ns, user_ns, sys_ns; /* wall UNKNOWN when it never ended by itself */
	int64_t max_rss_kib;
	enum ended ended;
	int code;
	const char *failed;    /* why it gives no sample; NULL: it does */
	const char *disturbed; /* what disturbed it; NULL: nothing seen */
	struct witness witness;
	const struct test *tests;
	int test_count;
	const struct note *notes;
	int note_count;
};

/*
 * The number that a run comes to: ns an iteration, or the value of a test with a unit of
 * its own. NaN when it is missing.
 */
static inline double record_value(const struct test *t, const struct run *r)
{
	if (strcmp(t->unit, "ns") != 0)
		return r->value;
	if (r->timed_ns == UNKNOWN || r->iters < 1)
		return (double)NAN;
	return (double)r->timed_ns / (double)r->iters;
}

/* True when its numbers are samples. */
static inline bool invocation_counts(const struct invocation *v)
{
	return !v->failed && !v->is_warmup && !v->is_calibrating;
}

#endif
