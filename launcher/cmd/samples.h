/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_SAMPLES_H
#define CMD_SAMPLES_H

/*
 * Which numbers become samples under which metric: one rule for a running session and for
 * a file that is read again.
 */

#include "../model/plan.h"
#include "../model/series.h"

/* Whether runs (reported over the pipe, or found in the output) are the samples. */
bool samples_are_reported(enum metric m);

/* One run of one test. False: it has no number. */
bool samples_add_run(struct series *s, const struct test *t, const struct run *run);

/*
 * What becalm itself measured of the process, when that is the metric. 'runs': how many
 * runs it reported. False: there is no such number.
 */
bool samples_add_process(struct series *s, enum metric m, const struct invocation *v, int64_t runs);

#endif
