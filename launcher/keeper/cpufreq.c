/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpufreq.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"

bool cpufreq_offers(const struct tree *t, const char *path, const char *word)
{
	char list[1024];
	size_t n = strlen(word);

	if (!tree_peek(t, path, list, sizeof(list)))
		return true;
	for (const char *s = list; *s; s += strcspn(s, " \n")) {
		s += strspn(s, " \n");
		if (!strncmp(s, word, n) && (!s[n] || strchr(" \n", s[n])))
			return true;
	}
	return false;
}

/* "0 1 4": blanks between, unlike the lists elsewhere. */
static bool has_cage_cpu(const struct machine *m, const char *policy)
{
	char path[256], list[8192];
	char *s = list;

	(void)snprintf(path, sizeof(path), "%s/affected_cpus", policy); /* fits */
	if (!tree_peek(&m->root, path, list, sizeof(list)) || !*list)
		return false;
	while (*s) {
		char *end;
		long cpu = strtol(s, &end, 10);

		if (end == s)
			break;
		if (cpu >= 0 && cpu < CPUS_MAX && cpus_has(&m->cage, (int)cpu))
			return true;
		s = end;
	}
	return false;
}

struct numbers {
	struct cpus found;
	int n;
};

static int note_policy(const char *name, void *data)
{
	struct numbers *all = data;
	char *end;
	long n;

	if (strncmp(name, "policy", 6) != 0 || name[6] < '0' || name[6] > '9')
		return 0;
	n = strtol(name + 6, &end, 10);
	if (*end || n < 0 || n >= CPUS_MAX)
		return 0;
	cpus_add(&all->found, (int)n);
	all->n++;
	return 0;
}

int cpufreq_each(struct want *w, bool is_all,
		 int (*each)(struct want *w, const char *policy, struct fail *why),
		 struct fail *why)
{
	struct numbers all = { .n = 0 };
	int used = 0;

	(void)tree_list(&w->m->root, CPUFREQ, note_policy, &all); /* none: told below */
	if (!all.n)
		return fail_set(why, FAIL_HOST,
				"no clock driver (a virtual machine, or the firmware keeps the clock to itself)");
	for (int i = cpus_next(&all.found, -1); i >= 0; i = cpus_next(&all.found, i)) {
		char policy[128];

		(void)snprintf(policy, sizeof(policy), CPUFREQ "policy%d", i); /* fits */
		if (!is_all && !has_cage_cpu(w->m, policy))
			continue;
		used++;
		if (each(w, policy, why))
			return -1;
	}
	if (!used)
		return fail_set(why, FAIL_HOST, "no clock driver for the measured CPUs");
	return 0;
}
