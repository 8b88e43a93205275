/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "boot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_within(const struct cpus *set, const struct cpus *all)
{
	struct cpus rest = cpus_minus(set, all);

	return cpus_is_empty(&rest);
}

/* The kernel's bit mask, "ff" or "00000000,000000ff", the lowest CPU last. */
static struct cpus parse_mask(const char *mask)
{
	struct cpus out = {0};
	int bit = 0;

	for (size_t i = strlen(mask); i-- > 0;) {
		char digit[2] = {mask[i], '\0'};
		unsigned long n = strtoul(digit, NULL, 16);

		if (mask[i] == ',')
			continue;
		for (int k = 0; k < 4 && bit + k < CPUS_MAX; k++)
			if (n >> k & 1)
				cpus_add(&out, bit + k);
		bit += 4;
	}
	return out;
}

/* Where new interrupts go; irqaffinity= sets it, and nothing says by whom it was set. */
static bool is_spared_by_interrupts(const struct tree *tree, const struct cpus *cores)
{
	char mask[2048];
	struct cpus all;

	if (!tree_peek(tree, "proc/irq/default_smp_affinity", mask, sizeof(mask)))
		return false;
	all = parse_mask(mask);
	return !cpus_is_empty(&all) && !cpus_overlap(&all, cores);
}

/* What to write: those that have it now, and these. */
static void add_row(struct boot *row, const char *option, const char *flags,
		    const struct cpus *cores, const struct cpus *now, const char *adds)
{
	struct cpus all = cpus_or(cores, now);

	*row = (struct boot){
	    .option = option, .is_in_force = is_within(cores, now), .adds = adds};
	(void)snprintf(row->value, sizeof(row->value), "%s%s", flags,
		       list_of(&all).s); /* fits */
}

int boot_rows(const struct tree *tree, const struct topology *t, const struct choice *c,
	      struct boot out[BOOT_MAX])
{
	struct cpus cores = topology_cores(t, &c->measured);
	struct cpus quiet = cpus_or(&cores, &t->isolated);
	struct cpus rest = cpus_minus(&t->online, &quiet);
	char cmdline[4096] = "";

	if (cpus_is_empty(&rest))
		return 0;
	(void)tree_peek(tree, "proc/cmdline", cmdline,
			sizeof(cmdline)); /* a hint, no more */
	add_row(&out[0], "isolcpus", "managed_irq,domain,", &cores, &t->isolated,
		"no other task is put there, and no interrupt that a driver spreads");
	add_row(&out[1], "nohz_full", "", &cores, &t->nohz_full,
		"no timer tick while one task runs (100 to 1000 a second otherwise)");
	add_row(&out[2], "rcu_nocbs", "", &cores, &t->nohz_full,
		"the kernel's deferred work runs elsewhere (nohz_full implies it)");
	out[2].is_in_force |= strstr(cmdline, "rcu_nocbs=") != NULL;
	out[3] = (struct boot){
	    .option = "irqaffinity",
	    .is_in_force = is_spared_by_interrupts(tree, &cores),
	    .adds = "device interrupts go to the other CPUs from the start",
	};
	(void)snprintf(out[3].value, sizeof(out[3].value), "%s",
		       list_of(&rest).s); /* fits */
	return BOOT_MAX;
}
