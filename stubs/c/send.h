/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_SEND_H
#define STUB_SEND_H

/* The records of a test for the launcher. Nothing happens when nobody listens. */

#include "bench.h"

void send_test(const struct bench *b, const struct bench_result *r);
void send_run(const struct bench_result *r, const struct measure_run *run,
	      bool is_warmup);

/* Writes a finite number in the C locale's form, whatever the locale is. Returns out. */
char *send_number(char *out, size_t size, double value);

#endif
