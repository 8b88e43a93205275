/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"

void pairs_open(struct pairs *p, int commands)
{
	*p = (struct pairs){ .commands = commands };
}

void pairs_free(struct pairs *p)
{
	for (size_t i = 0; i < p->count; i++) {
		for (int c = 0; c < p->commands; c++) {
			free(p->tests[i].columns[c].value);
			free(p->tests[i].columns[c].is_marked);
		}
		free(p->tests[i].columns);
		free(p->tests[i].name);
		free(p->tests[i].unit);
	}
	free(p->tests);
	*p = (struct pairs){ 0 };
}

const struct pairs_test *pairs_find(const struct pairs *p, const char *name)
{
	for (size_t i = 0; i < p->count; i++)
		if (!strcmp(p->tests[i].name, name))
			return &p->tests[i];
	return NULL;
}

static struct pairs_test *add_test(struct pairs *p, const struct track *t)
{
	struct pairs_test *test;

	p->tests = xrealloc(p->tests, p->count + 1, sizeof(*p->tests));
	test = &p->tests[p->count++];
	test->name = xstrdup(t->name);
	test->unit = xstrdup(t->unit);
	test->columns = xcalloc((size_t)p->commands, sizeof(*test->columns));
	return test;
}

/* Rounds without a sample of their own are NaN; a round that is made again is replaced. */
static void put(struct column *c, int64_t round, double value, bool is_marked)
{
	size_t at = (size_t)round - 1;

	if (at >= c->room) {
		c->room = 2 * at + 64;
		c->value = xrealloc(c->value, c->room, sizeof(*c->value));
		c->is_marked = xrealloc(c->is_marked, c->room, sizeof(*c->is_marked));
	}
	for (; c->count <= at; c->count++) {
		c->value[c->count] = (double)NAN;
		c->is_marked[c->count] = false;
	}
	c->value[at] = value;
	c->is_marked[at] = is_marked;
}

void pairs_take(struct pairs *p, const struct invocation *v, const struct series *s)
{
	if (!invocation_counts(v) || v->round < 1)
		return;
	for (size_t i = 0; i < s->track_count; i++) {
		const struct track *t = &s->tracks[i];
		struct pairs_test *test;

		if (!t->count || t->samples[t->count - 1].invocation != (int32_t)v->index)
			continue;
		test = (struct pairs_test *)pairs_find(p, t->name);
		if (!test)
			test = add_test(p, t);
		put(&test->columns[v->command], v->round, t->samples[t->count - 1].value,
		    v->disturbed != NULL);
		p->rounds = v->round > p->rounds ? v->round : p->rounds;
	}
}

size_t pairs_column(const struct column *c, int64_t rounds, double *value, bool *is_marked)
{
	size_t n = 0;

	for (size_t i = 0; i < c->count && (int64_t)i < rounds; i++) {
		if (isnan(c->value[i]))
			continue;
		value[n] = c->value[i];
		is_marked[n++] = c->is_marked[i];
	}
	return n;
}

size_t pairs_both(const struct column *a, const struct column *b, int64_t rounds,
		  double *a_value, double *b_value, bool *a_marked, bool *b_marked)
{
	size_t n = 0;

	for (size_t i = 0; i < a->count && i < b->count && (int64_t)i < rounds; i++) {
		if (isnan(a->value[i]) || isnan(b->value[i]))
			continue;
		a_value[n] = a->value[i];
		b_value[n] = b->value[i];
		a_marked[n] = a->is_marked[i];
		b_marked[n++] = b->is_marked[i];
	}
	return n;
}
