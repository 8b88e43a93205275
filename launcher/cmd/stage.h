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
#include "../run/pipe.h"
#include "../run/signals.h"

struct stage {
	struct tree host;
	struct topology topology;
	struct given given;
	struct choice choice;
	struct claims claims;
	struct signals signals;
	struct pipe pipe;
	struct environ base;
	char *path;	  /* of the command, resolved */
	bool is_nested;	  /* we are a benchmark of another becalm */
	bool is_bound;	  /* children are put on the chosen CPUs, we keep off them */
	int memory_node;  /* -1: memory is not bound */
	int aslr_errno;	  /* why address randomisation cannot be switched off; 0: it can */
};

/*
 * Reads the machine, resolves the command and chooses; changes nothing yet. Start with
 * a zeroed struct; stage_close() is right whatever happened.
 */
int stage_look(struct stage *s, const struct plan *p, struct fail *f);

/* Blocks signals, opens the pipe, takes its own place. */
int stage_open(struct stage *s, struct fail *f);
void stage_close(struct stage *s);

#endif
