/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include "../base/text.h"
#include "../model/record.h"
#include "rows.h"

/*
 * RFC 4180 with a heading, LF line ends: one row a test, numbers in full in the unit that
 * the row names; a field is empty when the number cannot be had.
 */
void csv_heading(struct text *out);
void csv_rows(const char *file, const char *command, const struct rows *rows, struct text *out);

/* The same for every single run; marks are "warmup", "failed", "disturbed", "cut". */
void csv_runs_heading(struct text *out);
void csv_run(const char *file, const char *command, const struct invocation *v,
	     const struct test *t, int64_t number, const struct run *run, struct text *out);

#endif
