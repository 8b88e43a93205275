/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_CONTRAST_FORMATS_H
#define REPORT_CONTRAST_FORMATS_H

/*
 * The result of a comparison for where other people and programs look: a table in
 * Markdown, CSV, JUnit's XML, GitHub's annotations. Names that come from outside are
 * escaped by the rules of each.
 */

#include "contrast.h"

/* A table with a heading of its own, for issues, pull requests and step summaries. */
void contrast_markdown(const struct contrast *c, struct text *out);

/* RFC 4180, a row a test, numbers in full; empty when one cannot be had. */
void contrast_csv(const struct contrast *c, struct text *out);

/* A test case a test: a regression is a failure, undecided is skipped, with the reason. */
void contrast_junit(const struct contrast *c, struct text *out);

/* Workflow commands, one a regression or undecided test, at most 10 of each kind. */
void contrast_github(const struct contrast *c, struct text *out);

#endif
