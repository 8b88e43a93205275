/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_CHOOSE_H
#define HOST_CHOOSE_H

/*
 * Which CPUs the benchmark gets. Isolated CPUs first; never outside of what we were
 * given; CPU 0 and the other half of its core last; whole cores, of one kind, below
 * one L3 cache and node; the lowest that fits, so that two sessions to be compared get
 * the same. Every step is kept as a sentence.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/cpus.h"
#include "../base/fail.h"
#include "claim.h"
#include "given.h"
#include "sentences.h"
#include "topology.h"

struct wish {
	const char *cpus; /* list as typed, or NULL */
	int64_t cores;	  /* 0: one */
	bool is_nested; /* a becalm within a becalm: only the CPUs that it has, no claims
			 */
};

struct choice {
	struct cpus measured;	 /* one CPU a core, unless a list was typed */
	struct cpus reserved;	 /* the other threads of these cores, to be kept idle */
	struct cpus launcher;	 /* becalm's own: the rest, or what it has to share */
	struct cpus usable;	 /* what could have been chosen at all */
	bool is_isolated;	 /* every measured CPU is isolated by the host */
	bool is_shared;		 /* another session of becalm measures on one of them */
	bool is_launcher_shared; /* becalm runs on a measured CPU: there is no other */
	int kind;      /* index into the topology's kinds; -1: not known or mixed */
	int node;      /* of memory; -1: not known or several */
	char why[240]; /* "isolated by the host, whole core" */
	struct sentences steps;	  /* how it came to that */
	struct sentences remarks; /* what the user should know */
};

/*
 * 'taken' are CPUs that other sessions measure on; NULL: none. Fails with a sentence
 * that names the CPUs or the limit when the wish cannot be had; never takes less.
 */
int choose(const struct topology *t, const struct given *g, const struct wish *w,
	   const struct cpus *taken, struct choice *out, struct fail *f);

/*
 * Chooses and claims, again and again until the claim holds. When every fitting core is
 * taken, the choice is shared and says so. The claims last until claims_drop() or
 * the end of the process. Not for fake roots: use choose().
 */
int choose_and_claim(const struct topology *t, const struct given *g,
		     const struct wish *w, struct choice *out, struct claims *claims,
		     struct fail *f);

#endif
