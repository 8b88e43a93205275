/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

/*
 * What `run` ends with and `show` prints: the result of one command for people. Built by
 * cmd/ from plain values; everything is borrowed.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/text.h"
#include "../model/series.h"
#include "../model/session.h"
#include "look.h"
#include "marks.h"

struct report {
	const struct session *session;
	int command; /* which of the session's */
	const struct series *series;
	const struct marks *disturbed, *failed; /* NULL: none */
	const char *said;   /* warnings of the benchmark, a line each; NULL or "": none */
	int64_t took_ns;    /* all of the session; UNKNOWN */
	double start_ns;    /* length of a program that does nothing; 0: not measured */
	const char *source; /* the file that this is from; NULL: measured just now */
	bool is_complete;
	const char *why;	  /* why it is not complete */
	const char *not_restored; /* host settings that were left changed, or NULL */
	const char *advice;	  /* how what was not held could be, or NULL */
	const char *closing;	  /* last remarks: not saved, output captured; NULL: none */
};

void summary_text(const struct report *r, const struct look *l, struct text *out);

#endif
