/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever lies in /run/becalm/journal, reading it neither crashes nor
 * yields an edit that no knob makes; and what was read is written the same again. The
 * checksum is mended first, or nothing would come behind it. Seeds: tests/fuzz/seeds/journal.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../launcher/base/words.h"
#include "../../launcher/keeper/cage.h"
#include "../../launcher/keeper/journal.h"
#include "../../launcher/keeper/knob.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As in journal.c: FNV-1a over all in front of "end". */
static void mend(struct text *text, size_t count)
{
	char *end = text->n ? strstr(text->s, "\nend ") : NULL;
	uint64_t hash = UINT64_C(14695981039346656037);
	struct text tail = { 0 };
	char *next;

	if (!end)
		return;
	for (char *s = text->s; s <= end; s++)
		hash = (hash ^ (unsigned char)*s) * UINT64_C(1099511628211);
	next = strchr(end + 1, '\n');
	if (next)
		text_puts(&tail, next);
	text->n = (size_t)(end + 1 - text->s);
	text_printf(text, "end %zu %016" PRIx64 "%s", count, hash, text_of(&tail));
	text_free(&tail);
}

static size_t count_lines(const struct text *text)
{
	size_t n = 0;

	for (const char *s = text_of(text); (s = strchr(s, '\n')); s++)
		n += !strncmp(s, "\nedit ", 6) || !strncmp(s, "\ntask ", 6);
	return n;
}

static void check(const struct journal *j)
{
	for (size_t i = 0; i < j->edits.n; i++) {
		const struct edit *e = &j->edits.list[i];
		const struct knob *knob = knob_find(e->knob);

		if (knob ? knob_kind(knob, e->path) != (int)e->kind : !cage_allows(e->kind, e->path))
			abort();
		if (strstr(e->path, "/../") || !strncmp(e->path, "../", 3) || e->path[0] == '/')
			abort();
		if (e->state == EDIT_MADE && !e->reads)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = { 0 };
	struct journal j, again;
	struct text first = { 0 };
	struct text second = { 0 };
	struct fail f;

	text_add(&text, data, size);
	if (!memchr(data, 0, size))
		mend(&text, count_lines(&text));
	if (!journal_parse(&text, &j, &f)) {
		check(&j);
		journal_format(&j, &first);
		text_puts(&second, text_of(&first));
		if (journal_parse(&second, &again, &f))
			abort();
		text_clear(&second);
		journal_format(&again, &second);
		if (strcmp(text_of(&first), text_of(&second)) != 0)
			abort();
		journal_free(&again);
		journal_free(&j);
	}
	text_free(&first);
	text_free(&second);
	text_free(&text);
	return 0;
}
