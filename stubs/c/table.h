/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_TABLE_H
#define STUB_TABLE_H

/* The results for people: what is in force, a row as each test ends, Markdown. */

#include "bench.h"

/* width: the longest name's. */
void table_head(const struct bench *b, int width);
void table_row(const struct bench *b, const struct bench_result *r, int width);

/* Returns 0, or -1 after a sentence on stderr. */
int table_markdown(const struct bench *b, const char *path);

/* stdout for "-"; NULL after a sentence on stderr. */
void *table_open(const char *path);
int table_close(void *file, const char *path);

#endif
