/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_JUDGE_H
#define MODEL_JUDGE_H

/* The rules that say whether an invocation gives samples, and what disturbed it. */

#include <stdbool.h>
#include <stddef.h>

#include "frames.h"
#include "plan.h"
#include "record.h"

/* What came from one invocation, beside how it ended. */
struct evidence {
	const struct frames_counts *counts;
	int64_t numbers;     /* found in its output */
	bool had_reports;    /* an earlier counted invocation reported runs */
	bool had_none;	     /* an earlier counted invocation reported none */
	const char *bad;     /* the first refused record, or "" */
};

/* Writes why it gives no sample into out; false when it does give one. */
bool judge_failed(const struct plan *p, const struct invocation *v, const struct evidence *e, char *out,
		  size_t size);

/* Writes what disturbed it; false when nothing was seen. */
bool judge_disturbed(const struct invocation *v, char *out, size_t size);

/* "SIGSEGV", or "signal 64". Static buffer. */
const char *judge_signal(int sig);

#endif
