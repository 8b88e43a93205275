/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_TALK_H
#define MODEL_TALK_H

/*
 * Who may speak. Several processes of one invocation may write into the pipe: the
 * benchmark, a forked copy of it, a second benchmark that it starts, or one that
 * follows it ("sh -c 'a; b'"). The records of one process at a time are samples:
 * the owner's, from its hello to its bye or its death.
 */

#include <stdbool.h>
#include <stdint.h>

enum { TALK_OTHERS = 64 };

enum talk_verdict {
	TALK_COUNTS, /* the owner speaks */
	TALK_NESTED, /* another process while the owner's conversation is open */
	TALK_UNSURE, /* the owner is gone without a bye, but may have lived when this was
			written: only what else is in the pipe can tell */
};

struct talk {
	int64_t owner; /* pid; 0: nobody said who it is */
	int64_t heir;  /* said hello after the owner died; TALK_UNSURE until resolved */
	int64_t last;  /* records without a pid are this process's */
	bool is_open, is_unsure;
	int64_t others[TALK_OTHERS]; /* nested pids, a ring */
	unsigned int other_count;
	/* of the owner's conversation */
	bool said_hello;
	int64_t runs;	  /* run records, the invalid ones too */
	int64_t nr_high;  /* greatest number of a run seen */
	uint64_t nr_seen; /* bit i: nr_high - i was seen */
};

/* One conversation ended. */
struct talk_end {
	bool said_hello, said_bye;
	int64_t pid, runs;
};

/* A hello. is_owner_alive: whether the owner still exists. True: *ended was filled, too. */
bool talk_hello(struct talk *t, int64_t pid, bool is_owner_alive,
		enum talk_verdict *verdict, struct talk_end *ended);

/* Any other record; pid 0 when it names none. */
enum talk_verdict talk_record(struct talk *t, int64_t pid);

/* Ends the owner's conversation: by its bye, or because the invocation is over. */
struct talk_end talk_end(struct talk *t, bool said_bye);

/* The bye of another process. */
void talk_bye_other(struct talk *t);

/*
 * Ends the doubt: nothing more of the old owner was in the pipe (it is succeeded, and
 * the end of its conversation returned), or something was (the heir was nested).
 */
struct talk_end talk_succeed(struct talk *t);
void talk_nest(struct talk *t);

/*
 * Counts a run of the owner; nr: its number in that process, 0 when not given. True: it
 * is known already, and was not counted.
 */
bool talk_is_duplicate(struct talk *t, int64_t nr);

#endif
