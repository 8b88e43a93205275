/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TELL_H
#define CMD_TELL_H

/* What `run` says at the end of a session, and instead of one. */

#include "describe.h"
#include "recall.h"
#include "rounds.h"
#include "run_options.h"

bool tell_has_sample(const struct series *s);

/* --dry-run, to stdout. */
void tell_dry_run(const struct stage *s, const struct run_options *o, const struct session *session);

/* The failure, if there was one, and the summary: to stderr. */
void tell_session(const struct run_options *o, const struct session *session,
		  const struct recalled *known, const struct rounds *rounds);

#endif
