/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The session line of a results file; decode.c has the others. */
#include "decode.h"

#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"

/* An array of strings as an argv, ended by NULL. */
static char **words_of(struct json_in *in, const struct json *o, const char *key)
{
	struct json *array = json_member(in, o, key, '[');
	size_t n = json_count(array);
	char **words = xcalloc(n + 1, sizeof(*words));
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const char *word = json_item_text(in, array, i, key);

		if (word)
			words[at++] = (char *)(uintptr_t)word;
	}
	return words;
}

static void commands(struct json_in *in, const struct json *line, struct session *s)
{
	struct json *array = json_member(in, line, "commands", '[');
	size_t n = json_count(array);

	s->commands = xcalloc(n, sizeof(*s->commands));
	s->command_count = (int)n;
	for (size_t i = 0; i < n; i++) {
		struct json *o = json_item(in, array, i, "commands", '{');

		s->commands[i] = (struct command_line){
			.argv = words_of(in, o, "argv"),
			.path = json_text(in, o, "path", NULL),
			.sha256 = json_text(in, o, "sha256", NULL),
			.label = json_text(in, o, "label", NULL),
		};
	}
}

/* The index of a member's word in words[]; 'otherwise' when it is absent. */
static int word_index(struct json_in *in, struct json *o, const char *key,
		      const char *const *words, int otherwise)
{
	const char *word = json_text(in, o, key, NULL);
	char shown[80];

	if (!word)
		return otherwise;
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return i;
	json_bad(in, "key '%s' is '%s', which is not known", key,
		 fail_quote(shown, sizeof(shown), word));
	return otherwise;
}

static void how_often(struct json_in *in, const struct json *o, struct plan *p)
{
	p->invocations = json_int(in, o, "invocations", p->invocations);
	p->precision = json_real_of(in, o, "precision", p->precision);
	p->least = json_int(in, o, "least", p->least);
	p->budget_ns = json_int(in, o, "budget_ns", p->budget_ns);
	p->warmup = json_int(in, o, "warmup", p->warmup);
	p->timeout_ns = json_int(in, o, "timeout_ns", p->timeout_ns);
}

static void rule(struct json_in *in, const struct json *o, struct plan *p)
{
	p->rounds_least = json_int(in, o, "rounds_least", 0);
	p->rounds_most = json_int(in, o, "rounds_most", 0);
	p->alpha = json_real_of(in, o, "alpha", p->alpha);
	p->margin = json_real_of(in, o, "margin", p->margin);
	p->min_effect_ns = json_real_of(in, o, "min_effect_ns", 0);
	p->max_slowdown = json_real_of(in, o, "max_slowdown", -1);
	if (p->rounds_most < 0 || !(p->alpha > 0 && p->alpha < 1))
		json_bad(in, "key 'plan' has no possible rounds_most and alpha");
}

static void plan(struct json_in *in, const struct json *line, struct session *s)
{
	struct json *o = json_member(in, line, "plan", '{');
	struct plan *p = &s->plan;
	const char *seed = json_text(in, o, "seed", NULL);
	struct json *codes = json_member(in, o, "ok_codes", '[');

	*p = plan_default();
	how_often(in, o, p);
	rule(in, o, p);
	p->hold = (enum hold)word_index(in, o, "hold", plan_hold_words, (int)p->hold);
	p->cpus = json_text(in, o, "cpus", NULL);
	p->cores = json_int(in, o, "cores", p->cores);
	p->entropy = (enum entropy)word_index(in, o, "entropy", plan_entropy_words, (int)p->entropy);
	p->hash_seed = json_int(in, o, "hash_seed", UNKNOWN);
	p->has_seed = seed != NULL;
	p->seed = seed ? strtoull(seed, NULL, 10) : 0;
	p->keep_env = json_text(in, o, "keep_env", NULL);
	p->clean_env = json_bool(in, o, "clean_env", false);
	p->stdin_path = json_text(in, o, "stdin", NULL);
	p->prepare = json_text(in, o, "prepare", NULL);
	p->conclude = json_text(in, o, "conclude", NULL);
	p->ignore_failure = json_bool(in, o, "ignore_failure", false);
	for (size_t i = 0; i < json_count(codes); i++) {
		int64_t code = json_item_int(in, codes, i, "ok_codes");

		if (code >= 0 && code < 256)
			p->ok_codes[code] = true;
	}
	p->metric = (enum metric)word_index(in, o, "metric", plan_metric_words, (int)p->metric);
	p->metric_name = json_text(in, o, "metric_name", NULL);
	p->metric_regex = json_text(in, o, "metric_regex", NULL);
	p->unit = json_text(in, o, "unit", NULL);
	s->order = json_text(in, o, "order", NULL);
}

