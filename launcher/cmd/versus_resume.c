/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "versus_resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/owns.h"
#include "unlike.h"

static int same_commands(const struct versus_options *typed, const struct versus_options *found,
			 const char *file, struct fail *f)
{
	bool is_same = typed->command_count == found->command_count;

	for (int i = 0; i < typed->command_count && is_same; i++)
		is_same = resume_is_same(typed->commands[i], found->commands[i]);
	if (is_same || !typed->command_count)
		return 0;
	return fail_set(f, FAIL_USAGE, "--resume: '%s' was a session of other commands", file);
}

/* A file that was named here is meant from here, not from where the session was started. */
static const char *from_here(const char *path)
{
	owns_mem char *here = getcwd(NULL, 0);
	owns_text struct text whole = { 0 };

	if (!path || path[0] == '/' || !here)
		return path;
	text_printf(&whole, "%s/%s", here, path);
	return xstrdup(text_of(&whole)); /* for the life of the program */
}

int versus_resume_options(const struct versus_options *typed, struct versus_options *out,
			  char ***argv, struct fail *f)
{
	static struct resumed found; /* its words are the plan's */
	char **words;

	if (resume_find(typed->run.plan.resume_path, &found, f))
		return -1;
	*out = (struct versus_options){ .command_count = 0 };
	if (!found.is_versus)
		return fail_set(f, FAIL_USAGE, "--resume: that session is none of versus: becalm --resume %s",
				typed->run.plan.resume_path);
	if (found.is_complete)
		return 0;
	words = xcalloc((size_t)found.argc + 1, sizeof(*words)); /* likewise: the parser cuts it */
	memcpy(words, found.argv, (size_t)found.argc * sizeof(*words));
	if (versus_options_parse(found.argc - 1, words + 1, out, f))
		return fail_wrap(f, "the command line of that session");
	if (same_commands(typed, out, found.file, f))
		return -1;
	out->format = typed->format;
	out->verdict_path = from_here(typed->verdict_path);
	out->is_undecided_ok |= typed->is_undecided_ok;
	if (resume_go_there(&found, f))
		return -1;
	out->run.plan.resume_path = found.file;
	out->run.plan.quiet = typed->run.plan.quiet;
	out->run.plan.verbose = typed->run.plan.verbose;
	out->run.plan.color = typed->run.plan.color;
	out->run.plan.seed = found.seed;
	out->run.plan.has_seed = true;
	*argv = found.argv;
	return 0;
}

/* What is counted while the finished invocations are read again. */
struct taken {
	const struct session *now;
	struct recall recall;
	struct bouts *bouts;
	struct text *counts;
};

static int check_commands(const struct session *then, const struct session *now, struct fail *f)
{
	if (then->command_count == now->command_count)
		return 0;
	return fail_set(f, FAIL_HOST, "cannot resume: that session has %d commands, not %d",
			then->command_count, now->command_count);
}

static int take_session(void *to, const struct session *s, struct fail *f)
{
	struct taken *t = to;
	struct sentences unused = { 0 };
	char why[400] = "";

	if (check_commands(s, t->now, f))
		return -1;
	unlike_sessions(s, t->now, "this session", &unused, why, sizeof(why));
	if (why[0])
		return fail_set(f, FAIL_HOST, "cannot resume: %s", why);
	recall_open(&t->recall, s->command_count, s->plan.metric);
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

/* Only these count as the command's invocation of its round; others are made again. */
static bool is_made(const struct invocation *v, const struct plan *p)
{
	if (v->ended == ENDED_STOPPED || v->ended == ENDED_INTERRUPTED || v->is_calibrating)
		return false;
	return !v->failed || p->ignore_failure;
}

static void take_place(struct taken *t, const struct invocation *v)
{
	struct bouts *b = t->bouts;
	bool is_whole = true;

	if (!is_made(v, b->plan))
		return;
	b->is_done[v->command] = true;
	for (int i = 0; i < b->commands; i++)
		is_whole &= b->is_done[i];
	if (!is_whole)
		return;
	memset(b->is_done, 0, sizeof(b->is_done));
	*(v->is_warmup ? &b->warmups : &b->rounds) = v->round;
}

static int take_invocation(void *to, const struct invocation *v, struct fail *f)
{
	struct taken *t = to;
	struct bouts *b = t->bouts;

	(void)f; /* cannot fail */
	recall_invocation(&t->recall, v);
	pairs_take(b->pairs, v, &t->recall.commands[v->command].series);
	if (v->is_calibrating)
		measure_counts(v, t->counts);
	b->next = v->index;
	b->earlier_ns += v->wall_ns > 0 ? v->wall_ns : 0;
	take_place(t, v);
	return 0;
}

int versus_resume_results(const char *path, const struct session *now, struct bouts *b,
			  struct text *counts, struct results **out, struct fail *f)
{
	struct taken t = { .now = now, .bouts = b, .counts = counts };
	const struct results_sink sink = { .to = &t, .session = take_session, .run = take_run,
					   .invocation = take_invocation };
	int error = results_resume(path, &sink, out, f);

	for (int i = 0; i < t.recall.count && !error; i++) {
		b->known[i] = t.recall.commands[i];
		t.recall.commands[i] = (struct recalled){ 0 };
	}
	recall_close(&t.recall);
	return error;
}
