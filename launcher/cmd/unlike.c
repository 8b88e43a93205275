/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unlike.h"

#include <stdio.h>
#include <string.h>

#include "../base/owns.h"
#include "../base/text.h"

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
		(void)snprintf(d->why, d->size, "%s differs ('%s' and '%s')", what, /* fits */
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

static void differ_text(const struct difference *d, const char *what, const char *a, const char *b)
{
	if (strcmp(a ? a : "", b ? b : "") != 0)
		differ(d, what, a ? a : "none", b ? b : "none", FORBIDS);
}

static void differ_whole(const struct difference *d, const char *what, int64_t a, int64_t b)
{
	char words[2][24];

	for (int i = 0; i < 2; i++)
		(void)snprintf(words[i], sizeof(words[i]), "%lld", (long long)(i ? b : a)); /* fits */
	if (a != b)
		differ(d, what, words[0], words[1], FORBIDS);
}

static void differ_argv(const struct difference *d, char what, const struct command_line *a,
			const struct command_line *b)
{
	owns_text struct text one = { 0 };
	owns_text struct text two = { 0 };
	char name[40];

	for (char **word = a->argv; *word; word++)
		text_printf(&one, "%s%s", one.n ? " " : "", *word);
	for (char **word = b->argv; *word; word++)
		text_printf(&two, "%s%s", two.n ? " " : "", *word);
	(void)snprintf(name, sizeof(name), "command %c", what); /* fits */
	differ_text(d, name, text_of(&one), text_of(&two));
	(void)snprintf(name, sizeof(name), "the program of command %c", what); /* fits */
	if (a->sha256 && b->sha256 && *a->sha256 && *b->sha256)
		differ_text(d, name, a->sha256, b->sha256);
}

void unlike_commands(const struct session *a, const struct session *b, const char *path,
		     struct sentences *out, char *why, size_t size)
{
	const struct difference d = { path, out, why, size };
	const struct plan *p = &a->plan;
	const struct plan *q = &b->plan;

	for (int i = 0; i < a->command_count; i++)
		differ_argv(&d, (char)('A' + i % 26), &a->commands[i], &b->commands[i]);
	differ_text(&d, "metric name", p->metric_name, q->metric_name);
	differ_text(&d, "metric expression", p->metric_regex, q->metric_regex);
	differ_text(&d, "unit", p->unit, q->unit);
	differ_whole(&d, "number of cores", p->cores, q->cores);
	differ_whole(&d, "hash seed", p->hash_seed, q->hash_seed);
	differ_text(&d, "--keep-env", p->keep_env, q->keep_env);
	differ_whole(&d, "--clean-env", p->clean_env, q->clean_env);
	differ_text(&d, "standard input", p->stdin_path, q->stdin_path);
	differ_text(&d, "--prepare", p->prepare, q->prepare);
	differ_text(&d, "--conclude", p->conclude, q->conclude);
}

void unlike_programs(const struct session *a, const struct session *b, struct sentences *out)
{
	const struct command_line *one = &a->commands[0];
	const struct command_line *two = &b->commands[0];

	if (one->sha256 && two->sha256 && *one->sha256 && !strcmp(one->sha256, two->sha256))
		sentences_add(out, "the same program file on both sides (SHA-256 %.12s...)", one->sha256);
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
}
