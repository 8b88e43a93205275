/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_WIRE_H
#define MODEL_WIRE_H

/*
 * One record of the pipe protocol as its fields. Scanning reads every field that any
 * verb has; whether a record makes sense is for frames.c to judge.
 */

#include "../base/text.h"
#include "fields.h"

enum wire_whole { WIRE_ITERS, WIRE_TIMED, WIRE_WALL, WIRE_PAIRS, WIRE_INV, WIRE_PID, WIRE_NR,
		  WIRE_CUT, WIRE_RUNS, WIRE_WHOLES };
enum wire_text { WIRE_NAME, WIRE_MODE, WIRE_DECLARED, WIRE_TIMER, WIRE_LIB, WIRE_BUILD,
		 WIRE_CLOCK, WIRE_ASLR, WIRE_HASHSEED, WIRE_LEVEL, WIRE_CODE, WIRE_TEXT,
		 WIRE_SOURCE, WIRE_TEXTS };
enum { WIRE_EXTRAS = 32 };

/* c.NAME, m.NAME or u.NAME; the key without its two first letters. */
struct wire_extra {
	char kind;
	struct slice name, value;
};

struct wire {
	struct slice line, verb;
	struct slice first;	       /* the first word behind the verb */
	int64_t whole[WIRE_WHOLES];    /* only those in 'has' */
	struct slice text[WIRE_TEXTS]; /* as written; s NULL when missing */
	unsigned int has;	       /* bit 1 << enum wire_whole */
	struct wire_extra extras[WIRE_EXTRAS];
	int extra_count;
	int unknown;	   /* keys that nobody knows */
	struct slice key;  /* the first bad field ... */
	const char *wrong; /* ... and what is wrong with it; NULL: nothing */
};

/* Takes a line without its newline apart. Slices point into the line. */
void wire_scan(struct wire *w, struct slice line);

static inline bool wire_has(const struct wire *w, enum wire_whole which)
{
	return w->has >> which & 1;
}

/* The key of a number, for messages. */
struct slice wire_key(enum wire_whole which);

/* Adds a value as it stands on the wire: bytes below 0x21, 0x7f, '%' and '=' as %XX. */
void wire_escape(const char *value, struct text *out);

#endif
