/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_CONTRAST_OUT_H
#define CMD_CONTRAST_OUT_H

/* The result of a comparison in the form that was asked for, and where GitHub looks. */

#include "../base/opt.h"
#include "../report/contrast.h"

enum contrast_format {
	CONTRAST_TABLE,
	CONTRAST_JSON,
	CONTRAST_MARKDOWN,
	CONTRAST_CSV,
	CONTRAST_JUNIT,
	CONTRAST_GITHUB
};

#define CONTRAST_FORMATS "table|json|markdown|csv|junit|github"

/* A setter; row->to is an enum contrast_format. */
int contrast_out_set(const struct opt *row, const char *value, struct fail *f);

void contrast_out(const struct contrast *c, enum contrast_format format, const struct look *l,
		  struct text *out);

/*
 * Under GitHub Actions: annotations to stderr, which the runner reads as well as stdout,
 * and a table appended to the step's summary. Elsewhere nothing.
 */
int contrast_out_github(const struct contrast *c, struct fail *f);

#endif
