/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_SENTENCES_H
#define HOST_SENTENCES_H

/* A few sentences for people, as a plain value. */

#include "../base/cpus.h"

enum { SENTENCES_MAX = 16 };

struct sentences {
	int n;
	char line[SENTENCES_MAX][400];
};

/* Adds one, cut when too long, left out when there are too many. */
void sentences_add(struct sentences *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A list of CPUs within a sentence: sentences_add(to, "online: %s", list_of(&set).s). */
struct list {
	char s[160];
};

struct list list_of(const struct cpus *set);

/* With its noun: "CPU 3", "CPUs 3,11". */
struct list name_of(const struct cpus *set);

#endif
