/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_RATES_H
#define STUB_RATES_H

/*
 * --suggest-rates: lines for the source that declare the rate which each test achieved,
 * rounded to two digits, so that later runs do the same number of iterations everywhere.
 */

#include "bench.h"

void rates_print(const struct bench *b);

/* The number as source text: 2.7e9, or 2'700'000'000 in C++; below 10 as 2.7, 0.27. */
char *rates_text(char *out, size_t size, double rate, bool is_cxx);

#endif
