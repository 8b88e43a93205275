/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_TESTSET_H
#define MODEL_TESTSET_H

/*
 * The tests that one invocation spoke of, found by name. A program usually reports
 * the same test many times in a row: that look-up is one comparison.
 */

#include "fields.h"
#include "record.h"

enum { TESTSET_MAX = 4096 };

struct testset_entry {
	struct test test;
	char *raw; /* the name as it was written in the pipe */
	size_t raw_n;
	char mode[12];
	char *source; /* owned; NULL: not said */
};

struct testset {
	struct testset_entry **entries;
	int count, room;
	uint16_t *slots;   /* index + 1 into entries; 0: free; open addressing */
	size_t slot_count; /* a power of two, at least twice 'count' */
	struct testset_entry *last;
};

/*
 * The test of that name as it is written in the pipe, made on first use; valid until
 * testset_clear(). NULL: *why says what is wrong with the name.
 */
struct testset_entry *testset_get(struct testset *s, struct slice raw, const char **why);

/* Forgets all tests. */
void testset_clear(struct testset *s);

/* Forgets all tests and gives the memory back. */
void testset_free(struct testset *s);

#endif
