/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_KEEPER_H
#define HOST_KEEPER_H

/*
 * The keeper as the launcher sees it: another process (becalm-keeper), asked over a
 * socket what it would change, told to hold the host, looked after, told to release.
 * Everything it says arrives as plain values; the launcher knows no knob.
 *
 * The order: keeper_start, keeper_probe, keeper_hold, keeper_check now and then,
 * keeper_release, keeper_stop. If the launcher dies anywhere, the keeper puts the
 * host back; if the keeper dies, pidfd becomes readable: start a new one and call
 * keeper_restore.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/cpus.h"
#include "../base/fail.h"
#include "../base/text.h"
#include "../base/words.h"

enum keeper_outcome {
	KEEPER_WOULD,	/* would change */
	KEEPER_STILL,	/* still already */
	KEEPER_CANNOT,	/* cannot, because */
	KEEPER_HELD,
	KEEPER_REFUSED,
	KEEPER_DRIFTED, /* somebody else changed it during the session */
	KEEPER_LEFT,	/* not asked for */
};
extern const char *const keeper_outcome_words[];

struct keeper_edit {
	char *path, *before, *after; /* path without the leading slash */
};

struct keeper_row {
	char *name, *summary, *reason;
	char *tier;  /* "default", "strict", "asked" */
	char *reach; /* "cage", or "all": felt by everybody on the machine */
	enum keeper_outcome outcome;
	struct keeper_edit *edits;
	int edit_count;
};

enum keeper_holding { KEEPER_NOBODY, KEEPER_LIVES, KEEPER_DIED, KEEPER_UNKNOWN };
struct keeper_holder {
	enum keeper_holding is;
	int64_t user, since; /* seconds since 1970 */
	int64_t pid;	     /* of the keeper, if it lives */
	int64_t left;	     /* settings left changed, if it died */
	char *why;	     /* unknown: why */
};

/* Where the benchmark lives. A descriptor is -1 when there is no such thing. */
struct keeper_cage {
	char *form;   /* "plain", "shield", "partition"; "none": affinity only */
	char *reason; /* a sentence when the form is less than was asked; else "" */
	char *group;  /* path of the tracking group, or of the cpuset one, or "" */
	int procs_fd; /* the child writes "0" here to enter the cpuset (cgroup v1) ... */
	int track_fd; /* ... and here to enter the group of the v2 hierarchy */
	int group_fd; /* folder for CLONE_INTO_CGROUP (cgroup v2) */
	int kill_fd;  /* writing "1" kills all in it (cgroup v2) */
	struct keeper_edit *edits; /* what is made for it: groups, and files beside */
	int edit_count;
};

struct keeper_want {
	const char *root;	    /* a fake host, or NULL */
	const struct cpus *cpus;    /* measured, or NULL */
	const struct cpus *reserve; /* idle beside them, or NULL */
	const char *tier;	    /* "default", "strict", "all"; NULL: default */
	const char *only, *without, *require; /* "a,b", or NULL; require: also "all" */
	const char *cage, *cage_parent;	      /* NULL: none; the root group */
	int64_t wait_s;		    /* for another session; -1: for ever, 0: not at all */
	bool may_sudo;		    /* a plain user asked for rights */
	bool is_as_root;	    /* ignore SUDO_UID */
	bool has_realtime;	    /* SCHED_FIFO for the launcher */
	int stop_fd;		    /* readable: stop waiting (a signalfd); -1: none */
	void (*say)(const char *sentence, void *data); /* while waiting; or NULL */
	void *data;
};

struct keeper {
	int fd;	   /* to it; -1: not running */
	int pidfd; /* of it, for poll(): readable when it died */
	pid_t pid;
	bool has_rights; /* else it can only probe */
	bool is_held;
	bool is_stopped; /* stop_fd ended a wait */
	bool has_answered;
	bool is_gone;	 /* it ended in mid-conversation: what it held may still be held */
	struct keeper_row *rows;
	int row_count;
	struct text remarks; /* sentences, a line each; the caller clears them */
	struct keeper_holder holder;
	struct keeper_cage cage;
	struct keeper_want want;
	struct lines in;
	int64_t checked_ns;
};

/*
 * Starts it: with root's rights directly, else without rights, else (may_sudo) by
 * sudo, which may ask for a password on the terminal. The strings of 'want' must
 * live as long as the keeper. Fails with what to do.
 */
int keeper_start(struct keeper *k, const struct keeper_want *want, struct fail *f);

/* What would be changed: fills rows and holder. */
int keeper_probe(struct keeper *k, struct fail *f);

/* Waits for the host and holds it: rows say what is held, cage where to run. */
int keeper_hold(struct keeper *k, struct fail *f);

/*
 * Looks, at most once a second, whether others changed a setting. Returns 1 when a
 * row became drifted just now, 0 when not, -1 when the keeper is gone.
 */
int keeper_check(struct keeper *k, struct fail *f);

/* Puts the host back; rows and remarks say how. May be held again afterwards. */
int keeper_release(struct keeper *k, struct fail *f);

/* Undoes what a dead session left. */
int keeper_restore(struct keeper *k, struct fail *f);

/* Takes in what a keeper said by itself before it went: remarks. */
void keeper_last_words(struct keeper *k);

/* Ends it, after which the host is as before, and frees everything. */
void keeper_stop(struct keeper *k);

/* Kills all that is left in the cage and waits until it is empty. 0, or -1: not in 2 s. */
int keeper_cage_kill(const struct keeper_cage *c, struct fail *f);

/* True inside the cage of another becalm, which must not be waited for. */
bool keeper_is_inside(void);

/* For people: a line an edit; "held by u since 14:02 (process 12)". */
void keeper_edits(const struct keeper *k, struct text *out);
void keeper_holder_text(const struct keeper_holder *h, struct text *out);

#endif
