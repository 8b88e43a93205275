/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_TELL_H
#define CMD_TELL_H

/* What `run` says at the end of a session, and instead of one. */

#include "describe.h"
#include "rounds.h"
#include "run_options.h"

bool tell_has_sample(const struct series *s);
int tell_dry_run(const struct stage *s, const struct run_options *o, const struct sentences *remarks,
		 struct fail *f);
void tell_session(const struct run_options *o, const struct stage *stage, const struct session *session,
		  const struct series *series, const struct rounds *rounds);

#endif
