/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_LOOK_H
#define REPORT_LOOK_H

/*
 * What the stream that a report goes to can show: how wide, which characters, colour.
 * Without a terminal the width is fixed, so that logs and tests do not depend on it.
 */

#include <stdbool.h>

#include "../base/text.h"
#include "../model/plan.h"

enum { LOOK_WIDTH = 90 };

struct look {
	int width;
	bool is_utf8;  /* by the locale's variables; else plain ASCII */
	bool is_color; /* never with NO_COLOR or TERM=dumb, unless COLOR_ALWAYS */
};

struct look look_of(int fd, enum color color);

enum tint { TINT_NONE, TINT_STRONG, TINT_FAINT, TINT_GOOD, TINT_WARN, TINT_BAD };

/* Adds s in that tint, or plainly. */
void look_tint(const struct look *l, enum tint tint, const char *s, struct text *out);

/* Three dots, as one character where that can be shown. */
const char *look_dots(const struct look *l);

/* Columns that s takes, one a character; colour takes none. */
int look_columns(const char *s);

/*
 * Adds 'words' folded at blanks to the look's width, from column 'start' on; further lines
 * begin at column 'indent'. Ends with a newline.
 */
void look_fold(const struct look *l, const char *words, int start, int indent, struct text *out);

#endif
