/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_CLOCK_H
#define STUB_CLOCK_H

/* CLOCK_MONOTONIC, and what asking it costs. */

#include <stdbool.h>
#include <stdint.h>

int64_t clock_now_ns(void);

/* The cost of one read: the best of a few short series. Takes about 3 us. */
double clock_cost_ns(void);

/* False: every read is a system call, ten times as long. Takes about 10 us. */
bool clock_is_vdso(void);

/* The cost of an empty start/stop pair: the part that lies inside, and all of it. */
struct clock_pair {
	double inside_ns, whole_ns;
};

struct clock_pair clock_pair_cost(void);

#endif
