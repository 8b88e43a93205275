/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_COUNTERS_H
#define STUB_COUNTERS_H

/*
 * What the processor and the kernel count during a run, for the thread that runs the
 * body, user mode only: one perf_event group, so that all cover the same time. They are
 * switched on before the clock is read and off after it, and cover the whole run, also
 * when the body starts and stops its timing. A counter that cannot be had has a reason,
 * never a 0.
 */

#include <stdbool.h>
#include <stdint.h>

enum counters_kind {
	COUNTERS_INSTRUCTIONS,
	COUNTERS_CYCLES,
	COUNTERS_FAULTS,
	COUNTERS_SWITCHES,
	COUNTERS_KINDS
};

/* Opens what can be had. is_wanted false: none, because the user said so. */
void counters_open(bool is_wanted);

/* NULL: it is there. */
const char *counters_missing(int kind);
const char *counters_name(int kind);

void counters_start(void);

/* Of a counter that is missing: -1. */
void counters_stop(int64_t out[COUNTERS_KINDS]);

#endif
