/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_STAGE_H
#define CMD_STAGE_H

/*
 * Everything that stands around the invocations of a session: the machine as read, the
 * CPUs as chosen and claimed, our signals, the pipe, the environment. Opened in one go,
 * closed on every way out.
 */

#include <stdbool.h>

#include "../base/tree.h"
#include "../host/choose.h"
#include "../model/environ.h"
#include "../model/plan.h"
#include "../run/guard.h"
#include "../run/pipe.h"
#include "../run/signals.h"
#include "holding.h"

struct stage {
	struct tree host;
	struct topology topology;
	struct given given;
	struct choice choice;
	struct claims claims;
	struct signals signals;
	struct pipe pipe;
	struct guard guard; /* started once the first invocation lasts */
	struct environ base;
	char *path;	  /* of the command, resolved */
	bool is_nested;	  /* we are a benchmark of another becalm */
	bool is_bound;	  /* children are put on the chosen CPUs, we keep off them */
	int memory_node;  /* -1: memory is not bound */
	struct holding holding;	  /* the keeper's part */
	struct sentences remarks; /* what the user should know, not yet said */
	const char *why_random; /* why the address layout will not be fixed; NULL: it will, if asked for */
};

/*
 * Starts the keeper, if the host is to be held, and then gives up root's rights where sudo
 * lent them: before any file is opened.
 */
int stage_enter(struct stage *s, const struct holding_options *o, const struct plan *p, struct fail *f);

/*
 * Reads the machine, resolves the command and chooses; changes nothing yet. Start with
 * a zeroed struct; stage_close() is right whatever happened.
 */
int stage_look(struct stage *s, const struct plan *p, struct fail *f);

/*
 * Blocks signals, opens the pipe, takes its own place, holds the host. A signal that comes
 * while another session is waited for is in s->signals, and that is a failure here.
 */
int stage_open(struct stage *s, struct fail *f);

/* Holds the host again after stage_release(). */
int stage_hold(struct stage *s, struct fail *f);

/* On SIGTSTP: lets go of the host, stops this process, holds again when it is continued. */
int stage_suspend(struct stage *s, struct fail *f);

/* Between invocations: true when somebody changed a setting that is held; said in remarks. */
bool stage_has_drifted(struct stage *s);

/* Puts the host back. False when it may not be as it was; remarks say why. */
bool stage_release(struct stage *s);

/* Says the remarks on stderr, unless 'is_quiet', and forgets them. */
void stage_say(struct stage *s, bool is_quiet);
void stage_close(struct stage *s);

#endif
