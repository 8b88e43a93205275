/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "choose.h"

#include <stdio.h>
#include <string.h>

#include "search.h"

#define step(d, ...)   sentences_add(&(d)->c.steps, __VA_ARGS__)
#define remark(d, ...) sentences_add(&(d)->c.remarks, __VA_ARGS__)

/* What is being decided, and what was found out so far. */
struct desk {
	const struct topology *t;
	const struct given *g;
	const struct wish *w;
	struct cpus taken;
	struct cpus usable;   /* online, and in our group */
	struct cpus isolated; /* of these */
	struct cpus ordinary; /* of these, not isolated and in our mask */
	struct choice c;
};

struct limit {
	char s[256];
};

/* "cpuset group '/pod' allows 2-5", for a message about a CPU that is not in it. */
static struct limit limit(const struct desk *d)
{
	struct cpus group = cpus_and(&d->g->group, &d->t->possible);
	struct limit out;
	char name[80];

	if (d->w->is_nested)
		(void)snprintf(out.s, sizeof(out.s), "the becalm around this one has %s",
			       list_of(&d->usable).s); /* may be cut */
	else
		(void)snprintf(out.s, sizeof(out.s), "cpuset group '%s' allows %s",
			       fail_quote(name, sizeof(name), d->g->name),
			       list_of(&group).s); /* may be cut */
	return out;
}

static void look_at_limits(struct desk *d)
{
	const struct topology *t = d->t;
	struct cpus rest = cpus_minus(&t->online, &d->g->group);
	struct cpus unbound = cpus_minus(&d->usable, &d->g->affinity);
	struct cpus mask = cpus_and(&d->g->affinity, &t->possible);

	if (cpus_equal(&t->online, &t->possible))
		step(d, "online: %s", list_of(&t->online).s);
	else
		step(d, "online: %s of %s", list_of(&t->online).s,
		     list_of(&t->possible).s);
	if (d->w->is_nested || !cpus_is_empty(&rest))
		step(d, "given: %s; %s", list_of(&d->usable).s, limit(d).s);
	else
		step(d, "given: all of them");
	if (!cpus_is_empty(&unbound))
		step(d, "our affinity mask: %s", list_of(&mask).s);
}

static void look_at_isolation(struct desk *d)
{
	struct cpus all = cpus_or(&d->t->isolated, &d->g->isolated);
	struct cpus offline = cpus_minus(&all, &d->t->online);
	struct cpus tickless = cpus_and(&d->isolated, &d->t->nohz_full);

	if (cpus_is_empty(&d->isolated))
		step(d, "isolated by the host: none%s",
		     cpus_is_empty(&all) ? "" : " of those we may use");
	else
		step(d, "isolated by the host: %s%s%s", list_of(&d->isolated).s,
		     cpus_is_empty(&tickless) ? "" : ", without timer tick: ",
		     list_of(&tickless).s);
	if (!cpus_is_empty(&offline))
		remark(d, "isolated but offline, left out: %s", name_of(&offline).s);
	if (d->t->is_guessed)
		remark(d, "the layout of cores, caches and nodes cannot be read here");
}

static int look(struct desk *d, struct fail *f)
{
	struct cpus isolated = cpus_or(&d->t->isolated, &d->g->isolated);

	d->usable = cpus_and(&d->t->online, &d->g->group);
	if (d->w->is_nested)
		d->usable = cpus_and(&d->usable, &d->g->affinity);
	d->isolated = cpus_and(&d->usable, &isolated);
	d->ordinary = cpus_minus(&d->usable, &isolated);
	d->ordinary = cpus_and(&d->ordinary, &d->g->affinity);
	d->c.usable = cpus_or(&d->isolated, &d->ordinary);
	look_at_limits(d);
	look_at_isolation(d);
	if (cpus_is_empty(&d->c.usable))
		return fail_set(f, FAIL_HOST, "no CPU to run on: online %s; %s",
				list_of(&d->t->online).s, limit(d).s);
	return 0;
}

