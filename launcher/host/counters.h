/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_COUNTERS_H
#define HOST_COUNTERS_H

/*
 * What the kernel counts on the measured CPUs, read between invocations: the caller
 * reads twice and takes the difference. UNKNOWN where it cannot be had. Reading costs
 * about 100 us on a small machine, more on a large one.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/cpus.h"
#include "../base/tree.h"
#include "../model/record.h"

struct counters {
	int64_t interrupts; /* of all kinds, timer ticks too, summed over the CPUs */
	int64_t steal_ns;   /* taken by the hypervisor, summed over the CPUs */
	int64_t throttled;  /* times that heat slowed a core or package down */
	int64_t slept_ns;   /* CLOCK_BOOTTIME - CLOCK_MONOTONIC: grows when the machine
			       sleeps */
	char clock[32];	    /* the kernel's clock source; "unknown" */
	struct cpus online;
};

void counters_read(const struct tree *t, const struct cpus *of, struct counters *out);

/* The file that counters_online() reads, opened once because that costs most; or -1. */
int counters_open_online(const struct tree *t);

/* The CPUs that are online now, in a microsecond or two; false when that cannot be read. */
bool counters_online(int fd, struct cpus *out);

/*
 * What happened between two readings; clock and online are those of 'after'. A counter
 * that went down (reset, or a CPU that came back) is UNKNOWN; interrupts, which wrap at
 * 2^32 in the kernel, are mended.
 */
struct counters counters_since(const struct counters *before,
			       const struct counters *after);

/* The parsers, for their tests: fd is read from where it stands to its end. */
int64_t counters_interrupts(int fd, const struct cpus *of);
int64_t counters_steal_ns(int fd, const struct cpus *of, long ticks_per_second);

#endif
