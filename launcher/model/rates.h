/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_RATES_H
#define MODEL_RATES_H

/*
 * --suggest-rates: what to declare in the source, so that a run does the same number of
 * iterations on every machine. The rate of a test is the median, over the runs of all
 * processes, of iterations per second of wall time; runs that were cut are left out
 * unless there are no others. At most 16,384 runs a test are kept: every second, fourth,
 * ... one beyond.
 */

#include "../base/text.h"
#include "record.h"

struct rates;

struct rates *rates_new(void);
void rates_free(struct rates *r);

/* A run of a test. The name is copied at first sight. */
void rates_run(struct rates *r, const char *test, const struct run *run);

/*
 * How the test's source line looks like, as the stub said (the test record's 'source'):
 * '@' stands for the rate as 2.7e9, "@'" as 2'700'000'000. NULL or "": not known, and
 * ".iters_per_sec = @" will do.
 */
void rates_source(struct rates *r, const char *test, const char *source);

/* Adds the heading and a line a test, numbers aligned. Nothing when there was no run. */
void rates_suggest(const struct rates *r, struct text *out);

/* A rate > 0 with two significant digits. Returns out. */
char *rates_number(char *out, size_t size, double rate, bool has_separators);

#endif
