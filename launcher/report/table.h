/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "../base/text.h"
#include "look.h"
#include "rows.h"

/*
 * Several tests as a table, a row a test: median, interval, min, max, MAD and, where there
 * is room, the processes in their order. Indented by two columns.
 */
void table_add(const struct rows *rows, const struct look *l, struct text *out);

#endif
