/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_SESSION_H
#define MODEL_SESSION_H

/*
 * What is known about a session before its first invocation: the first line of a
 * results file, and the frame of every report. Plain borrowed values; a string that is
 * not known is NULL, a number UNKNOWN. Arrays may be NULL when their count is 0.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "plan.h"
#include "record.h"

/* What is measured. 'argv' is ended by NULL. */
struct command_line {
	char **argv;
	const char *path;   /* what was executed, absolute */
	const char *sha256; /* of that file, hexadecimal */
	const char *label;  /* --label, or NULL */
};

/* One fact about the host: "cpu_model", "microcode", "kernel", "hostname", "topology", ... */
struct fact {
	const char *name, *value;
};

/* One variable of the child's environment. */
struct variable {
	const char *name;
	int64_t length;	    /* of the value, bytes */
	const char *sha256; /* of the value */
	const char *value;  /* only what becalm or --env set: files are shared, tokens are not */
};

/* A limit of the child as /proc/self/limits has it; -1 is "unlimited". */
struct limit {
	const char *name; /* "stack", "nofile", ... */
	int64_t soft, hard;
};

/*
 * One thing that could be held still, and whether it was. A source of entropy is a row
 * too ("address layout", "hash seeds", "environment size").
 */
struct held {
	const char *name;
	const char *outcome; /* "held", "still already", "sampled", "left alone", "unavailable", ... */
	const char *reason;  /* why not; NULL when held */
	const char *before, *after; /* the setting, for people; NULL */
};

struct session {
	int64_t version;	    /* of the format */
	const char *becalm_version; /* of the program that wrote it */
	char **argv;		    /* of becalm itself */
	struct command_line *commands;
	int command_count;
	struct plan plan; /* argv, env and root are not stored: they are elsewhere here */
	const char *order; /* how rounds were ordered; NULL for one command */
	int64_t started_ns; /* CLOCK_REALTIME */

	const char *cpus; /* measured, as a list; "" or NULL: not confined */
	const char *cpus_launcher;
	const char *cpus_why;
	int64_t cpus_total; /* how many there are online */

	struct fact *facts;
	int fact_count;
	struct variable *env;
	int env_count;
	struct limit *limits;
	int limit_count;
	struct held *held;
	int held_count;

	const char *cwd;
	int64_t umask;
	bool is_merged; /* of several sessions, by merge; what differs in them is the first's here */
};

/* True for an outcome that means "did not vary". */
static inline bool held_is_still(const struct held *h)
{
	return h->outcome && (!strcmp(h->outcome, "held") || !strcmp(h->outcome, "still already"));
}

#endif
