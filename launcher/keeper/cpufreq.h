/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_CPUFREQ_H
#define KEEPER_CPUFREQ_H

/*
 * Clock settings exist once a policy: a folder for all CPUs that share one clock.
 */

#include "knob.h"

#define CPUFREQ "sys/devices/system/cpu/cpufreq/"

/* Does a word stand in the file's list? True when there is no such file. */
bool cpufreq_offers(const struct tree *t, const char *path, const char *word);

/*
 * Calls each() with every policy's folder ("sys/.../policy0"), in order of number:
 * those with a CPU of the cage, or all. Stops at -1. Fails when there is no policy.
 */
int cpufreq_each(struct want *w, bool is_all,
		 int (*each)(struct want *w, const char *policy, struct fail *why),
		 struct fail *why);

#endif
