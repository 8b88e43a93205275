/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_TOPOLOGY_H
#define HOST_TOPOLOGY_H

/*
 * Which CPUs the machine has and how they belong together: a plain value, read once.
 * hwloc finds cores, L3 caches and memory nodes; the kernel's own files say what
 * hwloc does not know (isolated, nohz_full, kinds of cores) or, on a fake root, what
 * it cannot read.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/cpus.h"
#include "../base/fail.h"
#include "../base/tree.h"

enum { KINDS_MAX = 8 };

/* Where one CPU sits. -1: not known. */
struct place {
	int16_t core;  /* the lowest online CPU of its core: equal for the threads of one
			  core */
	int16_t node;  /* of memory */
	int16_t l3;    /* the lowest CPU below the same L3 cache */
	int16_t kind;  /* index into kinds */
	int32_t speed; /* its cpu_capacity, else its highest clock in MHz; 0: not known */
};

/* Cores of one make: performance or efficiency, big or little. */
struct kind {
	struct cpus cpus;
	char name[40]; /* "cpu_core", "capacity 1024", "4800 MHz" */
};

struct topology {
	struct cpus possible, online;
	struct cpus isolated,
	    nohz_full;		      /* by boot option; may hold CPUs that are offline */
	struct place at[CPUS_MAX];    /* of online CPUs */
	struct kind kinds[KINDS_MAX]; /* the fastest first */
	int kind_count;		      /* 0: nothing on this machine tells */
	bool is_guessed; /* hwloc could not read it: each CPU counts as a core unless a
			    file says more */
};

/*
 * Reads the machine, or the fake one. Fails when its CPU lists are missing or malformed.
 * hwloc loads no plugins, never binds this process and sees none of our environment.
 */
int topology_load(const struct tree *t, struct topology *out, struct fail *f);

/*
 * The same for a session that wants one core and nothing else: where no core has two
 * threads and there is one memory node, nothing depends on what belongs together, and
 * hwloc, half a millisecond, is left out. Caches are then not known.
 */
int topology_load_for_one(const struct tree *t, struct topology *out, struct fail *f);

/* The online CPUs of the same core as 'cpu', itself included. */
struct cpus topology_core(const struct topology *t, int cpu);

/* The online CPUs of all the cores that 'set' touches. */
struct cpus topology_cores(const struct topology *t, const struct cpus *set);

#endif