/* --cpus: every one of them, or none. */
static int take_listed(struct desk *d, struct fail *f)
{
	const struct topology *t = d->t;
	struct cpus listed;
	struct cpus rest;
	char shown[60];

	if (cpus_parse(d->w->cpus, "--cpus", &listed, f))
		return -1;
	fail_quote(shown, sizeof(shown), d->w->cpus);
	rest = cpus_minus(&listed, &t->possible);
	if (!cpus_is_empty(&rest))
		return fail_set(f, FAIL_USAGE,
				"--cpus %s: no such CPU: %s (this machine has %s)", shown,
				list_of(&rest).s, list_of(&t->possible).s);
	rest = cpus_minus(&listed, &t->online);
	if (!cpus_is_empty(&rest))
		return fail_set(f, FAIL_USAGE, "--cpus %s: offline: %s (online are %s)",
				shown, list_of(&rest).s, list_of(&t->online).s);
	rest = cpus_minus(&listed, &d->usable);
	if (!cpus_is_empty(&rest))
		return fail_set(f, FAIL_USAGE, "--cpus %s: not ours to use: %s (%s)",
				shown, list_of(&rest).s, limit(d).s);
	d->c.measured = listed;
	step(d, "taken: %s, asked for by --cpus", list_of(&listed).s);
	(void)snprintf(d->c.why, sizeof(d->c.why), "asked for by --cpus"); /* fits */
	return 0;
}

/* Why the search found nothing, though no other session is in the way. */
static int refuse(const struct desk *d, const struct search *last, struct fail *f)
{
	struct limit limits = limit(d);
	int n = search_count(last);

	if (n >= last->cores)
		return fail_set(
		    f, FAIL_USAGE,
		    "--cores %d: no kind of core has so many; --cpus LIST may mix kinds",
		    last->cores);
	if (!cpus_is_empty(&d->isolated))
		return fail_set(f, FAIL_USAGE,
				"--cores %d: only %d are isolated by the host (CPUs %s); "
				"--cpus LIST takes any",
				last->cores, n, list_of(&d->isolated).s);
	if (!cpus_equal(&d->ordinary, &d->usable))
		(void)snprintf(limits.s, sizeof(limits.s), "our affinity mask allows %s",
			       list_of(&d->ordinary).s); /* may be cut */
	return fail_set(
	    f, FAIL_USAGE, "--cores %d: only %d can be had (%s)", last->cores, n,
	    cpus_equal(&d->ordinary, &d->t->online) ? "all that is online" : limits.s);
}

/*
 * Isolated CPUs without a tick, else isolated ones; ordinary ones where there is none,
 * and for several: the kernel does not spread threads over isolated CPUs, so that a
 * parallel program would run on one of them. But CPU 0 is not taken for that.
 */
static bool search_pools(const struct desk *d, struct search *s, struct found *out)
{
	bool is_alone = cpus_is_empty(&d->isolated);

	s->from = d->ordinary;
	if (is_alone)
		return search_cores(s, out);
	if (s->cores > 1 && search_cores(s, out) && !out->uses_zero)
		return true;
	s->from = cpus_and(&d->isolated, &d->t->nohz_full);
	if (search_cores(s, out))
		return true;
	s->from = d->isolated;
	return search_cores(s, out);
}

/* Alone on ordinary CPUs rather than in company on isolated ones. */
static bool search_free(struct desk *d, struct search *s, struct found *out)
{
	if (search_pools(d, s, out))
		return true;
	s->from = d->ordinary;
	if (cpus_is_empty(&d->isolated) || !search_cores(s, out))
		return false;
	remark(
	    d,
	    "other sessions of becalm use the isolated CPUs (%s); these are not isolated",
	    list_of(&d->isolated).s);
	return true;
}

static void explain_kind(struct desk *d, const struct found *found)
{
	const struct topology *t = d->t;

	if (found->kind < 0) {
		step(d, "kinds of cores: unknown");
		return;
	}
	if (t->kind_count > 1)
		step(d, "kind of core: %s (%s), number %d of %d in speed",
		     t->kinds[found->kind].name, list_of(&t->kinds[found->kind].cpus).s,
		     found->kind + 1, t->kind_count);
	if (found->kind > 0)
		remark(d, "not the fastest kind of core: %s (%s) cannot be had",
		       t->kinds[0].name, list_of(&t->kinds[0].cpus).s);
}

