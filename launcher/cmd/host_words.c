/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../model/environ.h"
#include "../model/seeds.h"
#include "host_look.h"

enum { WIDTH = 79, LABEL = 26 };

/* Where to cut what is longer than room: at the last blank, else behind the last comma.
 */
static size_t cut_of(const char *s, size_t room)
{
	size_t cut = room;

	while (cut && s[cut] != ' ')
		cut--;
	if (cut)
		return cut;
	for (cut = room; cut > 1 && s[cut - 1] != ',';)
		cut--;
	return cut > 1 ? cut : room;
}

/* Adds words in lines of WIDTH, each further one indented. */
static void fold(struct text *out, const char *s, size_t indent)
{
	size_t room = WIDTH - indent;

	while (strlen(s) > room) {
		size_t cut = cut_of(s, room);
		size_t end = cut;

		while (end && s[end - 1] == ' ')
			end--;
		text_add(out, s, end);
		text_printf(out, "\n%*s", (int)indent, "");
		s += cut;
		s += strspn(s, " ");
	}
	text_printf(out, "%s\n", s);
}

/* A long label has a line of its own. */
void host_row(struct text *out, const char *label, const char *format, ...)
{
	char value[1024];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(value, sizeof(value), format, args); /* may be cut */
	va_end(args);
	text_printf(out, "  %-*s", LABEL - 2, label);
	if (strlen(label) > LABEL - 4)
		text_printf(out, "\n%*s", LABEL, "");
	fold(out, value, LABEL);
}

/* A sentence "label: value" of the choice. */
static void step_row(struct text *out, const char *step)
{
	const char *value = strstr(step, ": ");
	char label[64];

	(void)snprintf(label, sizeof(label), "%.*s", value ? (int)(value - step) : 0,
		       step); /* short */
	host_row(out, label, "%s", value ? value + 2 : step);
}

static void choice(const struct host_look *h, struct text *out)
{
	const struct choice *c = &h->choice;
	char head[512];

	(void)snprintf(head, sizeof(head), "A benchmark gets %s (%d of %d): %s",
		       name_of(&c->measured).s, cpus_count(&c->measured),
		       cpus_count(&h->topology.online), c->why); /* fits */
	fold(out, head, 0);
	for (int i = 0; i < c->steps.n; i++)
		step_row(out, c->steps.line[i]);
}

/* What CPUs share, as "0,8  1,9  2,10": those where key() is equal. */
static void sets(const struct topology *t, int (*key)(const struct place *p), char *out,
		 size_t size)
{
	struct cpus left = t->online;
	size_t at = 0;
	int first;

	*out = '\0';
	while ((first = cpus_next(&left, -1)) >= 0) {
		struct cpus same = {0};
		struct list list;

		for (int cpu = first; cpu >= 0; cpu = cpus_next(&left, cpu))
			if (key(&t->at[cpu]) == key(&t->at[first]))
				cpus_add(&same, cpu);
		left = cpus_minus(&left, &same);
		list = list_of(&same);
		if (at + strlen(list.s) + 40 > size) {
			(void)snprintf(out + at, size - at,
				       " and more (--json)"); /* room was kept */
			return;
		}
		at +=
		    (size_t)snprintf(out + at, size - at, "%s%s", at ? "  " : "", list.s);
	}
}

static int core_of(const struct place *p)
{
	return p->core;
}

static int cache_of(const struct place *p)
{
	return p->l3;
}

static int node_of(const struct place *p)
{
	return p->node;
}

/* "cpu_core 0-11 (4700 to 4800, the fastest 4-5)": favoured cores are shown. */
static void kind_row(const struct topology *t, int kind, struct text *out)
{
	const struct kind *k = &t->kinds[kind];
	struct cpus top = {0};
	int low = 0;
	int high = 0;

	for (int cpu = -1; (cpu = cpus_next(&k->cpus, cpu)) >= 0;) {
		int speed = t->at[cpu].speed;

		if (speed > high)
			top = (struct cpus){0};
		if (speed >= high)
			cpus_add(&top, cpu);
		high = speed > high ? speed : high;
		low = !low || speed < low ? speed : low;
	}
	if (t->kind_count == 1 && low == high)
		host_row(out, "kinds of cores", "all alike (%s)", k->name);
	else if (low < high)
		host_row(out, kind ? "" : "kinds of cores",
		    "%s: %s (speed %d to %d, favoured: %s)", k->name, list_of(&k->cpus).s,
		    low, high, list_of(&top).s);
	else
		host_row(out, kind ? "" : "kinds of cores", "%s: %s", k->name,
		    list_of(&k->cpus).s);
}

