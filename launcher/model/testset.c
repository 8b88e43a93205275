/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testset.h"

#include <stdlib.h>

#include "../base/owns.h"

/* FNV-1a, 64 bit: short keys, no attacker who gains more than his own slow benchmark. */
static size_t hash(const char *s)
{
	uint64_t h = 14695981039346656037u;

	while (*s)
		h = (h ^ (unsigned char)*s++) * 1099511628211u;
	return (size_t)(h ^ h >> 32);
}

/* The slot that holds the name, or the free one where it belongs. */
static uint16_t *slot_of(const struct testset *s, const char *name)
{
	size_t at = hash(name) & (s->slot_count - 1);

	while (s->slots[at] && strcmp(s->entries[s->slots[at] - 1]->test.name, name))
		at = (at + 1) & (s->slot_count - 1);
	return &s->slots[at];
}

static void make_room(struct testset *s)
{
	if (s->count < s->room)
		return;
	s->room = s->room ? s->room * 2 : 8;
	s->entries = xrealloc(s->entries, (size_t)s->room, sizeof(*s->entries));
	free(s->slots);
	s->slot_count = (size_t)s->room * 2;
	s->slots = xcalloc(s->slot_count, sizeof(*s->slots));
	for (int i = 0; i < s->count; i++)
		*slot_of(s, s->entries[i]->test.name) = (uint16_t)(i + 1);
}

static struct testset_entry *add(struct testset *s, const char *name, struct slice raw)
{
	struct testset_entry *e = xcalloc(1, sizeof(*e));

	e->raw = xcalloc(raw.n, 1);
	memcpy(e->raw, raw.s, raw.n);
	e->raw_n = raw.n;
	e->test = (struct test){ .name = xstrdup(name),
				 .mode = e->mode,
				 .unit = "ns",
				 .iters = UNKNOWN,
				 .timer_ns = -1 };
	make_room(s);
	s->entries[s->count++] = e;
	*slot_of(s, name) = (uint16_t)s->count;
	return e;
}

struct testset_entry *testset_get(struct testset *s, struct slice raw, const char **why)
{
	char name[4096];
	uint16_t *slot;

	if (s->last && slice_is(raw, s->last->raw, s->last->raw_n))
		return s->last;
	if (!fields_decode(raw, name, sizeof(name)) || !*name) {
		*why = raw.n ? "name is not UTF-8 text with %XX" : "name is empty";
		return NULL;
	}
	slot = s->count ? slot_of(s, name) : NULL;
	if (slot && *slot) {
		s->last = s->entries[*slot - 1];
	} else if (s->count == TESTSET_MAX) {
		*why = "name is one more than the 4096 different tests of one process";
		return NULL;
	} else {
		s->last = add(s, name, raw);
	}
	return s->last;
}

void testset_clear(struct testset *s)
{
	for (int i = 0; i < s->count; i++) {
		free((char *)(uintptr_t)s->entries[i]->test.name);
		free(s->entries[i]->raw);
		free(s->entries[i]->source);
		free(s->entries[i]);
	}
	if (s->count)
		memset(s->slots, 0, s->slot_count * sizeof(*s->slots));
	s->count = 0;
	s->last = NULL;
}

void testset_free(struct testset *s)
{
	testset_clear(s);
	free(s->entries);
	free(s->slots);
	*s = (struct testset){ 0 };
}
