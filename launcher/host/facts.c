/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "../base/utf8.h"

#define CPU	     "sys/devices/system/cpu/"
#define UNKNOWN_WORD "unknown"

/* Adds a row; an empty value is unknown. */
static void add(struct facts *f, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(struct facts *f, const char *name, const char *format, ...)
{
	char *value = f->values[f->count];
	bool is_text;
	va_list args;

	va_start(args, format);
	(void)vsnprintf(value, sizeof(f->values[0]), format, args); /* may be cut */
	va_end(args);
	is_text = utf8_is_valid(value); /* not when cut within a character */
	for (char *s = value; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f || (!is_text && *s & 0x80))
			*s = '?';
	if (!*value)
		strcpy(value, UNKNOWN_WORD);
	f->rows[f->count++] = (struct fact){name, value};
}

static void add_file(struct facts *f, const struct tree *t, const char *name,
		     const char *path)
{
	char text[160];

	add(f, name, "%s", tree_peek(t, path, text, sizeof(text)) ? text : "");
}

/* The value of "key\t: value" in /proc/cpuinfo; false when it is not there. */
static bool cpuinfo(const char *text, const char *key, char *out, size_t size)
{
	size_t n = strlen(key);

	for (const char *s = text; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
		const char *value = s + n;

		if (strncmp(s, key, n))
			continue;
		value += strspn(value, " \t");
		if (*value != ':')
			continue; /* a longer key */
		value += 1 + strspn(value + 1, " \t");
		(void)snprintf(out, size, "%.*s", (int)strcspn(value, "\n"),
			       value); /* may be cut */
		return true;
	}
	return false;
}

/* The word for it differs: x86, MIPS, RISC-V, POWER; ARM has numbers only. */
static void add_cpu(struct facts *f, const char *info)
{
	static const char *const keys[] = {"model name", "cpu model", "uarch", "cpu",
					   "Processor"};
	char value[160] = "";
	char part[40];
	size_t i = 0;

	while (i < sizeof(keys) / sizeof(keys[0]) &&
	       !cpuinfo(info, keys[i], value, sizeof(value)))
		i++;
	if (!*value && cpuinfo(info, "CPU implementer", value, sizeof(value)) &&
	    cpuinfo(info, "CPU part", part, sizeof(part)))
		add(f, "cpu_model", "implementer %.40s, part %s", value, part);
	else
		add(f, "cpu_model", "%s", value);
	add(f, "microcode", "%s",
	    cpuinfo(info, "microcode", value, sizeof(value)) ? value : "");
}

static void add_kernel(struct facts *f, const struct tree *t)
{
	struct utsname u;

	if (!t->is_fake && !uname(&u)) {
		add(f, "machine", "%s", u.machine);
		add(f, "kernel", "%s %s", u.release, u.version);
		add(f, "hostname", "%s", u.nodename);
		return;
	}
	add_file(f, t, "machine", "proc/sys/kernel/arch");
	add_file(f, t, "kernel", "proc/sys/kernel/osrelease");
	add_file(f, t, "hostname", "proc/sys/kernel/hostname");
}

static const char *container(const struct tree *t)
{
	if (tree_has(t, "run/.containerenv"))
		return "podman container";
	if (tree_has(t, ".dockerenv"))
		return "docker container";
	return tree_has(t, "run/systemd/container") ? "container" : NULL;
}

/* A hint for people, from what the hypervisor does not hide. */
static void add_virtualisation(struct facts *f, const struct tree *t, const char *info)
{
	const char *within = container(t);
	char flags[4096] = "";
	char product[80] = "";
	bool is_guest;

	(void)cpuinfo(info, "flags", flags, sizeof(flags)); /* none on ARM */
	(void)(tree_peek(t, "sys/hypervisor/type", product, sizeof(product)) ||
	       tree_peek(t, "sys/class/dmi/id/product_name", product, sizeof(product)));
	is_guest = strstr(flags, " hypervisor") || tree_has(t, "sys/hypervisor/type") ||
		   tree_has(t, "sys/firmware/devicetree/base/hypervisor");
	if (is_guest)
		add(f, "virtualisation", "%s%svirtual machine%s%s%s",
		    within ? within : "", within ? " in a " : "", *product ? " (" : "",
		    product, *product ? ")" : "");
	else
		add(f, "virtualisation", "%s", within ? within : "none seen");
}

/* "1 core", "2 cores" */
static struct list many(const struct cpus *set, const char *what)
{
	struct list out;
	int n = cpus_count(set);

	(void)snprintf(out.s, sizeof(out.s), "%d %s%s", n, what,
		       n == 1 ? "" : "s"); /* fits */
	return out;
}

static void add_topology(struct facts *f, const struct topology *t)
{
	struct cpus cores = {0};
	struct cpus nodes = {0};

	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;) {
		cpus_add(&cores, t->at[cpu].core);
		if (t->at[cpu].node >= 0)
			cpus_add(&nodes, t->at[cpu].node);
	}
	if (t->is_guessed)
		add(f, "topology", "%s, layout unknown", many(&t->online, "CPU").s);
	else
		add(f, "topology", "%s, %s, %s", many(&t->online, "CPU").s,
		    many(&cores, "core").s, many(&nodes, "memory node").s);
}

