/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resume.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../store/digest.h"

struct found {
	char **argv;
	char cwd[PATH_MAX];
	char seed[24];
	char *program;	 /* its path */
	char sha256[65]; /* "": not known */
	bool is_complete;
};

static int find_session(void *to, const struct session *s, const struct json *raw, struct fail *f)
{
	struct found *found = to;
	size_t n = 0;

	(void)raw; /* the values are enough */
	(void)f;   /* cannot fail */
	while (s->argv && s->argv[n])
		n++;
	found->argv = xcalloc(n + 3, sizeof(*found->argv)); /* for the life of the program */
	for (size_t i = 0; i < n; i++)
		found->argv[i] = xstrdup(s->argv[i]);
	(void)snprintf(found->cwd, sizeof(found->cwd), "%s", s->cwd ? s->cwd : ""); /* fits */
	if (s->commands[0].path && s->commands[0].sha256) {
		found->program = xstrdup(s->commands[0].path);
		(void)snprintf(found->sha256, sizeof(found->sha256), "%s", s->commands[0].sha256); /* fits */
	}
	(void)snprintf(found->seed, sizeof(found->seed), "%llx", (unsigned long long)s->plan.seed); /* fits */
	return 0;
}

static int find_end(void *to, const struct results_end *end, struct fail *f)
{
	struct found *found = to;

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

static int same_command(char *const *a, char *const *b)
{
	for (; *a && *b; a++, b++)
		if (strcmp(*a, *b) != 0)
			return 0;
	return !*a && !*b;
}

static int read_found(const char *path, struct found *found, struct fail *f)
{
	const struct results_sink sink = { .to = found, .session = find_session, .end = find_end };
	char shown[256];

	if (results_read(path, &sink, f))
		return -1;
	if (found->is_complete)
		return 0;
	if (!found->argv || !found->argv[0])
		return fail_set(f, FAIL_HOST, "'%s' does not say how its session was started",
				fail_quote(shown, sizeof(shown), path));
	return 0;
}

/* Processes of another program would be samples of another thing. */
static int check_program(const struct found *found, struct fail *f)
{
	char shown[256];
	char now[65];
	struct fail unreadable;

	if (!found->sha256[0] ||
	    (!digest_file(found->program, now, &unreadable) && !strcmp(now, found->sha256)))
		return 0;
	return fail_set(f, FAIL_HOST, "--resume: '%s' is no longer the program that the session measured "
			"(its SHA-256 differs)", fail_quote(shown, sizeof(shown), found->program));
}

int resume_options(const struct run_options *typed, struct run_options *out, char ***argv,
		   struct fail *f)
{
	owns_mem char *file = file_to_resume(typed->plan.resume_path);
	owns_mem char *whole = realpath(file, NULL);
	static struct found found; /* its words are the plan's */
	int argc = 0;
	bool has_word;

	if (read_found(file, &found, f))
		return -1;
	if (found.is_complete)
		return 0;
	has_word = found.argv[1] && !strcmp(found.argv[1], "run");
	while (found.argv[argc])
		argc++;
	if (run_options_parse(argc - has_word, found.argv + has_word, out, f))
		return fail_wrap(f, "the command line of that session");
	if (typed->plan.argv && !(out->plan.argv && same_command(typed->plan.argv, out->plan.argv)))
		return fail_set(f, FAIL_USAGE, "--resume: '%s' was a session of another command", file);
	if (found.cwd[0] && chdir(found.cwd))
		return fail_sys(f, "cannot change to '%s', where that session was started", found.cwd);
	if (check_program(&found, f))
		return -1;
	out->plan.resume_path = keep_mem(&whole);
	out->plan.quiet = typed->plan.quiet;
	out->plan.verbose = typed->plan.verbose;
	out->plan.seed = strtoull(found.seed, NULL, 16);
	out->plan.has_seed = true;
	*argv = found.argv;
	return 0;
}

/* What is counted while the finished invocations are read again. */
struct taken {
	struct recall recall;
	struct rounds *rounds;
};

static int take_session(void *to, const struct session *s, const struct json *raw, struct fail *f)
{
	struct taken *t = to;

	(void)raw; /* the values are enough */
	(void)f;   /* cannot fail */
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

static int take_invocation(void *to, const struct invocation *v, const struct json *raw,
			   struct fail *f)
{
	struct taken *t = to;
	struct rounds *r = t->rounds;
	bool is_replaced = v->ended == ENDED_STOPPED || v->ended == ENDED_INTERRUPTED;

	(void)raw; /* the values are enough */
	(void)f;   /* cannot fail */
	recall_invocation(&t->recall, v);
	r->next = v->index;
	r->warmups += v->is_warmup && !v->failed;
	r->stop.made += !v->is_warmup && !is_replaced;
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
