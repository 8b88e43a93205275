/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../store/digest.h"

static int find_session(void *to, const struct session *s, struct fail *f)
{
	struct resumed *found = to;
	int n = 0;

	(void)f; /* cannot fail */
	while (s->argv && s->argv[n])
		n++;
	found->argv = xcalloc((size_t)n + 1, sizeof(*found->argv)); /* for the life of the program */
	for (int i = 0; i < n; i++)
		found->argv[i] = xstrdup(s->argv[i]);
	found->argc = n;
	found->is_versus = s->plan.rounds_most > 0;
	found->is_merged = s->is_merged;
	(void)snprintf(found->cwd, sizeof(found->cwd), "%s", s->cwd ? s->cwd : ""); /* fits */
	found->seed = s->plan.seed;
	found->programs = xcalloc((size_t)s->command_count, sizeof(*found->programs)); /* likewise */
	for (int i = 0; i < s->command_count; i++) {
		const struct command_line *c = &s->commands[i];

		if (c->path && c->sha256 && *c->sha256)
			found->programs[found->program_count++] =
				(struct resumed_program){ xstrdup(c->path), xstrdup(c->sha256) };
	}
	return 0;
}

static int find_end(void *to, const struct results_end *end, struct fail *f)
{
	struct resumed *found = to;

	(void)f; /* cannot fail */
	found->is_complete = end->is_complete;
	return 0;
}

/* FILE.partial when that is what is left, else FILE. */
static char *file_to_resume(const char *path)
{
	size_t size = strlen(path) + sizeof(".partial");
	char *partial = xcalloc(size, 1);

	(void)snprintf(partial, size, "%s.partial", path); /* fits */
	if (!access(partial, F_OK))
		return partial;
	free(partial);
	return xstrdup(path);
}

int resume_find(const char *path, struct resumed *out, struct fail *f)
{
	const struct results_sink sink = { .to = out, .session = find_session, .end = find_end };
	owns_mem char *file = file_to_resume(path);
	char shown[256];

	*out = (struct resumed){ 0 };
	if (results_read(file, &sink, f))
		return -1;
	out->file = realpath(file, NULL); /* for the life of the program */
	fail_quote(shown, sizeof(shown), file);
	if (out->is_merged)
		return fail_set(f, FAIL_USAGE, "--resume: '%s' was made by merge", shown);
	if (!out->is_complete && (out->argc < 2 || !out->file))
		return fail_set(f, FAIL_HOST, "'%s' does not say how its session was started", shown);
	return 0;
}

/* Processes of another program would be samples of another thing. */
static int check_program(const struct resumed_program *p, struct fail *f)
{
	char shown[256];
	char now[DIGEST_SIZE];
	struct fail unreadable;

	if (!digest_file(p->path, now, &unreadable) && !strcmp(now, p->sha256))
		return 0;
	return fail_set(f, FAIL_HOST, "cannot resume: '%s' is not the program any more that it was then",
			fail_quote(shown, sizeof(shown), p->path));
}

int resume_go_there(const struct resumed *r, struct fail *f)
{
	if (r->cwd[0] && chdir(r->cwd))
		return fail_sys(f, "cannot change to '%s', where that session was started", r->cwd);
	for (int i = 0; i < r->program_count; i++)
		if (check_program(&r->programs[i], f))
			return -1;
	return 0;
}

bool resume_is_same(char *const *a, char *const *b)
{
	for (; *a && *b; a++, b++)
		if (strcmp(*a, *b) != 0)
			return false;
	return !*a && !*b;
}

int resume_options(const struct run_options *typed, struct run_options *out, char ***argv,
		   struct fail *f)
{
	static struct resumed found; /* its words are the plan's */
	bool has_word;

	if (resume_find(typed->plan.resume_path, &found, f))
		return -1;
	if (found.is_versus)
		return fail_set(f, FAIL_USAGE, "--resume: that session is of versus: becalm versus --resume %s",
				typed->plan.resume_path);
	if (found.is_complete)
		return 0;
	has_word = !strcmp(found.argv[1], "run");
	if (run_options_parse(found.argc - has_word, found.argv + has_word, out, f))
		return fail_wrap(f, "the command line of that session");
	if (typed->plan.argv && !(out->plan.argv && resume_is_same(typed->plan.argv, out->plan.argv)))
		return fail_set(f, FAIL_USAGE, "--resume: '%s' was a session of another command", found.file);
	if (resume_go_there(&found, f))
		return -1;
	out->plan.resume_path = found.file;
	out->plan.quiet = typed->plan.quiet;
	out->plan.verbose = typed->plan.verbose;
	out->plan.seed = found.seed;
	out->plan.has_seed = true;
	*argv = found.argv;
	return 0;
}

/* What is counted while the finished invocations are read again. */
struct taken {
	struct recall recall;
	struct rounds *rounds;
};

static int take_session(void *to, const struct session *s, struct fail *f)
{
	struct taken *t = to;

	(void)f; /* cannot fail */
	recall_open(&t->recall, 1, s->plan.metric);
	return 0;
}

static int take_run(void *to, const struct invocation *v, const struct test *test,
		    const struct run *run, struct fail *f)
{
	struct taken *t = to;

	(void)f; /* cannot fail */
	recall_run(&t->recall, v, test, run);
	return 0;
}

static int take_invocation(void *to, const struct invocation *v, struct fail *f)
{
	struct taken *t = to;
	struct rounds *r = t->rounds;
	bool is_replaced = v->ended == ENDED_STOPPED || v->ended == ENDED_INTERRUPTED;

	(void)f; /* cannot fail */
	recall_invocation(&t->recall, v);
	if (v->is_calibrating)
		measure_counts(v, &r->counts);
	r->next = v->index;
	r->warmups += v->is_warmup && !v->failed;
	r->stop.made += !v->is_warmup && !v->is_calibrating && !is_replaced;
	r->started_ns -= v->wall_ns > 0 ? v->wall_ns : 0;
	return 0;
}

int resume_results(const struct plan *p, struct recalled *known, struct rounds *rounds,
		   struct results **out, struct fail *f)
{
	struct taken t = { .rounds = rounds };
	const struct results_sink sink = { .to = &t, .session = take_session, .run = take_run,
					   .invocation = take_invocation };

	if (results_resume(p->resume_path, &sink, out, f)) {
		recall_close(&t.recall);
		return -1;
	}
	*known = t.recall.commands[0];
	t.recall.commands[0] = (struct recalled){ 0 };
	recall_close(&t.recall);
	return 0;
}
