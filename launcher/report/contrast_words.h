/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_CONTRAST_WORDS_H
#define REPORT_CONTRAST_WORDS_H

/* The words in which a verdict is said, the same in every format. */

#include "contrast.h"

const struct verdict *contrast_verdict(const struct contrast *c, size_t row);

/* 'A' for side 0. */
char contrast_letter(int side);

/* Adds "1.066x", with the digits that tell it from 1; a share as "+5.9" (of a percent). */
void contrast_ratio(double ratio, struct text *out);
void contrast_share(double x, struct text *out);

/* "slower" or "faster" for lengths, "larger" or "smaller" for anything else. */
const char *contrast_more(const char *unit, bool is_more);

/* "B is 1.066x slower than A", "the same within 1 %", ... */
void contrast_sentence(const struct contrast *c, size_t row, struct text *out);

/* "+5.9 ... +7.3 %", or in the unit when there is no ratio; "n/a". */
void contrast_interval(const struct contrast *c, size_t row, const char *dots, struct text *out);

/* "slower", "same", ..., or with a gate "pass", "fail", "undecided". */
const char *contrast_word(const struct verdict *v);

/* The unit in which a row's numbers are written. */
struct unit contrast_unit(const struct duel_row *r);

#endif
