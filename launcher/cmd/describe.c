/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../run/command.h"
#include "../store/digest.h"

static const char *copy(const char *s)
{
	return s ? xstrdup(s) : NULL;
}

/* Rows own their words: the keeper that said some of them ends before the report. */
static struct held *add_held(struct description *d, const char *name, const char *outcome,
			     const char *reason)
{
	struct held *h = &d->held[d->session.held_count++];

	*h = (struct held){ .name = copy(name), .outcome = copy(outcome), .reason = copy(reason) };
	return h;
}

static void free_held(struct description *d)
{
	for (int i = 0; i < d->session.held_count; i++) {
		const struct held *h = &d->held[i];
		const char *const words[] = { h->name, h->outcome, h->reason, h->before, h->after };

		for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
			free((void *)words[k]);
	}
	free(d->held);
}

/* A knob, with what it was and is when that is one setting. */
static void add_knob(struct description *d, const struct keeper_row *row)
{
	const char *outcome = row->outcome == KEEPER_WOULD ? "refused" : keeper_outcome_words[row->outcome];
	struct held *h;

	if (row->outcome == KEEPER_LEFT)
		return;
	h = add_held(d, row->name, outcome, *row->reason ? row->reason : NULL);
	if (row->edit_count == 1) {
		h->before = copy(row->edits[0].before);
		h->after = copy(row->edits[0].after);
	}
}

/* Whether others may run on the measured CPUs. */
static void describe_others(struct description *d, const struct stage *s)
{
	const struct keeper_cage *cage = &s->holding.keeper.cage;
	char others[200];
	bool has_cage = s->holding.keeper.is_held && cage->form &&
			(!strcmp(cage->form, "shield") || !strcmp(cage->form, "partition"));

	if (!s->is_bound)
		return;
	(void)snprintf(others, sizeof(others), "other tasks on %s", name_of(&s->choice.measured).s);
	if (has_cage || s->choice.is_isolated)
		add_held(d, others, "held", NULL);
	else
		add_held(d, others, "left alone",
			 s->holding.keeper.is_held ? "others may run there" : s->holding.why_not);
}

/* What the keeper did; without one, what it could have done. */
static void describe_host(struct description *d, const struct stage *s)
{
	const struct keeper *k = &s->holding.keeper;

	for (int i = 0; i < k->row_count && s->holding.is_asking; i++)
		add_knob(d, &k->rows[i]);
	if (!s->holding.is_asking) {
		add_held(d, "clock", "left alone", s->holding.why_not);
		add_held(d, "interrupts", "left alone", s->holding.why_not);
	}
	describe_others(d, s);
}

static void describe_held(struct description *d, const struct stage *s, const struct plan *p)
{
	const char *usual = p->entropy == ENTROPY_FIXED	    ? "held"
			    : p->entropy == ENTROPY_SAMPLED ? "sampled"
							    : "left alone";

	d->held = xcalloc((size_t)s->holding.keeper.row_count + 8, sizeof(*d->held));
	if (s->why_random)
		add_held(d, "address layout", "unavailable", s->why_random);
	else
		add_held(d, "address layout", usual, NULL);
	if (s->base.has_own_seed && p->hash_seed == UNKNOWN)
		add_held(d, "hash seeds", p->entropy == ENTROPY_INHERIT ? usual : "held",
			 "PYTHONHASHSEED was set and is kept");
	else
		add_held(d, "hash seeds", p->hash_seed == UNKNOWN ? usual : "held", NULL);
	add_held(d, "environment size", usual, NULL);
	describe_host(d, s);
}

/* becalm's own command line, complete: `--resume` reads the plan from it. */
static void describe_argv(struct description *d, char **argv)
{
	int n = 0;
	int at = 0;

	while (argv[n])
		n++;
	d->argv = xcalloc((size_t)n + 2, sizeof(*d->argv));
	if (!strcmp(argv[0], "run") || !strcmp(argv[0], "versus"))
		d->argv[at++] = (char *)"becalm";
	memcpy(d->argv + at, argv, (size_t)n * sizeof(*argv));
	d->session.argv = d->argv;
}

/* Only what becalm or --env set is stored with its value. */
static bool is_public(const char *name, const struct plan *p)
{
	size_t n = strlen(name);

	if (!strncmp(name, "BECALM_", 7))
		return true;
	for (int i = 0; i < p->env_count; i++)
		if (!strncmp(p->env[i], name, n) && (p->env[i][n] == '=' || !p->env[i][n]))
			return true;
	return false;
}

static void describe_environment(struct description *d, const struct environ *base,
				 const struct plan *p)
{
	size_t n = (size_t)base->count;

	d->env = xcalloc(n, sizeof(*d->env));
	d->digests = xcalloc(n, sizeof(*d->digests));
	for (size_t i = 0; i < n; i++) {
		const char *var = base->vars[i];
		size_t name = strcspn(var, "=");
		const char *value = var[name] ? var + name + 1 : "";
		size_t start = d->words.n;

		text_add(&d->words, var, name + 1);
		d->words.s[d->words.n - 1] = '\0';
		d->env[i] = (struct variable){
			.name = (const char *)start, /* an offset until the text stops moving */
			.length = (int64_t)strlen(value),
			.sha256 = digest_bytes(value, strlen(value), d->digests[i]),
			.value = value,
		};
	}
	for (size_t i = 0; i < n; i++) {
		d->env[i].name = d->words.s + (size_t)d->env[i].name;
		if (!is_public(d->env[i].name, p))
			d->env[i].value = NULL;
	}
	d->session.env = d->env;
	d->session.env_count = base->count;
}