static void add_kinds(struct facts *f, const struct topology *t, const struct choice *c)
{
	char all[160] = "";
	size_t at = 0;

	for (int i = 0; i < t->kind_count && at < sizeof(all); i++)
		at += (size_t)snprintf(all + at, sizeof(all) - at, "%s%s: %s",
				       i ? "; " : "", t->kinds[i].name,
				       list_of(&t->kinds[i].cpus).s);
	add(f, "cpu_kinds", "%s", all);
	if (c->kind >= 0)
		add(f, "cpu_kind", "%s", t->kinds[c->kind].name);
	else
		add(f, "cpu_kind", "%s", t->kind_count ? "mixed" : "");
}

static void add_lists(struct facts *f, const struct topology *t, const struct given *g,
		      const struct choice *c)
{
	struct cpus isolated = cpus_or(&t->isolated, &g->isolated);

	add(f, "cpus_online", "%s", list_of(&t->online).s);
	add(f, "cpus_usable", "%s", list_of(&c->usable).s);
	add(f, "cpus_isolated", "%s",
	    cpus_is_empty(&isolated) ? "none" : list_of(&isolated).s);
	add(f, "cpus_nohz_full", "%s",
	    cpus_is_empty(&t->nohz_full) ? "none" : list_of(&t->nohz_full).s);
}

/* The governors of the measured CPUs: one word, or the different ones. */
static void add_governor(struct facts *f, const struct tree *t,
			 const struct cpus *measured)
{
	char all[160] = "";
	size_t at = 0;

	for (int cpu = -1; (cpu = cpus_next(measured, cpu)) >= 0;) {
		char path[80];
		char word[40];

		(void)snprintf(path, sizeof(path), CPU "cpu%d/cpufreq/scaling_governor",
			       cpu); /* fits */
		if (!tree_peek(t, path, word, sizeof(word)) || strstr(all, word) ||
		    at + sizeof(word) + 2 > sizeof(all))
			continue;
		at += (size_t)snprintf(all + at, sizeof(all) - at, "%s%s", at ? ", " : "",
				       word);
	}
	add(f, "governor", "%s", all);
}

/* The two switches have opposite senses. */
static void add_turbo(struct facts *f, const struct tree *t)
{
	long long n;

	if (tree_number(t, CPU "intel_pstate/no_turbo", &n))
		add(f, "turbo", "%s", n ? "off" : "on");
	else if (tree_number(t, CPU "cpufreq/boost", &n) ||
		 tree_number(t, CPU "cpufreq/policy0/boost", &n))
		add(f, "turbo", "%s", n ? "on" : "off");
	else
		add(f, "turbo", "%s", "");
}

static void add_hugepages(struct facts *f, const struct tree *t)
{
	char text[80] = "";
	char *word;

	(void)tree_peek(t, "sys/kernel/mm/transparent_hugepage/enabled", text,
			sizeof(text));
	word = strchr(text, '[');
	if (word)
		word[1 + strcspn(word + 1, "]")] = '\0';
	add(f, "transparent_hugepages", "%s", word ? word + 1 : "");
}

static void add_smt(struct facts *f, const struct tree *t)
{
	char word[40] = "";

	(void)tree_peek(t, CPU "smt/control", word,
			sizeof(word)); /* absent before 4.19 */
	add(f, "smt", "%s", !strncmp(word, "not", 3) ? "not supported" : word);
}

void facts_read(const struct tree *t, const struct topology *topology,
		const struct given *g, const struct choice *c, struct facts *out)
{
	char info[8192] = "";

	out->count = 0;
	/* The first CPU's part will do; the kernel makes the rest only when it is read.
	 */
	(void)tree_peek(t, "proc/cpuinfo", info, sizeof(info));
	add_cpu(out, info);
	add_kernel(out, t);
	add_virtualisation(out, t, info);
	add_topology(out, topology);
	add_lists(out, topology, g, c);
	add_kinds(out, topology, c);
	add_smt(out, t);
	add_governor(out, t, &c->measured);
	add_turbo(out, t);
	add_file(out, t, "clock_source",
		 "sys/devices/system/clocksource/clocksource0/current_clocksource");
	add_hugepages(out, t);
	add(out, "cgroups", "%s%s", given_cgroups_words[g->cgroups],
	    g->cpuset_version == 2   ? ", cpusets on v2"
	    : g->cpuset_version == 1 ? ", cpusets on v1"
				     : ", no cpusets");
}

const char *facts_get(const struct facts *facts, const char *name)
{
	for (int i = 0; i < facts->count; i++)
		if (!strcmp(facts->rows[i].name, name))
			return facts->rows[i].value;
	return UNKNOWN_WORD;
}

bool facts_is_clock_quick(const char *clock_source)
{
	static const char *const slow[] = {"hpet",    "acpi_pm",
					   "jiffies", "refined-jiffies",
					   "pit",     "hyperv_clocksource_msr"};

	for (size_t i = 0; i < sizeof(slow) / sizeof(slow[0]); i++)
		if (!strcmp(clock_source, slow[i]))
			return false;
	return true;
}
