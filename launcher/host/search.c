/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search.h"

/* The lowest CPU of each core that no other session uses. */
static struct cpus one_each(const struct search *s)
{
	struct cpus busy = topology_cores(s->topology, &s->taken);
	struct cpus free = cpus_minus(&s->from, &busy);
	struct cpus seen = {0};
	struct cpus out = {0};

	for (int cpu = -1; (cpu = cpus_next(&free, cpu)) >= 0;) {
		int core = s->topology->at[cpu].core;

		if (!cpus_has(&seen, core))
			cpus_add(&out, cpu);
		cpus_add(&seen, core);
	}
	return out;
}

static struct cpus without_zero(const struct search *s, const struct cpus *set)
{
	struct cpus zero = {{1}};
	struct cpus core = topology_cores(s->topology, &zero);

	core = cpus_or(&core, &zero);
	return cpus_minus(set, &core);
}

/* Those whose siblings we may keep idle, all of them. */
static struct cpus whole(const struct search *s, const struct cpus *set)
{
	struct cpus foreign = cpus_minus(&s->topology->online, &s->usable);
	struct cpus split = topology_cores(s->topology, &foreign);

	return cpus_minus(set, &split);
}

static bool is_near(const struct topology *t, int a, int b, enum span span)
{
	if (span == SPAN_MACHINE)
		return true;
	if (t->at[a].node != t->at[b].node)
		return false;
	return span == SPAN_NODE || t->at[a].l3 == t->at[b].l3;
}

/* The lowest s->cores members of 'set' that are near each other. */
static bool cluster(const struct search *s, struct cpus set, enum span span,
		    struct cpus *out)
{
	for (int first; (first = cpus_next(&set, -1)) >= 0;) {
		struct cpus near = {0};
		struct cpus picked = {0};
		int n = 0;

		for (int cpu = first; cpu >= 0; cpu = cpus_next(&set, cpu))
			if (is_near(s->topology, first, cpu, span)) {
				cpus_add(&near, cpu);
				if (n++ < s->cores)
					cpus_add(&picked, cpu);
			}
		if (n >= s->cores) {
			*out = picked;
			return true;
		}
		set = cpus_minus(&set, &near);
	}
	return false;
}

/* The fastest kind that has enough, as close together as it can be. */
static bool one_kind(const struct search *s, const struct cpus *set, struct found *out)
{
	const struct topology *t = s->topology;
	int kinds = t->kind_count ? t->kind_count : 1;

	for (int kind = 0; kind < kinds; kind++) {
		struct cpus alike =
		    t->kind_count ? cpus_and(set, &t->kinds[kind].cpus) : *set;

		for (int span = SPAN_CACHE; span <= SPAN_MACHINE; span++) {
			if (!cluster(s, alike, (enum span)span, &out->cpus))
				continue;
			out->kind = t->kind_count ? kind : -1;
			out->span = (enum span)span;
			return true;
		}
	}
	return false;
}

bool search_cores(const struct search *s, struct found *out)
{
	struct cpus all = one_each(s);

	for (int uses_zero = 0; uses_zero < 2; uses_zero++)
		for (int is_partial = 0; is_partial < 2; is_partial++) {
			struct cpus set = uses_zero ? all : without_zero(s, &all);

			if (!is_partial)
				set = whole(s, &set);
			if (!one_kind(s, &set, out))
				continue;
			out->uses_zero = uses_zero;
			out->is_partial = is_partial;
			return true;
		}
	return false;
}

int search_count(const struct search *s)
{
	struct cpus all = one_each(s);

	return cpus_count(&all);
}
