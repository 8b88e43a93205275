/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_JSON_H
#define STUB_JSON_H

/* Every run of every test as one JSON document; lengths in nanoseconds, null: missing. */

#include "bench.h"

/* Returns 0, or -1 after a sentence on stderr. */
int json_write(const struct bench *b, const char *path);

#endif
