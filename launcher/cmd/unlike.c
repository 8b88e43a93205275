/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unlike.h"

#include <stdio.h>
#include <string.h>

#include "../base/fail.h"

/* What a difference of a fact means. */
enum weight { FORBIDS, WORTH_SAYING };

static const struct {
	const char *name, *words;
	enum weight weight;
} facts[] = {
	{ "cpu_model", "CPU model", FORBIDS },
	{ "cpu_kind", "kind of core", FORBIDS },
	{ "governor", "governor", FORBIDS },
	{ "turbo", "turbo", FORBIDS },
	{ "smt", "hardware threads", FORBIDS },
	{ "clock_source", "clock source", FORBIDS },
	{ "clocksource", "clock source", FORBIDS },
	{ "virtualisation", "virtualisation", FORBIDS },
	{ "microcode", "microcode", WORTH_SAYING },
	{ "kernel", "kernel", WORTH_SAYING },
	{ "hostname", "host", WORTH_SAYING },
	{ "cpus_isolated", "isolated CPUs", WORTH_SAYING },
};

struct difference {
	const char *path;
	struct sentences *out;
	char *why;
	size_t size;
};

static const char *fact_of(const struct session *s, const char *name)
{
	for (int i = 0; i < s->fact_count; i++)
		if (!strcmp(s->facts[i].name, name))
			return s->facts[i].value;
	return NULL;
}

static bool is_known(const char *value)
{
	return value && *value && strcmp(value, "unknown") != 0;
}

static void differ(const struct difference *d, const char *what, const char *a, const char *b,
		   enum weight weight)
{
	char shown[3][90];

	sentences_add(d->out, "%s differs: '%s' in the first file, '%s' in '%s'", what,
		      fail_quote(shown[0], sizeof(shown[0]), a),
		      fail_quote(shown[1], sizeof(shown[1]), b),
		      fail_quote(shown[2], sizeof(shown[2]), d->path));
	if (weight == FORBIDS && !d->why[0])
		(void)snprintf(d->why, d->size, "%s differs ('%s' and '%s'; --allow-unlike)", what, /* fits */
			       shown[0], shown[1]);
}

static void compare_facts(const struct session *a, const struct session *b,
			  const struct difference *d)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		const char *one = fact_of(a, facts[i].name);
		const char *two = fact_of(b, facts[i].name);

		if (is_known(one) && is_known(two)) {
			if (strcmp(one, two) != 0)
				differ(d, facts[i].words, one, two, facts[i].weight);
		} else if (is_known(one) != is_known(two)) {
			sentences_add(d->out, "%s is unknown in one of the files", facts[i].words);
		}
	}
}

static const char *outcome_of(const struct session *s, const char *name)
{
	for (int i = 0; i < s->held_count; i++)
		if (!strcmp(s->held[i].name, name))
			return held_is_still(&s->held[i]) ? "still" : s->held[i].outcome;
	return NULL;
}

static void compare_held(const struct session *a, const struct session *b,
			 const struct difference *d)
{
	for (int i = 0; i < a->held_count; i++) {
		const char *one = outcome_of(a, a->held[i].name);
		const char *two = outcome_of(b, a->held[i].name);

		if (one && two && strcmp(one, two) != 0)
			differ(d, a->held[i].name, one, two, WORTH_SAYING);
	}
}

/* The same program on both sides: a difference is not its doing. */
static void compare_programs(const struct session *a, const struct session *b,
			     const struct difference *d)
{
	const struct command_line *one = &a->commands[0];
	const struct command_line *two = &b->commands[0];

	if (one->sha256 && two->sha256 && *one->sha256 && !strcmp(one->sha256, two->sha256))
		sentences_add(d->out, "the same program file on both sides (SHA-256 %.12s...)",
			      one->sha256);
}

void unlike_sessions(const struct session *a, const struct session *b, const char *path,
		     struct sentences *out, char *why, size_t size)
{
	const struct difference d = { path, out, why, size };

	compare_facts(a, b, &d);
	if (a->plan.entropy != b->plan.entropy)
		differ(&d, "entropy", plan_entropy_words[a->plan.entropy],
		       plan_entropy_words[b->plan.entropy], FORBIDS);
	if (a->plan.metric != b->plan.metric)
		differ(&d, "metric", plan_metric_words[a->plan.metric],
		       plan_metric_words[b->plan.metric], FORBIDS);
	compare_held(a, b, &d);
	compare_programs(a, b, &d);
}
