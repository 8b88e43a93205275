/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CPUS_H
#define BASE_CPUS_H

/*
 * A set of CPU numbers, 0 to CPUS_MAX - 1, and the kernel's list notation for
 * it ("0-3,8,10-11"; Documentation/admin-guide/kernel-parameters: no blanks, no
 * stride). A plain value: copy it by assignment.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fail.h"

enum { CPUS_MAX = 4096 };

struct cpus {
	uint64_t bits[CPUS_MAX / 64];
};

void cpus_add(struct cpus *set, int cpu);
void cpus_drop(struct cpus *set, int cpu);
bool cpus_has(const struct cpus *set, int cpu);
int cpus_count(const struct cpus *set);

/* The lowest member above 'after' (start with -1), or -1 at the end. */
int cpus_next(const struct cpus *set, int after);
bool cpus_is_empty(const struct cpus *set);
bool cpus_equal(const struct cpus *a, const struct cpus *b);
bool cpus_overlap(const struct cpus *a, const struct cpus *b);

struct cpus cpus_and(const struct cpus *a, const struct cpus *b);
struct cpus cpus_or(const struct cpus *a, const struct cpus *b);
struct cpus cpus_minus(const struct cpus *a, const struct cpus *b);

/*
 * Reads a list, strictly: digits, ranges and commas only; overlap is merged, a
 * reversed range, a stray comma or blank and a number >= CPUS_MAX are errors.
 * The empty string is an error too. 'what' names the source in the message.
 */
int cpus_parse(const char *list, const char *what, struct cpus *out, struct fail *f);

/*
 * As the kernel's files have it: an empty file and "(null)" (nohz_full on some
 * kernels) are the empty set; blanks around the list are skipped.
 */
int cpus_parse_file(const char *content, const char *what, struct cpus *out, struct fail *f);

/* Writes the list ("" for the empty set), cut when it does not fit. Returns out. */
char *cpus_format(const struct cpus *set, char *out, size_t size);

#endif
