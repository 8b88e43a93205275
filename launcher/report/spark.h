/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_SPARK_H
#define REPORT_SPARK_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/text.h"

/*
 * Adds a line of at most 'width' characters that shows x[0 ... n-1] in their order, from
 * the smallest value to the largest. More values than characters: each character stands
 * for several neighbours and shows the largest, so that a single slow process is seen.
 * Values that are all equal are a flat line. In ASCII: "_.-=*#".
 */
void spark_add(const double *x, size_t n, size_t width, bool is_utf8, struct text *out);

#endif
