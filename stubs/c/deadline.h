/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_DEADLINE_H
#define STUB_DEADLINE_H

/*
 * Ends a run in time: a timer whose signal stores 0 where the loop looks for its limit.
 * So nothing in the loop has to ask the clock. System calls of the body go on
 * (SA_RESTART), but those that sleep end early: a run that saw the signal is marked.
 * (A thread would disturb no sleep, but would make the program a threaded one, whose
 * malloc and stdio are slower.)
 */

#include <stdbool.h>
#include <stdint.h>

/* From now on for ns (0: no end). False: the kernel gave us no timer. */
bool deadline_set(int64_t ns, uint64_t *limit);

/* True when the time was over before this call. */
bool deadline_clear(void);

#endif