static void describe_limits(struct description *d)
{
	static const struct {
		const char *name;
		int which;
	} all[] = { { "stack", RLIMIT_STACK },	 { "as", RLIMIT_AS },	  { "data", RLIMIT_DATA },
		    { "nofile", RLIMIT_NOFILE }, { "nproc", RLIMIT_NPROC }, { "memlock", RLIMIT_MEMLOCK },
		    { "core", RLIMIT_CORE } };
	struct rlimit l;
	int n = 0;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!getrlimit((__rlimit_resource_t)all[i].which, &l))
			d->limits[n++] = (struct limit){
				all[i].name,
				l.rlim_cur == RLIM_INFINITY ? -1 : (int64_t)l.rlim_cur,
				l.rlim_max == RLIM_INFINITY ? -1 : (int64_t)l.rlim_max,
			};
	d->session.limits = d->limits;
	d->session.limit_count = n;
}

static void describe_place(struct description *d)
{
	mode_t mask = umask(0);

	(void)umask(mask); /* there is no call that only reads it */
	d->session.umask = mask;
	if (getcwd(d->cwd, sizeof(d->cwd)))
		d->session.cwd = d->cwd;
}

void describe(struct description *d, const struct stage *s, const struct plan *p, char **argv,
	      bool is_saved)
{
	struct timespec t;
	struct fail unreadable; /* executable but not readable: no digest */

	*d = (struct description){ 0 };
	(void)clock_gettime(CLOCK_REALTIME, &t); /* cannot fail */
	d->command = (struct command_line){ .argv = p->argv, .path = s->path, .label = p->label };
	d->session = (struct session){
		.commands = &d->command,
		.command_count = 1,
		.plan = *p,
		.started_ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec,
		.cpus = s->is_bound ? cpus_format(&s->choice.measured, d->cpus, sizeof(d->cpus)) : "",
		.cpus_launcher = cpus_format(&s->choice.launcher, d->cpus_launcher,
					     sizeof(d->cpus_launcher)),
		.cpus_why = s->choice.why,
		.cpus_total = cpus_count(&s->topology.online),
	};
	describe_argv(d, argv);
	describe_held(d, s, p);
	d->session.held = d->held;
	if (!is_saved)
		return;
	if (!digest_file(s->path, d->sha256, &unreadable))
		d->command.sha256 = d->sha256;
	facts_read(&s->host, &s->topology, &s->given, &s->choice, &d->facts);
	d->session.facts = d->facts.rows;
	d->session.fact_count = d->facts.count;
	describe_environment(d, &s->base, p);
	describe_limits(d);
	describe_place(d);
}

void describe_drifted(struct description *d, const struct holding *h)
{
	char word[80];

	for (int i = 0; i < d->session.held_count && h->drifted[0]; i++) {
		struct held *row = &d->held[i];

		(void)snprintf(word, sizeof(word), ",%s,", row->name); /* knobs have short names */
		if (!strstr(h->drifted, word))
			continue;
		free((void *)row->outcome);
		free((void *)row->reason);
		row->outcome = copy("drifted");
		row->reason = copy("somebody else changed it during the session");
	}
}

void describe_free(struct description *d)
{
	free(d->argv);
	free_held(d);
	free(d->env);
	free(d->digests);
	text_free(&d->words);
	*d = (struct description){ 0 };
}

/* One CPU changes what these do (linux: availableParallelism, SerialGC, GOMAXPROCS). */
static const char *managed_runtime(const char *path)
{
	static const char *const names[] = { "java", "node", "dotnet", "mono", "ghc", "sbcl", NULL };
	const char *base = strrchr(path, '/');

	base = base ? base + 1 : path;
	for (const char *const *name = names; *name; name++)
		if (!strcmp(base, *name))
			return *name;
	return NULL;
}

static void describe_clock(const struct stage *s, struct sentences *out)
{
	char name[32];

	if (tree_peek(&s->host, "sys/devices/system/clocksource/clocksource0/current_clocksource", name,
		      sizeof(name)) &&
	    !facts_is_clock_quick(name))
		sentences_add(out, "the clock source is %s: reading it costs microseconds, short lengths "
				   "are mostly that", name);
}

void describe_remarks(const struct stage *s, const struct plan *p, struct sentences *out)
{
	const char *runtime = managed_runtime(s->path);
	const char *seed = environ_get(&s->base, "PYTHONHASHSEED");

	if (s->is_nested)
		sentences_add(out, "runs within another becalm: on the CPUs that it has, nothing else is held");
	if (command_remark(p->argv))
		sentences_add(out, "%s", command_remark(p->argv));
	if (seed && p->entropy != ENTROPY_INHERIT && p->hash_seed == UNKNOWN)
		sentences_add(out, "PYTHONHASHSEED=%.40s was set by you and is kept", seed);
	if (runtime && s->is_bound && cpus_count(&s->choice.measured) == 1)
		sentences_add(out,
			      "%s behaves differently on one CPU (collector, threads, compiler); "
			      "--cores N gives it more",
			      runtime);
	describe_clock(s, out);
	if (getenv("SUDO_COMMAND") && !strchr(p->argv[0], '/'))
		sentences_add(out, "sudo cleans the environment and sets its own PATH: the command is %s",
			      s->path);
	if (s->why_random)
		sentences_add(out, "address randomisation stays on: %s", s->why_random);
	for (int i = 0; i < s->choice.remarks.n; i++)
		sentences_add(out, "%s", s->choice.remarks.line[i]);
}
