/* SPDX-License-Identifier: 0BSD */
#include "send.h"

#include <stdio.h>
#include <string.h>

#include "line.h"
#include "pipe.h"

char *send_number(char *out, size_t size, double value)
{
	int digits = 6;

	/* As few digits as give the same number again. */
	do {
		double back = 0;

		(void)snprintf(out, size, "%.*g", digits, value); /* fits in 32 */
		(void)sscanf(out, "%lf", &back);
		if (back == value)
			break;
	} while (++digits <= 17);
	for (char *c = out; *c; c++)
		if (*c == ',')
			*c = '.';
	return out;
}

/* The line in the source that declares a rate, for the launcher's --suggest-rates. */
static void add_source(struct line *l, const struct becalm_test *t)
{
	char source[1200];

	(void)snprintf(source, sizeof(source), "%s(%s, %s, .iters_per_sec = @%s)",
		       t->macro, t->group, t->name + strlen(t->group) + 1,
		       t->is_cxx ? "'" : ""); /* may be cut */
	line_text(l, "source", source);
}

void send_test(const struct bench *b, const struct bench_result *r)
{
	char number[32];
	struct line l;

	if (!pipe_open(NULL))
		return;
	line_begin(&l, "test");
	line_text(&l, "name", r->test->name);
	line_text(&l, "mode", r->mode);
	line_whole(&l, "iters", r->iters);
	if (r->declared > 0)
		line_raw(&l, "declared",
			 send_number(number, sizeof(number), r->declared));
	line_raw(&l, "timer_ns", send_number(number, sizeof(number), b->pair.inside_ns));
	add_source(&l, r->test);
	(void)pipe_send(&l, false); /* it says itself when it cannot */
}

static void add_counters(struct line *l, const struct measure_run *run)
{
	char key[64];
	char text[200];

	for (int i = 0; i < COUNTERS_KINDS; i++) {
		const char *why = counters_missing(i);

		(void)snprintf(key, sizeof(key), "c.%s", counters_name(i)); /* fits */
		(void)snprintf(text, sizeof(text), "unavailable:%s",
			       why ? why
				   : "shared with others during this run"); /* fits */
		if (run->counters[i] >= 0)
			line_whole(l, key, run->counters[i]);
		else
			line_text(l, key, text);
	}
}

/* A name as a key: what would end it becomes '_'. */
static void add_key(char *out, size_t size, const char *prefix, const char *name)
{
	(void)snprintf(out, size, "%s%s", prefix, name); /* may be cut */
	for (char *c = out; *c; c++)
		if (*c <= ' ' || *c == '=' || *c == '%' || *c == 0x7f)
			*c = '_';
}

static void add_extras(struct line *l, const struct measure_run *run)
{
	char key[100];
	char number[32];

	for (int i = 0; i < run->extra_count; i++) {
		const struct measure_extra *e = &run->extras[i];

		if (!e->unit) {
			add_key(key, sizeof(key), "c.", e->name);
			line_whole(l, key, e->count);
			continue;
		}
		add_key(key, sizeof(key), "m.", e->name);
		line_raw(l, key, send_number(number, sizeof(number), e->value));
		add_key(key, sizeof(key), "u.", e->name);
		line_text(l, key, e->unit);
	}
}

void send_run(const struct bench_result *r, const struct measure_run *run, bool is_warmup)
{
	struct line l;

	if (!pipe_open(NULL))
		return;
	line_begin(&l, is_warmup ? "warmup" : "run");
	line_text(&l, "name", r->test->name);
	line_whole(&l, "iters", run->iters);
	line_whole(&l, "timed_ns", run->timed_ns);
	line_whole(&l, "wall_ns", run->wall_ns);
	line_whole(&l, "pairs", run->pairs);
	if (run->is_cut)
		line_whole(&l, "cut", 1);
	add_counters(&l, run);
	add_extras(&l, run);
	(void)pipe_send(&l, !is_warmup); /* it says itself when it cannot */
}
