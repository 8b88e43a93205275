/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sentences.h"

#include <stdarg.h>
#include <stdio.h>

struct list list_of(const struct cpus *set)
{
	struct list out = { "" };

	cpus_format(set, out.s, sizeof(out.s));
	return out;
}

struct list name_of(const struct cpus *set)
{
	struct list out;
	int n = snprintf(out.s, sizeof(out.s), cpus_count(set) > 1 ? "CPUs " : "CPU ");

	cpus_format(set, out.s + n, sizeof(out.s) - (size_t)n);
	return out;
}

void sentences_add(struct sentences *to, const char *format, ...)
{
	va_list args;

	if (to->n == SENTENCES_MAX)
		return;
	va_start(args, format);
	(void)vsnprintf(to->line[to->n++], sizeof(to->line[0]), format,
			args); /* may be cut */
	va_end(args);
}
