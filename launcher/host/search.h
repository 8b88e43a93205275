/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_SEARCH_H
#define HOST_SEARCH_H

/* The search for a number of cores that belong together: the rules alone, no words. */

#include <stdbool.h>

#include "topology.h"

struct search {
	const struct topology *topology;
	struct cpus usable; /* the siblings of a whole core are all in here */
	struct cpus from;   /* measured CPUs come from here */
	struct cpus taken;  /* by other sessions: their cores are left out */
	int cores;
};

enum span { SPAN_CACHE, SPAN_NODE, SPAN_MACHINE };

struct found {
	struct cpus cpus; /* one a core */
	bool uses_zero;	  /* had to take the core of CPU 0 */
	bool is_partial;  /* a sibling is not usable by us */
	int kind;	  /* -1: this machine tells of no kinds */
	enum span span;	  /* how far they are apart */
};

/*
 * Gives up, in this order, as little as it must: closeness (cache, node), the faster
 * kind, whole cores, and last the core of CPU 0. False: not so many cores of one kind.
 */
bool search_cores(const struct search *s, struct found *out);

/* How many cores a search without any of these wishes could give. */
int search_count(const struct search *s);

#endif
