/* SPDX-License-Identifier: 0BSD */
/*
 * Look-ups in a hash table of --parameter entries=N (10,000) strings: half of them are
 * there. The table is a fixture; every run looks for the same keys in the same order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <becalm.h>

struct table {
	size_t slots; /* a power of two */
	char (*keys)[32];
	size_t entries;
};

static size_t slot_of(const struct table *self, const char *key)
{
	uint64_t h = 14695981039346656037u; /* FNV-1a */
	size_t at;

	for (const char *c = key; *c; c++)
		h = (h ^ (unsigned char)*c) * 1099511628211u;
	at = (size_t)h & (self->slots - 1);
	while (self->keys[at][0] && strcmp(self->keys[at], key))
		at = (at + 1) & (self->slots - 1);
	return at;
}

void table_setup(struct table *self);
void table_teardown(struct table *self);

void table_setup(struct table *self)
{
	char key[32];

	self->entries = (size_t)atol(becalm_parameter("entries", "10000"));
	for (self->slots = 16; self->slots < self->entries * 2; self->slots *= 2)
		;
	self->keys = calloc(self->slots, sizeof(*self->keys));
	if (!self->keys) {
		becalm_fail("out of memory");
		return;
	}
	for (size_t i = 0; i < self->entries; i++) {
		(void)snprintf(key, sizeof(key), "key%zu", i * 2); /* fits */
		strcpy(self->keys[slot_of(self, key)], key);
	}
}

void table_teardown(struct table *self)
{
	free(self->keys);
}

BECALM_TEST_NF(table, lookup)
{
	size_t found = 0;
	char key[32];

	for (int i = 0; i < 100; i++) {
		(void)snprintf(key, sizeof(key), "key%llu", /* fits */
			       (unsigned long long)(becalm_random() % (self->entries * 2)));
		found += self->keys[slot_of(self, key)][0] != '\0';
	}
	becalm_keep(found);
	return 100;
}

BECALM_MAIN
