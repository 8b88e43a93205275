/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_SESSION_H
#define KEEPER_SESSION_H

/*
 * The life of one hold: probe, lock and recover, hold, check, release. The session
 * says how each knob ended in rows, and everything else in remarks.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "../base/fail.h"
#include "../base/text.h"
#include "../base/tree.h"
#include "cage.h"
#include "conf.h"
#include "journal.h"
#include "knob.h"
#include "lock.h"
#include "plan.h"

enum outcome {
	OUTCOME_WOULD,	 /* would change */
	OUTCOME_STILL,	 /* already as wanted */
	OUTCOME_CANNOT,	 /* this machine cannot */
	OUTCOME_HELD,
	OUTCOME_REFUSED, /* tried, and not all of it took */
	OUTCOME_DRIFTED, /* somebody else changed it during the session */
	OUTCOME_LEFT,	 /* not asked for */
};
extern const char *const outcome_words[];

struct row {
	const struct knob *knob;
	enum outcome outcome;
	char reason[400];
	size_t first, n; /* its edits */
};

struct session {
	struct tree root;
	struct conf conf;
	struct plan plan;
	uid_t caller;
	bool has_rights;
	struct machine machine;
	struct cage cage;
	struct lock lock;
	struct journal journal; /* its edits are those of this session, leftovers first */
	size_t leftover;	/* so many of an earlier session */
	bool is_damaged;	/* an earlier journal was set aside */
	int journal_fd;		/* -1: nothing is held */
	struct row rows[KNOBS_MAX];
	int row_count;
	struct text remarks; /* sentences, a line each */
	unsigned long long launcher_start; /* with plan.launcher: which process that is */
	int launcher_policy, launcher_priority; /* before SCHED_FIFO; -1: not given */
};

void session_start(struct session *s, struct tree root, struct conf conf, uid_t caller);

/* Reads the machine and fills the rows. Changes nothing. */
int session_probe(struct session *s, struct fail *f);

/* Who holds the host, or whose session died? */
enum holder { HOLDER_NOBODY, HOLDER_LIVES, HOLDER_DIED, HOLDER_UNKNOWN };
enum holder session_holder(const struct session *s, struct journal *out, struct fail *f);

/* Returns 0 with the lock held and an orphaned journal undone, 1: somebody holds it. */
int session_lock(struct session *s, struct fail *f);

/* With the lock held: probe, journal, make. On failure all is undone. */
int session_hold(struct session *s, struct fail *f);

/* Is the launcher still the process that was named, and the caller's? */
bool session_has_launcher(const struct session *s);

/* Reads every file that was made. Returns how many knobs drifted since the last time. */
int session_check(struct session *s);

/* Undoes all and gives the lock back. Without a hold, only the lock. */
void session_release(struct session *s);

#endif
