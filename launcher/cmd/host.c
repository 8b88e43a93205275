/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * becalm host: which CPUs a benchmark would get here and why, what can be fixed, and
 * what would have to be changed at boot. Looks only; claims and changes nothing.
 */

#include <stdio.h>
#include <stdlib.h>

#include "../base/opt.h"
#include "../host/layout.h"
#include "../model/record.h"
#include "command.h"
#include "host_look.h"

struct host_options {
	struct wish wish;
	const char *root;
	bool wants_seeds, wants_json, wants_help;
};

static int choose_cpus(struct host_look *h, const struct host_options *o, struct fail *f)
{
	struct cpus taken = claims_seen(&h->tree);
	struct wish wish = o->wish;

	wish.is_nested = !h->tree.is_fake && getenv("BECALM_PIPE");
	if (wish.is_nested)
		taken = (struct cpus){0};
	if (topology_load(&h->tree, &h->topology, f) ||
	    given_read(&h->tree, &h->given, f))
		return -1;
	return choose(&h->topology, &h->given, &wish, &taken, &h->choice, f);
}

static void collect_remarks(struct host_look *h)
{
	const char *clock = facts_get(&h->facts, "clock_source");

	h->remarks = h->choice.remarks;
	if (!facts_is_clock_quick(clock))
		sentences_add(&h->remarks,
			      "the clock source is %s: each reading costs about a "
			      "microsecond, which "
			      "short benchmarks notice",
			      clock);
}

static int look(struct host_look *h, const struct host_options *o, struct fail *f)
{
	long long randomize;

	if (choose_cpus(h, o, f))
		return -1;
	facts_read(&h->tree, &h->topology, &h->given, &h->choice, &h->facts);
	h->boot_count = boot_rows(&h->tree, &h->topology, &h->choice, h->boot);
	h->is_layout_fixed =
	    tree_number(&h->tree, "proc/sys/kernel/randomize_va_space", &randomize) &&
	    !randomize;
	h->layout_errno = layout_try();
	collect_remarks(h);
	host_knobs_look(h, o->root);
	return 0;
}

/* Results to stdout, remarks to stderr. */
static void show(const struct host_look *h, const struct host_options *o)
{
	owns_text struct text out = {0};

	if (o->wants_json)
		host_json(h, &out);
	else
		host_words(h, &out);
	(void)fputs(text_of(&out), stdout); /* main looks at its state */
	(void)fflush(stdout);		    /* likewise; before the remarks */
	for (int i = 0; i < h->remarks.n; i++)
		(void)fprintf(stderr, "becalm: %s\n", h->remarks.line[i]);
}

static void show_seeds(const struct host_options *o)
{
	owns_text struct text out = {0};

	if (o->wants_json)
		host_seed_json(&out);
	else
		host_seed_words(&out);
	(void)fputs(text_of(&out), stdout); /* main looks at its state */
}

static void show_help(const struct opt *rows)
{
	owns_text struct text out = {0};

	text_puts(&out,
		  "usage: becalm host [OPTION]...\n"
		  "What this machine can hold still for a benchmark, and what not.\n");
	opt_help(rows, &out);
	(void)fputs(text_of(&out), stdout); /* main looks at its state */
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	struct host_options o = {0};
	const struct opt rows[] = {
	    {0, NULL, NULL, "What to look at", NULL, NULL},
	    {0, "cpus", "LIST", "as if these CPUs had been asked for", opt_text,
	     &o.wish.cpus},
	    {0, "cores", "N", "as if that many cores had been asked for", opt_count,
	     &o.wish.cores},
	    {0, "root", "DIR", "a folder that is made like a host, instead of this one",
	     opt_text, &o.root},
	    {0, NULL, NULL, "Output", NULL, NULL},
	    {0, "seeds", NULL, "which variable fixes the hash seed of which language",
	     opt_flag, &o.wants_seeds},
	    {0, "json", NULL, "one JSON object", opt_flag, &o.wants_json},
	    {'h', "help", NULL, "this text", opt_flag, &o.wants_help},
	    {0, NULL, NULL, NULL, NULL, NULL},
	};
	static struct host_look h; /* 100 KiB, and zero */
	int operand;
	int rc;

	(void)end; /* 0, or what a failure makes of it */
	if (opt_parse(rows, argc, argv, &operand, f))
		return -1;
	if (operand < argc)
		return fail_set(f, FAIL_USAGE,
				"host takes no arguments (--help shows its options)");
	if (o.wants_help)
		return show_help(rows), 0;
	if (o.wants_seeds)
		return show_seeds(&o), 0;
	if (tree_open(&h.tree, o.root, f))
		return -1;
	rc = look(&h, &o, f);
	if (!rc)
		show(&h, &o);
	keeper_stop(&h.keeper);
	tree_close(&h.tree);
	return rc;
}

const struct command command_host = {
    .name = "host",
    .summary = "what this machine can hold still, and what not",
    .run = run,
};