static void host(struct json_in *in, struct json *line, struct session *s)
{
	struct json *o = json_member(in, line, "host", '{');
	struct json *cpus = json_member(in, line, "cpus", '{');
	struct json *held = json_member(in, line, "held", '[');

	s->facts = xcalloc(json_count(o), sizeof(*s->facts));
	for (size_t i = 0; i < json_count(o); i++) {
		const char *name = json_key(o, i);

		/* A later becalm may say more of a host than strings. */
		if (json_has_text(o, name))
			s->facts[s->fact_count++] =
				(struct fact){ name, json_text(in, o, name, NULL) };
	}
	s->cpus = json_text(in, cpus, "measured", NULL);
	s->cpus_launcher = json_text(in, cpus, "launcher", NULL);
	s->cpus_why = json_text(in, cpus, "why", NULL);
	s->cpus_total = json_int(in, cpus, "total", UNKNOWN);
	s->held = xcalloc(json_count(held), sizeof(*s->held));
	for (size_t i = 0; i < json_count(held); i++) {
		struct json *h = json_item(in, held, i, "held", '{');

		s->held[s->held_count++] = (struct held){
			.name = json_text(in, h, "name", ""),
			.outcome = json_text(in, h, "outcome", ""),
			.reason = json_text(in, h, "reason", NULL),
			.before = json_text(in, h, "before", NULL),
			.after = json_text(in, h, "after", NULL),
		};
	}
}

static void surroundings(struct json_in *in, struct json *line, struct session *s)
{
	struct json *env = json_member(in, line, "env", '[');
	struct json *limits = json_member(in, line, "limits", '[');

	s->env = xcalloc(json_count(env), sizeof(*s->env));
	for (size_t i = 0; i < json_count(env); i++) {
		struct json *o = json_item(in, env, i, "env", '{');

		s->env[s->env_count++] = (struct variable){
			.name = json_text(in, o, "name", ""),
			.length = json_int(in, o, "length", UNKNOWN),
			.sha256 = json_text(in, o, "sha256", NULL),
			.value = json_text(in, o, "value", NULL),
		};
	}
	s->limits = xcalloc(json_count(limits), sizeof(*s->limits));
	for (size_t i = 0; i < json_count(limits); i++) {
		struct json *o = json_item(in, limits, i, "limits", '{');

		s->limits[s->limit_count++] = (struct limit){
			.name = json_text(in, o, "name", ""),
			.soft = json_int(in, o, "soft", UNKNOWN),
			.hard = json_int(in, o, "hard", UNKNOWN),
		};
	}
	s->cwd = json_text(in, line, "cwd", NULL);
	s->umask = json_int(in, line, "umask", UNKNOWN);
}

void decode_session(struct json_in *in, struct json *line, struct session *s)
{
	*s = (struct session){ .version = json_int(in, line, "version", UNKNOWN) };
	s->becalm_version = json_text(in, line, "becalm", NULL);
	s->started_ns = json_int(in, line, "started_ns", UNKNOWN);
	s->argv = words_of(in, line, "argv");
	commands(in, line, s);
	plan(in, line, s);
	host(in, line, s);
	surroundings(in, line, s);
	s->is_merged = json_count(json_member(in, line, "merged", '[')) > 0;
}

void decode_free_session(struct session *s)
{
	for (int i = 0; i < s->command_count; i++)
		free(s->commands[i].argv);
	free(s->argv);
	free(s->commands);
	free(s->facts);
	free(s->held);
	free(s->env);
	free(s->limits);
	*s = (struct session){ 0 };
}
