/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_DEADLINE_H
#define STUB_DEADLINE_H

/*
 * Ends a run in time: a timer whose signal stores 0 where the loop looks for its limit.
 * So nothing in the loop has to ask the clock, and a body that never returns to us is
 * not disturbed. (A thread would do the same, but would make the program a threaded
 * one, whose malloc and stdio are slower.)
 */

#include <stdbool.h>
#include <stdint.h>

/* From now on for ns (0: no end). False: the kernel gave us no timer. */
bool deadline_set(int64_t ns, uint64_t *limit);

/* True when the time was over before this call. */
bool deadline_clear(void);

#endif
