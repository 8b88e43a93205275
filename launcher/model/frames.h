/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_FRAMES_H
#define MODEL_FRAMES_H

/*
 * The launcher's end of the pipe protocol (becalm-pipe(7)): bytes in, in whatever
 * pieces they arrive; decoded records out, by callback. Whatever is written into the
 * pipe, memory stays bounded, a bad line costs only itself, and only records of the
 * right process of the right invocation become runs. No system calls.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record.h"

enum {
	FRAMES_LINE = 4096, /* longest line, its newline included (PIPE_BUF) */
	FRAMES_NOTES = 256, /* notes passed on in one invocation; the rest is counted */
	FRAMES_BAD = 16,    /* bad records described in one invocation; likewise */
};

/* What a reporting process said of itself; "" and UNKNOWN when it did not. */
struct frames_hello {
	int64_t pid;
	const char *lib, *build, *aslr, *hashseed;
	double clock_ns;
	bool is_nested; /* its records are no samples */
};

/*
 * Where records go. Any callback but is_alive may be NULL. Strings live until the
 * callback returns, except test->name and its parts, which live until the next
 * frames_begin().
 */
struct frames_sink {
	void *data;
	/* A sample. test: valid until the next frames_begin(), the same pointer each time. */
	void (*run)(void *data, const char *test, const struct run *run);
	/* After run(), for each counter of it. value UNKNOWN: why says why. */
	void (*counter)(void *data, const char *test, const char *name, int64_t value,
			const char *why);
	/* After run(), for each of the user's own numbers; unit may be "". */
	void (*metric)(void *data, const char *test, const char *name, const char *unit,
		       double value);
	void (*warmup)(void *data, const char *test, const struct run *run);
	/* From frames_finish(), once for each test, with the final counts. */
	void (*test)(void *data, const struct test *test);
	void (*note)(void *data, const struct note *note);
	void (*hello)(void *data, const struct frames_hello *hello);
	/* why: a sentence; line: the raw line, safe to print (fail_quote), cut to 300 bytes. */
	void (*bad)(void *data, const char *why, const char *line);
	/* Whether the process exists (a zombie does). */
	bool (*is_alive)(void *data, int64_t pid);
};

/* What arrived in one invocation. */
struct frames_counts {
	int64_t runs, warmups;	/* good ones */
	int64_t hellos;		/* conversations, nested ones not counted */
	int64_t nested_hellos;	/* forked copies, started programs */
	int64_t nested_records; /* runs and warm-ups of those */
	int64_t wrong_inv;	/* records of another invocation */
	int64_t other_version;	/* records behind "becalm N" with N other than 1 */
	int64_t duplicates;	/* runs that had arrived already */
	int64_t too_long;	/* lines */
	int64_t unfinished;	/* the last line had no newline */
	int64_t invalid; /* records with a bad or missing field, lines that are none */
	int64_t unknown_verbs, unknown_keys;
	int64_t no_bye; /* conversations that ended without: records may be missing */
	int64_t bye_mismatch; /* said another number of runs than arrived */
	int64_t silent;	      /* conversations (hello) without any run */
	int64_t notes_dropped, bad_dropped;
};

struct frames;

struct frames *frames_new(const struct frames_sink *sink);
void frames_free(struct frames *fr);

/* Forgets everything; what follows is the invocation of that number (BECALM_INVOCATION). */
void frames_begin(struct frames *fr, int64_t invocation);

/*
 * Decodes n bytes. elapsed_ns: how long the invocation has been going on (its wall
 * length when it has ended): no run can be longer. UNKNOWN: not checked.
 */
void frames_feed(struct frames *fr, const char *bytes, size_t n, int64_t elapsed_ns);

/*
 * Says that the pipe is empty at this moment. Call it after each drain: the decoder
 * may have been waiting to see whether a dead process had written more.
 */
void frames_idle(struct frames *fr);

/* The invocation is over and the pipe was drained. Calls test() for each test. */
void frames_finish(struct frames *fr);

const struct frames_counts *frames_counts(const struct frames *fr);

#endif