static void layout(const struct host_look *h, struct text *out)
{
	const struct topology *t = &h->topology;
	char all[320];

	host_row(out, "layout", "%s", facts_get(&h->facts, "topology"));
	sets(t, core_of, all, sizeof(all));
	if (strpbrk(all, ",-"))
		host_row(out, "threads of one core", "%s", all);
	if (!t->is_guessed && t->at[cpus_next(&t->online, -1)].l3 >= 0) {
		sets(t, cache_of, all, sizeof(all));
		host_row(out, "sharing an L3 cache", "%s", all);
	}
	if (!t->is_guessed) {
		sets(t, node_of, all, sizeof(all));
		host_row(out, "on one memory node", "%s", all);
	}
	for (int i = 0; i < t->kind_count; i++)
		kind_row(t, i, out);
	if (!t->kind_count)
		host_row(out, "kinds of cores", "unknown");
}

static void machine(const struct host_look *h, struct text *out)
{
	static const struct {
		const char *label, *fact;
	} rows[] = {
	    {"processor", "cpu_model"},
	    {"microcode", "microcode"},
	    {"hyper-threading", "smt"},
	    {"virtualisation", "virtualisation"},
	    {"kernel", "kernel"},
	    {"clock source", "clock_source"},
	    {"governor", "governor"},
	    {"turbo", "turbo"},
	    {"huge pages", "transparent_hugepages"},
	    {"control groups", "cgroups"},
	};
	char unknown[200] = "";
	size_t at = 0;

	text_puts(out, "\nThe machine\n");
	layout(h, out);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *value = facts_get(&h->facts, rows[i].fact);

		if (strcmp(value, "unknown"))
			host_row(out, rows[i].label, "%s", value);
		else
			at += (size_t)snprintf(unknown + at, sizeof(unknown) - at, "%s%s",
					       at ? ", " : "", rows[i].label); /* fits */
	}
	if (at)
		host_row(out, "cannot be read", "%s", unknown);
}

static void entropy(const struct host_look *h, struct text *out)
{
	text_puts(out, "\nWhat differs from process to process by chance\n");
	if (h->is_layout_fixed)
		host_row(out, "address layout",
		    "still already: kernel.randomize_va_space is 0");
	else if (h->layout_errno)
		host_row(out, "address layout",
		    "cannot be fixed: %s (a container's seccomp profile forbids it?); "
		    "--entropy=sampled measures many layouts instead",
		    strerror(h->layout_errno));
	else
		host_row(out, "address layout", "can be fixed, for the benchmark alone");
	host_row(out, "hash seeds",
	    "can be fixed for Python and Perl; becalm host --seeds has the others");
	host_row(out, "environment size", "can be fixed: filled up to a multiple of %d KiB",
	    ENVIRON_BLOCK / 1024);
}

static void boot(const struct host_look *h, struct text *out)
{
	bool is_container =
	    strstr(facts_get(&h->facts, "virtualisation"), "container") != NULL;

	text_printf(out, "\nWhat boot options would add%s\n",
		    is_container ? " (to the host: this is a container)" : "");
	if (!h->boot_count)
		host_row(out, "nothing", "there is no other core for the rest of the system");
	for (int i = 0; i < h->boot_count; i++) {
		const struct boot *b = &h->boot[i];
		char option[240];

		(void)snprintf(option, sizeof(option), "%s=%s", b->option,
			       b->value); /* fits */
		if (b->is_in_force)
			host_row(out, b->option, "in force: %s", b->adds);
		else
			host_row(out, option, "%s", b->adds);
	}
}

void host_words(const struct host_look *h, struct text *out)
{
	host_holder_words(h, out);
	choice(h, out);
	machine(h, out);
	entropy(h, out);
	host_knob_words(h, out);
	boot(h, out);
}

void host_seed_words(struct text *out)
{
	text_puts(
	    out,
	    "Hash seeds that becalm fixes (--hash-seed N), and those that it cannot\n");
	for (const struct seed *s = seeds; s->language; s++) {
		char what[64];

		if (s->variable)
			(void)snprintf(what, sizeof(what), "%s=%s", s->variable,
				       s->value); /* fits */
		else
			strcpy(what, s->is_constant ? "constant" : "no switch");
		text_printf(out, *s->remark ? "  %-18s %-20s " : "  %-18s %s",
			    s->language, what);
		fold(out, s->remark, 42);
	}
}
