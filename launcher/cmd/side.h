/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_SIDE_H
#define CMD_SIDE_H

/* --prepare and --conclude: a line for sh -c, off the measured CPUs, never timed. */

#include "../base/cpus.h"
#include "../base/fail.h"
#include "../run/signals.h"

/* 'what' names the option. stdin is /dev/null, its output goes to our stderr. */
int side_run(const char *what, const char *text, char *const *envp, const struct cpus *cpus,
	     struct signals *signals, struct fail *f);

#endif
