/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "encode.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "json.h"

static void start(struct text *out, const char *kind)
{
	json_open(out, NULL, '{');
	json_put_string(out, "line", kind);
}

static void finish(struct text *out)
{
	json_close(out, '}');
	text_add(out, "\n", 1);
}

/* Members that are only there when they say something. */
static void put_true(struct text *out, const char *key, bool value)
{
	if (value)
		json_put_bool(out, key, true);
}

static void put_some(struct text *out, const char *key, const char *value)
{
	if (value)
		json_put_string(out, key, value);
}

static void put_words(struct text *out, const char *key, char **words)
{
	json_open(out, key, '[');
	for (; words && *words; words++)
		json_put_string(out, NULL, *words);
	json_close(out, ']');
}

static void put_commands(struct text *out, const struct session *s)
{
	json_open(out, "commands", '[');
	for (int i = 0; i < s->command_count; i++) {
		const struct command_line *c = &s->commands[i];

		json_open(out, NULL, '{');
		put_words(out, "argv", c->argv);
		json_put_string(out, "path", c->path);
		json_put_string(out, "sha256", c->sha256);
		json_put_string(out, "label", c->label);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_rule(struct text *out, const struct plan *p)
{
	json_put_int(out, "rounds_least", p->rounds_least);
	json_put_int(out, "rounds_most", p->rounds_most);
	json_put_real(out, "alpha", p->alpha);
	json_put_real(out, "margin", p->margin);
	json_put_real(out, "min_effect_ns", p->min_effect_ns);
	json_put_real(out, "max_slowdown", p->max_slowdown < 0 ? (double)NAN : p->max_slowdown);
}

static void put_plan(struct text *out, const struct session *s)
{
	const struct plan *p = &s->plan;
	char seed[24];

	json_open(out, "plan", '{');
	json_put_int(out, "invocations", p->invocations);
	json_put_real(out, "precision", p->precision);
	json_put_int(out, "least", p->least);
	json_put_int(out, "budget_ns", p->budget_ns);
	json_put_int(out, "warmup", p->warmup);
	json_put_int(out, "timeout_ns", p->timeout_ns);
	json_put_string(out, "hold", plan_hold_words[p->hold]);
	json_put_string(out, "cpus", p->cpus);
	json_put_int(out, "cores", p->cores);
	json_put_string(out, "entropy", plan_entropy_words[p->entropy]);
	json_put_known(out, "hash_seed", p->hash_seed);
	/* A string: as a number it would lose digits in most other readers. */
	(void)snprintf(seed, sizeof(seed), "%llu", (unsigned long long)p->seed); /* fits */
	json_put_string(out, "seed", p->has_seed ? seed : NULL);
	json_put_string(out, "keep_env", p->keep_env);
	json_put_bool(out, "clean_env", p->clean_env);
	json_put_string(out, "stdin", p->stdin_path);
	json_put_string(out, "prepare", p->prepare);
	json_put_string(out, "conclude", p->conclude);
	json_put_bool(out, "ignore_failure", p->ignore_failure);
	json_open(out, "ok_codes", '[');
	for (int code = 0; code < 256; code++)
		if (p->ok_codes[code])
			json_put_int(out, NULL, code);
	json_close(out, ']');
	json_put_string(out, "metric", plan_metric_words[p->metric]);
	json_put_string(out, "metric_name", p->metric_name);
	json_put_string(out, "metric_regex", p->metric_regex);
	json_put_string(out, "unit", p->unit);
	json_put_string(out, "order", s->order);
	if (p->rounds_most)
		put_rule(out, p);
	json_close(out, '}');
}

static void put_host(struct text *out, const struct session *s)
{
	json_open(out, "host", '{');
	for (int i = 0; i < s->fact_count; i++)
		json_put_string(out, s->facts[i].name, s->facts[i].value);
	json_close(out, '}');
	json_open(out, "cpus", '{');
	json_put_string(out, "measured", s->cpus);
	json_put_string(out, "launcher", s->cpus_launcher);
	json_put_string(out, "why", s->cpus_why);
	json_put_known(out, "total", s->cpus_total);
	json_close(out, '}');
	json_open(out, "held", '[');
	for (int i = 0; i < s->held_count; i++) {
		json_open(out, NULL, '{');
		json_put_string(out, "name", s->held[i].name);
		json_put_string(out, "outcome", s->held[i].outcome);
		put_some(out, "reason", s->held[i].reason);
		put_some(out, "before", s->held[i].before);
		put_some(out, "after", s->held[i].after);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_surroundings(struct text *out, const struct session *s)
{
	json_open(out, "env", '[');
	for (int i = 0; i < s->env_count; i++) {
		json_open(out, NULL, '{');
		json_put_string(out, "name", s->env[i].name);
		json_put_known(out, "length", s->env[i].length);
		json_put_string(out, "sha256", s->env[i].sha256);
		put_some(out, "value", s->env[i].value);
		json_close(out, '}');
	}
	json_close(out, ']');
	json_open(out, "limits", '[');
	for (int i = 0; i < s->limit_count; i++) {
		json_open(out, NULL, '{');
		json_put_string(out, "name", s->limits[i].name);
		json_put_known(out, "soft", s->limits[i].soft);
		json_put_known(out, "hard", s->limits[i].hard);
		json_close(out, '}');
	}
	json_close(out, ']');
	json_put_string(out, "cwd", s->cwd);
	json_put_known(out, "umask", s->umask);
}

/* Also as a date, for people with a text editor; it is never read back. */
static void put_time(struct text *out, const char *key, const char *key_ns, int64_t ns)
{
	time_t seconds = (time_t)(ns / 1000000000);
	char date[40] = "";
	struct tm tm;

	json_put_known(out, key_ns, ns);
	if (ns != UNKNOWN && gmtime_r(&seconds, &tm) &&
	    strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm))
		json_put_string(out, key, date);
}

void encode_session(const struct session *s, struct text *out)
{
	start(out, "session");
	json_put_string(out, "format", "becalm-results");
	json_put_int(out, "version", RESULTS_VERSION);
	json_put_string(out, "becalm", BECALM_VERSION);
	put_time(out, "started", "started_ns", s->started_ns);
	put_words(out, "argv", s->argv);
	put_commands(out, s);
	put_plan(out, s);
	put_host(out, s);
	put_surroundings(out, s);
	finish(out);
}

void encode_run(const struct run *run, struct waiting *w)
{
	json_open(&w->rows, NULL, '[');
	json_put_known(&w->rows, NULL, run->iters);
	if (strcmp(w->unit, "ns")) {
		json_put_real(&w->rows, NULL, run->value);
	} else {
		json_put_known(&w->rows, NULL, run->timed_ns);
		json_put_known(&w->rows, NULL, run->wall_ns);
	}
	if (run->is_cut)
		json_put_string(&w->rows, NULL, "cut");
	if (run->is_warmup)
		json_put_string(&w->rows, NULL, "warmup");
	json_close(&w->rows, ']');
	w->count++;
}

static void put_rows(struct text *out, const struct waiting *w)
{
	json_open(out, "runs", '[');
	text_puts(out, text_of(&w->rows));
	json_close(out, ']');
}

void encode_runs(int64_t invocation, const struct waiting *w, struct text *out)
{
	start(out, "runs");
	json_put_int(out, "invocation", invocation);
	json_put_int(out, "command", w->command);
	json_put_string(out, "test", w->name);
	json_put_string(out, "unit", w->unit);
	put_rows(out, w);
	finish(out);
}

static const struct waiting *runs_of(const char *name, const struct waiting *waiting, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(waiting[i].name, name))
			return &waiting[i];
	return NULL;
}

static void put_counters(struct text *out, const struct test *t)
{
	json_open(out, "counters", '{');
	for (int i = 0; i < t->counter_count; i++) {
		const struct counter *c = &t->counters[i];

		if (c->why) {
			json_open(out, c->name, '{');
			json_put_string(out, "unavailable", c->why);
			json_close(out, '}');
		} else {
			json_put_int(out, c->name, c->total);
		}
	}
	json_close(out, '}');
}

static void put_test(struct text *out, const struct test *t, const struct waiting *w)
{
	json_open(out, NULL, '{');
	json_put_string(out, "name", t->name);
	json_put_string(out, "unit", t->unit && t->unit[0] ? t->unit : "ns");
	if (t->mode && t->mode[0])
		json_put_string(out, "mode", t->mode);
	if (t->iters != UNKNOWN)
		json_put_int(out, "iters", t->iters);
	if (t->declared > 0)
		json_put_real(out, "declared", t->declared);
	if (t->timer_ns >= 0)
		json_put_real(out, "timer_ns", t->timer_ns);
	json_put_known(out, "count", t->runs);
	if (t->invalid)
		json_put_int(out, "invalid", t->invalid);
	if (t->counter_count)
		put_counters(out, t);
	if (w && w->count)
		put_rows(out, w);
	json_close(out, '}');
}

/* 'near' is where it is, most often. */
static bool has_test(const struct invocation *v, const char *name, size_t near)
{
	if (near < (size_t)v->test_count && !strcmp(v->tests[near].name, name))
		return true;
	for (int i = 0; i < v->test_count; i++)
		if (!strcmp(v->tests[i].name, name))
			return true;
	return false;
}

static void put_tests(struct text *out, const struct invocation *v, const struct waiting *waiting,
		      size_t n)
{
	json_open(out, "tests", '[');
	for (int i = 0; i < v->test_count; i++) {
		/* Most often in the same order. */
		const struct waiting *w = (size_t)i < n && !strcmp(waiting[i].name, v->tests[i].name)
						  ? &waiting[i]
						  : runs_of(v->tests[i].name, waiting, n);

		put_test(out, &v->tests[i], w);
	}
	for (size_t i = 0; i < n; i++) {
		struct test t = { .name = waiting[i].name, .unit = waiting[i].unit,
				  .iters = UNKNOWN, .timer_ns = -1, .runs = waiting[i].count };

		if (waiting[i].count && !has_test(v, t.name, i))
			put_test(out, &t, &waiting[i]);
	}
	json_close(out, ']');
}

static void put_exit(struct text *out, const struct invocation *v)
{
	static const char *const keys[] = { [ENDED_EXIT] = "status",
					    [ENDED_SIGNAL] = "signal",
					    [ENDED_TIMEOUT] = "timeout",
					    [ENDED_STOPPED] = "stopped",
					    [ENDED_INTERRUPTED] = "interrupted" };

	json_open(out, "exit", '{');
	if (v->ended == ENDED_TIMEOUT)
		json_put_bool(out, keys[v->ended], true);
	else
		json_put_known(out, keys[v->ended], v->code);
	json_close(out, '}');
}

static void put_witness(struct text *out, const struct witness *w)
{
	json_open(out, "witness", '{');
	json_put_known(out, "switches_involuntary", w->switches_involuntary);
	json_put_known(out, "switches_voluntary", w->switches_voluntary);
	json_put_known(out, "faults_minor", w->faults_minor);
	json_put_known(out, "faults_major", w->faults_major);
	json_put_known(out, "wait_ns", w->wait_ns);
	json_put_known(out, "interrupts", w->interrupts);
	json_put_known(out, "steal_ns", w->steal_ns);
	json_put_known(out, "personality", w->personality);
	json_close(out, '}');
}

static void put_notes(struct text *out, const struct invocation *v)
{
	if (!v->note_count)
		return;
	json_open(out, "notes", '[');
	for (int i = 0; i < v->note_count; i++) {
		json_open(out, NULL, '{');
		put_some(out, "level", v->notes[i].level);
		put_some(out, "code", v->notes[i].code);
		put_some(out, "name", v->notes[i].name);
		put_some(out, "text", v->notes[i].text);
		json_close(out, '}');
	}
	json_close(out, ']');
}

void encode_invocation(const struct invocation *v, const struct waiting *waiting, size_t n,
		       struct text *out)
{
	start(out, "invocation");
	json_put_int(out, "index", v->index);
	json_put_int(out, "round", v->round);
	json_put_int(out, "command", v->command);
	put_true(out, "warmup", v->is_warmup);
	put_true(out, "calibrating", v->is_calibrating);
	put_some(out, "failed", v->failed);
	put_some(out, "disturbed", v->disturbed);
	json_open(out, "draw", '{');
	json_put_known(out, "hash_seed", v->draw.hash_seed);
	json_put_int(out, "pad", v->draw.pad);
	json_put_bool(out, "aslr_off", v->draw.is_aslr_off);
	json_close(out, '}');
	json_put_known(out, "started_ns", v->started_ns);
	json_put_known(out, "wall_ns", v->wall_ns);
	json_put_known(out, "user_ns", v->user_ns);
	json_put_known(out, "sys_ns", v->sys_ns);
	json_put_known(out, "max_rss_kib", v->max_rss_kib);
	put_exit(out, v);
	put_witness(out, &v->witness);
	put_tests(out, v, waiting, n);
	put_notes(out, v);
	finish(out);
}

void encode_end(const struct results_end *end, struct text *out)
{
	start(out, "end");
	json_put_bool(out, "complete", end->is_complete);
	json_put_string(out, "why", end->why);
	put_time(out, "ended", "ended_ns", end->ended_ns);
	json_put_int(out, "invocations", end->invocations);
	json_put_int(out, "failed", end->failed);
	json_put_int(out, "disturbed", end->disturbed);
	json_put_bool(out, "restored", end->is_restored);
	json_put_string(out, "not_restored", end->not_restored);
	finish(out);
}
