/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kinds.h"

#include <stdio.h>
#include <string.h>

#define CPU "sys/devices/system/cpu/cpu%d/"

static void add_kind(struct topology *t, const struct cpus *cpus, const char *name)
{
	struct kind *k = &t->kinds[t->kind_count];

	k->cpus = cpus_and(cpus, &t->online);
	if (t->kind_count == KINDS_MAX || cpus_is_empty(&k->cpus))
		return;
	(void)snprintf(k->name, sizeof(k->name), "%s", name); /* our own short names */
	for (int cpu = -1; (cpu = cpus_next(&k->cpus, cpu)) >= 0;)
		t->at[cpu].kind = (int16_t)t->kind_count;
	t->kind_count++;
}

/* Intel's lists, the fastest kind first. */
static int by_name(const struct tree *tree, struct topology *t, struct fail *f)
{
	static const char *const names[] = {"cpu_core", "cpu_atom", "cpu_lowpower"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char path[64];
		char list[4096];
		struct cpus cpus;

		(void)snprintf(path, sizeof(path), "sys/devices/%s/cpus",
			       names[i]); /* fits */
		if (!tree_peek(tree, path, list, sizeof(list)))
			continue;
		if (cpus_parse_file(list, path, &cpus, f))
			return -1;
		add_kind(t, &cpus, names[i]);
	}
	return 0;
}

/*
 * Each online CPU's number in that file, divided. False when one has none: a driver that
 * serves some CPUs only says nothing about the others, and those must not be left out.
 */
static bool read_speeds(const struct tree *tree, struct topology *t, const char *file,
			int divisor)
{
	bool is_whole = true;

	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;) {
		char path[96];
		long long n = 0;

		(void)snprintf(path, sizeof(path), CPU "%s", cpu, file); /* fits */
		is_whole = tree_number(tree, path, &n) && n >= divisor && n / divisor <= INT32_MAX;
		if (!is_whole)
			break;
		t->at[cpu].speed = (int32_t)(n / divisor);
	}
	for (int cpu = -1; !is_whole && (cpu = cpus_next(&t->online, cpu)) >= 0;)
		t->at[cpu].speed = 0;
	return is_whole;
}

/* The online CPUs that have no kind yet and are at most 10 % slower than the fastest of
 * them. */
static int32_t fastest(const struct topology *t, struct cpus *out)
{
	int32_t top = 0;

	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;)
		if (t->at[cpu].kind < 0 && t->at[cpu].speed > top)
			top = t->at[cpu].speed;
	*out = (struct cpus){0};
	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;)
		if (t->at[cpu].kind < 0 &&
		    (int64_t)t->at[cpu].speed * 10 >= (int64_t)top * 9)
			cpus_add(out, cpu);
	return top;
}

static void by_speed(struct topology *t, const char *format)
{
	struct cpus set;
	int32_t top;

	while (t->kind_count < KINDS_MAX && (top = fastest(t, &set)) > 0) {
		char name[40];

		(void)snprintf(name, sizeof(name), format,
			       (int)top); /* two formats, below */
		add_kind(t, &set, name);
	}
}

int kinds_read(const struct tree *tree, struct topology *t, struct fail *f)
{
	const char *format = "%d MHz";
	bool has_speed = read_speeds(tree, t, "cpu_capacity", 1);

	if (has_speed)
		format = "capacity %d";
	else
		has_speed = read_speeds(tree, t, "cpufreq/cpuinfo_max_freq", 1000);
	if (by_name(tree, t, f))
		return -1;
	if (!t->kind_count && has_speed)
		by_speed(t, format);
	return 0;
}