static void explain_place(struct desk *d, const struct search *s,
			  const struct found *found)
{
	static const char *const spans[] = {"below one L3 cache", "on one memory node",
					    "on several memory nodes"};
	struct cpus zero = {{1}};

	zero = topology_cores(d->t, &zero);
	if (found->uses_zero)
		remark(d, "CPU 0's core is taken, where the kernel has work of its own: "
			  "no other is left");
	else if (cpus_overlap(&zero, &s->from))
		step(d, "left to the kernel: %s, where it has work of its own",
		     list_of(&zero).s);
	if (s->cores == 1 || d->t->at[cpus_next(&found->cpus, -1)].l3 < 0)
		return;
	step(d, "closeness: %d cores %s", s->cores, spans[found->span]);
	if (found->span != SPAN_CACHE)
		remark(d, "the CPUs are %s: no %d cores are closer",
		       found->span == SPAN_NODE ? "below several L3 caches"
						: spans[SPAN_MACHINE],
		       s->cores);
}

static void explain(struct desk *d, const struct search *s, const struct found *found)
{
	bool is_isolated = cpus_overlap(&found->cpus, &d->isolated);
	bool is_tickless = cpus_overlap(&s->from, &d->t->nohz_full) && is_isolated;
	struct cpus ticking = cpus_minus(&found->cpus, &d->t->nohz_full);

	explain_kind(d, found);
	explain_place(d, s, found);
	step(d, "taken: %s, the lowest that %s", list_of(&found->cpus).s,
	     s->cores == 1 ? "fits" : "fit");
	(void)snprintf(
	    d->c.why, sizeof(d->c.why), "%s%s, %s%s%s",
	    is_isolated ? "isolated by the host" : "not isolated",
	    is_tickless && cpus_is_empty(&ticking) ? ", without timer tick" : "",
	    found->is_partial ? "part of a core" : "whole core",
	    d->t->kind_count > 1 ? ", kind " : "",
	    d->t->kind_count > 1 ? d->t->kinds[found->kind].name : ""); /* fits */
}

static int take_found(struct desk *d, struct fail *f)
{
	int64_t cores = d->w->cores ? d->w->cores : 1;
	struct search s = {.topology = d->t, .usable = d->usable};
	struct found found;

	s.cores = cores > CPUS_MAX ? CPUS_MAX : (int)cores;
	if (!search_pools(d, &s, &found))
		return refuse(d, &s, f);
	if (cpus_overlap(&d->taken, &d->usable)) {
		s.taken = d->taken;
		step(d, "other sessions use: %s", list_of(&s.taken).s);
		if (!search_free(d, &s, &found)) {
			s.taken = (struct cpus){0};
			(void)search_pools(d, &s, &found); /* as it did above */
		}
	}
	explain(d, &s, &found);
	d->c.measured = found.cpus;
	return 0;
}

static void remark_siblings(struct desk *d)
{
	struct choice *c = &d->c;
	struct cpus cores = topology_cores(d->t, &c->measured);
	struct cpus foreign = cpus_minus(&cores, &d->usable);
	struct cpus open = cpus_minus(&c->reserved, &d->isolated);

	if (!cpus_is_empty(&c->reserved))
		step(d, "kept idle: %s, the other half of the core", list_of(&c->reserved).s);
	if (!cpus_is_empty(&foreign))
		remark(d, "not ours, so that others may use it: %s, the other half of the core",
		       name_of(&foreign).s);
	if (c->is_isolated && !cpus_is_empty(&open))
		remark(d, "not isolated: %s, the other half of the core", name_of(&open).s);
}

/* Several isolated CPUs, or none of them because of that. */
static void remark_spreading(struct desk *d)
{
	struct cpus isolated = cpus_and(&d->c.measured, &d->isolated);

	if (cpus_count(&isolated) > 1)
		remark(d,
		       "the kernel does not spread threads over isolated CPUs (%s): they "
		       "stay on one, unless the program binds them",
		       list_of(&isolated).s);
	else if (cpus_is_empty(&isolated) && d->w->cores > 1 && !cpus_is_empty(&d->isolated))
		remark(d,
		       "not isolated, because the kernel does not spread threads over "
		       "isolated CPUs (%s); --cpus takes them",
		       list_of(&d->isolated).s);
}

