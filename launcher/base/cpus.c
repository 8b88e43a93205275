/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpus.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WORDS (CPUS_MAX / 64)

void cpus_add(struct cpus *set, int cpu)
{
	set->bits[cpu / 64] |= UINT64_C(1) << (cpu % 64);
}

void cpus_drop(struct cpus *set, int cpu)
{
	set->bits[cpu / 64] &= ~(UINT64_C(1) << (cpu % 64));
}

bool cpus_has(const struct cpus *set, int cpu)
{
	return cpu >= 0 && cpu < CPUS_MAX && (set->bits[cpu / 64] >> (cpu % 64) & 1);
}

int cpus_count(const struct cpus *set)
{
	int n = 0;

	for (int i = 0; i < WORDS; i++)
		n += __builtin_popcountll(set->bits[i]);
	return n;
}

int cpus_next(const struct cpus *set, int after)
{
	for (int cpu = after + 1; cpu < CPUS_MAX; cpu++) {
		uint64_t rest = set->bits[cpu / 64] >> (cpu % 64);

		if (rest)
			return cpu + __builtin_ctzll(rest);
		cpu |= 63; /* the rest of this word is empty */
	}
	return -1;
}

bool cpus_is_empty(const struct cpus *set)
{
	return cpus_next(set, -1) < 0;
}

bool cpus_equal(const struct cpus *a, const struct cpus *b)
{
	return !memcmp(a, b, sizeof(*a));
}

bool cpus_overlap(const struct cpus *a, const struct cpus *b)
{
	struct cpus both = cpus_and(a, b);

	return !cpus_is_empty(&both);
}

struct cpus cpus_and(const struct cpus *a, const struct cpus *b)
{
	struct cpus out;

	for (int i = 0; i < WORDS; i++)
		out.bits[i] = a->bits[i] & b->bits[i];
	return out;
}

struct cpus cpus_or(const struct cpus *a, const struct cpus *b)
{
	struct cpus out;

	for (int i = 0; i < WORDS; i++)
		out.bits[i] = a->bits[i] | b->bits[i];
	return out;
}

struct cpus cpus_minus(const struct cpus *a, const struct cpus *b)
{
	struct cpus out;

	for (int i = 0; i < WORDS; i++)
		out.bits[i] = a->bits[i] & ~b->bits[i];
	return out;
}

/* Reads one number and moves *s behind it. Returns -1 when there is none or it is too large. */
static int number(const char **s)
{
	int n = 0;

	if (**s < '0' || **s > '9')
		return -1;
	for (; **s >= '0' && **s <= '9'; (*s)++) {
		n = n * 10 + (**s - '0');
		if (n >= CPUS_MAX)
			return -1;
	}
	return n;
}

int cpus_parse(const char *list, const char *what, struct cpus *out, struct fail *f)
{
	struct cpus set = { 0 };
	const char *s = list;
	char shown[80];

	for (;;) {
		int first = number(&s);
		int last = first;

		if (first >= 0 && *s == '-') {
			s++;
			last = number(&s);
		}
		if (first < 0 || last < first || (*s && *s != ','))
			return fail_set(f, FAIL_USAGE,
					"%s: '%s' is not a list of CPUs such as 0-3,8 (each below %d)", what,
					fail_quote(shown, sizeof(shown), list), CPUS_MAX);
		for (int cpu = first; cpu <= last; cpu++)
			cpus_add(&set, cpu);
		if (!*s)
			break;
		s++;
	}
	*out = set;
	return 0;
}

int cpus_parse_file(const char *content, const char *what, struct cpus *out, struct fail *f)
{
	char list[8192];
	size_t n;

	while (isspace((unsigned char)*content))
		content++;
	n = strlen(content);
	while (n && isspace((unsigned char)content[n - 1]))
		n--;
	if (!n || (n == 6 && !strncmp(content, "(null)", 6))) {
		*out = (struct cpus){ 0 };
		return 0;
	}
	if (n >= sizeof(list))
		return fail_set(f, FAIL_HOST, "%s: not a list of CPUs (%zu characters long)", what, n);
	memcpy(list, content, n);
	list[n] = '\0';
	if (cpus_parse(list, what, out, f))
		return f->kind = FAIL_HOST, -1;
	return 0;
}

char *cpus_format(const struct cpus *set, char *out, size_t size)
{
	size_t at = 0;

	out[0] = '\0';
	for (int first = cpus_next(set, -1); first >= 0;) {
		int last = first;
		int n;

		while (cpus_has(set, last + 1))
			last++;
		n = last > first ? snprintf(out + at, size - at, "%s%d-%d", at ? "," : "", first, last)
				 : snprintf(out + at, size - at, "%s%d", at ? "," : "", first);
		if (n < 0 || (size_t)n >= size - at) {
			out[at] = '\0';
			break;
		}
		at += (size_t)n;
		first = cpus_next(set, last);
	}
	return out;
}
