/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_WATCH_H
#define RUN_WATCH_H

/*
 * From exec to the last reaped process: one poll loop over the child's pidfd, our
 * signals and the keeper, with a tick of 5 ms for everything that need not wake us at
 * once (the pipe, the captured output, stopped children, deadlines).
 */

#include <stdint.h>
#include <sys/types.h>

#include "../model/record.h"
#include "child.h"
#include "signals.h"

struct watch {
	struct signals *signals;
	int keeper_fd;	    /* readable when the keeper died; -1: none */
	int64_t timeout_ns; /* 0: none */
	/* Every 5 ms while the child runs. May be NULL. */
	void (*tick)(void *data, int64_t elapsed_ns);
	/* Once the child ended, before it is reaped: its /proc files can still be read. May be NULL. */
	void (*ended)(void *data, pid_t pid, int64_t wall_ns);
	void *data;
};

struct outcome {
	enum ended ended;
	int code;	  /* as in struct invocation */
	bool is_replaced; /* suspended or stopped from outside: to be repeated */
	bool is_keeper_gone;
	int64_t wall_ns, user_ns, sys_ns, max_rss_kib;
	int64_t faults_minor, faults_major, switches_voluntary, switches_involuntary;
	int leftovers;	  /* processes it left behind, killed */
	bool is_stuck;	  /* some leftover could not be killed within two seconds */
};

/*
 * Waits for the child to end, or ends it: at the time limit, when becalm was told to
 * stop (the signal is passed on once; after a grace period SIGKILL), when it stays
 * stopped. Afterwards nothing that it started is left (see leftovers.h).
 */
void watch_child(struct child *c, const struct watch *w, struct outcome *out);

#endif
