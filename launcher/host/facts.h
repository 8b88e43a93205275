/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_FACTS_H
#define HOST_FACTS_H

/*
 * What kind of machine it was: rows for the results file, so that results from unlike
 * machines or settings are not compared in silence. Costs about 200 us: read it when
 * results are written, not before.
 */

#include <stdbool.h>

#include "../base/tree.h"
#include "../model/session.h"
#include "choose.h"

enum { FACTS_MAX = 24 };

/* Rows point into values: fill it in place, never copy it. */
struct facts {
	struct fact rows[FACTS_MAX];
	int count;
	char values[FACTS_MAX][160];
};

/*
 * cpu_model, microcode, machine, kernel, hostname, virtualisation, topology, cpus_online,
 * cpus_usable, cpus_isolated, cpus_nohz_full, cpu_kinds, cpu_kind (of the measured ones),
 * smt, governor (of the measured ones), turbo, clock_source, transparent_hugepages,
 * cgroups. A value that cannot be had is "unknown".
 */
void facts_read(const struct tree *t, const struct topology *topology,
		const struct given *g, const struct choice *c, struct facts *out);

/* The value of that name; "unknown" when there is no such row. */
const char *facts_get(const struct facts *facts, const char *name);

/*
 * False for a clock source that costs microseconds a reading instead of 20 ns (hpet,
 * acpi_pm, jiffies, refined-jiffies): short benchmarks then measure the clock.
 */
bool facts_is_clock_quick(const char *clock_source);

#endif
