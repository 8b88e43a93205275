/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_SIGNALS_H
#define RUN_SIGNALS_H

/*
 * The signals that mean "stop" and "suspend", read from a descriptor in the poll loop
 * instead of by handlers. Everything is blocked for the whole session.
 */

#include <stdbool.h>

#include "../base/fail.h"

struct signals {
	int fd;	       /* for poll() */
	int stop;      /* the first SIGINT, SIGTERM, SIGHUP or SIGQUIT that came; 0: none */
	int stops;     /* how many came */
	bool suspend;  /* SIGTSTP came and was not yet answered */
};

/* A SIGHUP that is ignored (nohup) stays so; a background job's ignored SIGINT does not. */
int signals_open(struct signals *s, struct fail *f);
void signals_close(struct signals *s);

/* Takes in what has come. Never blocks. */
void signals_read(struct signals *s);

/* Stops this process as SIGTSTP would have; returns when it is continued. */
void signals_suspend(struct signals *s);

/* Ends this process by the default action of 'sig', without a core of our own. */
void signals_die(int sig);

#endif
