/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_LISTING_H
#define REPORT_LISTING_H

/* Every run of every process, for people: what `show -v` prints above the summary. */

#include "../base/text.h"
#include "../model/record.h"
#include "look.h"

/* The line of a process, with what is to be said against it. */
void listing_process(const struct invocation *v, const struct look *l, struct text *out);

/* One run of it, the number-th of that test. */
void listing_run(const struct test *t, int64_t number, const struct run *run, struct text *out);

#endif
