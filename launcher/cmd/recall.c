/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recall.h"

#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "samples.h"

void recall_open(struct recall *r, int command_count, enum metric metric)
{
	*r = (struct recall){
		.metric = metric,
		.count = command_count,
		.commands = xcalloc((size_t)command_count, sizeof(struct recalled)),
	};
}

void recalled_free(struct recalled *c)
{
	series_free(&c->series);
	marks_free(&c->disturbed);
	marks_free(&c->failed);
	text_free(&c->said);
	text_free(&c->said_of);
}

void recall_close(struct recall *r)
{
	for (int i = 0; i < r->count; i++)
		recalled_free(&r->commands[i]);
	free(r->commands);
	*r = (struct recall){ 0 };
}

void recall_run(struct recall *r, const struct invocation *v, const struct test *t,
		const struct run *run)
{
	if (run->is_warmup)
		return;
	r->runs++;
	if (samples_are_reported(r->metric))
		r->missing += !samples_add_run(&r->commands[v->command].series, t, run);
}

enum { SAID_MAX = 4096 };

/* Each kind of note of a test once: its numbers differ a little from process to process. */
static void hear(struct recalled *c, const struct note *note)
{
	owns_text struct text key = { 0 };

	text_printf(&key, "\n%s %s\n", note->code, note->name);
	if (c->said.n > SAID_MAX || (c->said_of.n && strstr(c->said_of.s, key.s)))
		return;
	text_puts(&c->said_of, key.s);
	text_printf(&c->said, "%s%s", c->said.n ? "\n" : "", note->text);
}

void recalled_mark(struct recalled *c, const struct invocation *v)
{
	if (v->failed && !v->is_warmup)
		marks_add(&c->failed, v->index, v->failed);
	if (v->disturbed && invocation_counts(v))
		marks_add(&c->disturbed, v->index, v->disturbed);
	for (int i = 0; i < v->note_count; i++)
		if (strcmp(v->notes[i].level, "info") != 0)
			hear(c, &v->notes[i]);
}

void recall_invocation(struct recall *r, const struct invocation *v)
{
	struct recalled *c = &r->commands[v->command];

	if (!v->failed)
		r->missing += !samples_add_process(&c->series, r->metric, v, r->runs);
	recalled_mark(c, v);
	series_close(&c->series, v);
	r->runs = 0;
}
