/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_HEADLINE_H
#define REPORT_HEADLINE_H

/* The first line of a summary: how many processes of what, how long, where. */

#include "rows.h"
#include "summary.h"

void headline_add(const struct report *r, const struct resources *res, const struct look *l,
		  struct text *out);

/* The command as one would type it, control characters shown, cut to 'columns'. */
void headline_command(const struct command_line *c, int columns, const char *dots,
		      struct text *out);

/* "163 ms", "27 s", "5 min": how long a person waits, not a measurement. */
void headline_duration(int64_t ns, struct text *out);

#endif