/* What only a typed list can do. */
static void remark_list(struct desk *d)
{
	const struct topology *t = d->t;
	struct choice *c = &d->c;
	struct cpus seen = {0};

	for (int cpu = -1; (cpu = cpus_next(&c->measured, cpu)) >= 0;) {
		struct cpus core = topology_core(t, cpu);
		struct cpus both = cpus_and(&core, &c->measured);

		if (!cpus_has(&seen, cpu) && cpus_count(&both) > 1)
			remark(d, "%s are threads of one core: each slows the other",
			       name_of(&both).s);
		seen = cpus_or(&seen, &both);
	}
	if (cpus_has(&c->measured, 0))
		remark(d, "CPU 0 is among them, where the kernel has work of its own");
	if (t->kind_count > 1 && c->kind < 0)
		remark(d, "warning: unlike kinds of cores are mixed: results depend on "
			  "where they ran");
}

static void describe(struct desk *d)
{
	struct choice *c = &d->c;
	int first = cpus_next(&c->measured, -1);
	struct cpus ordinary = cpus_minus(&c->measured, &d->isolated);
	struct cpus busy = topology_cores(d->t, &d->taken);

	c->is_isolated = cpus_is_empty(&ordinary);
	c->kind = d->t->at[first].kind;
	c->node = d->t->at[first].node;
	for (int cpu = first; cpu >= 0; cpu = cpus_next(&c->measured, cpu)) {
		if (d->t->at[cpu].kind != c->kind)
			c->kind = -1;
		if (d->t->at[cpu].node != c->node)
			c->node = -1;
	}
	c->is_shared = cpus_overlap(&c->measured, &busy);
	if (c->is_shared)
		remark(d, "shared: another session of becalm measures on %s as well",
		       name_of(&c->measured).s);
}

/* The launcher's CPUs: the first of these sets that is not empty. */
static void place_launcher(struct desk *d)
{
	struct choice *c = &d->c;
	struct cpus cores = topology_cores(d->t, &c->measured);
	struct cpus busy = topology_cores(d->t, &d->taken);
	struct cpus rest = cpus_minus(&d->ordinary, &cores);
	struct cpus isolated = cpus_minus(&d->isolated, &cores);
	struct cpus others = cpus_minus(&cores, &c->measured);
	struct cpus sets[] = {cpus_minus(&rest, &busy), rest, isolated,
			      cpus_and(&others, &c->usable), c->measured};
	size_t i = 0;

	while (cpus_is_empty(&sets[i]))
		i++;
	c->launcher = sets[i];
	c->is_launcher_shared = i == 4;
	c->reserved = cpus_and(&others, &d->usable);
	c->reserved = cpus_minus(&c->reserved, &c->launcher);
	if (i == 3)
		remark(d, "the launcher runs on %s, the other half of the core: no other",
		       name_of(&c->launcher).s);
	if (i == 4)
		remark(d, "the launcher runs on the measured %s too: there is no other",
		       name_of(&c->launcher).s);
}

int choose(const struct topology *t, const struct given *g, const struct wish *w,
	   const struct cpus *taken, struct choice *out, struct fail *f)
{
	struct desk d = {.t = t, .g = g, .w = w};

	if (taken)
		d.taken = *taken;
	if (w->cpus && w->cores)
		return fail_set(f, FAIL_USAGE, "--cpus and --cores exclude each other");
	if (look(&d, f) || (w->cpus ? take_listed(&d, f) : take_found(&d, f)))
		return -1;
	describe(&d);
	if (w->cpus)
		remark_list(&d);
	remark_spreading(&d);
	place_launcher(&d);
	remark_siblings(&d);
	step(&d, "becalm itself runs on: %s", list_of(&d.c.launcher).s);
	*out = d.c;
	return 0;
}
