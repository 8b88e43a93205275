/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * becalm compare: verdicts from results files. The files are read one inside the other: a
 * session lives until its file is read, and all of them are needed for the verdict.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../report/contrast.h"
#include "../store/results.h"
#include "command.h"
#include "compare.h"
#include "contrast_json.h"
#include "unlike.h"

static int read_next(struct compare *c, struct fail *f);

static int on_session(void *to, const struct session *session, struct fail *f)
{
	struct compare *c = to;
	struct source *s = &c->sources[c->count];
	const struct compare_options *o = &c->options;

	(void)f; /* cannot fail */
	s->session = session;
	recall_open(&s->recall, session->command_count,
		    o->has_metric ? o->metric : session->plan.metric);
	pairs_open(&s->pairs, session->command_count);
	return 0;
}

static int on_run(void *to, const struct invocation *v, const struct test *t, const struct run *run,
		  struct fail *f)
{
	struct compare *c = to;

	(void)f; /* cannot fail */
	recall_run(&c->sources[c->count].recall, v, t, run);
	return 0;
}

static int on_invocation(void *to, const struct invocation *v, struct fail *f)
{
	struct compare *c = to;
	struct source *s = &c->sources[c->count];

	(void)f; /* cannot fail */
	recall_invocation(&s->recall, v);
	pairs_take(&s->pairs, v, &s->recall.commands[v->command].series);
	return 0;
}

static int on_end(void *to, const struct results_end *end, struct fail *f)
{
	struct compare *c = to;
	char shown[200];

	if (!end->is_complete)
		sentences_add(&c->remarks, "'%s' is not complete: %s",
			      fail_quote(shown, sizeof(shown), c->sources[c->count].path),
			      end->why ? end->why : "it ended early");
	if (!c->count && end->ended_ns != UNKNOWN)
		c->contrast.took_ns = end->ended_ns - c->sources[0].session->started_ns;
	c->count++;
	return read_next(c, f);
}

/* Every command of every file is a side. */
static int add_sides(struct compare *c, struct fail *f)
{
	struct duel *d = &c->duel;

	for (int i = 0; i < c->count; i++) {
		const struct source *s = &c->sources[i];

		for (int k = 0; k < s->session->command_count; k++) {
			if (d->side_count == DUEL_SIDES)
				return fail_set(f, FAIL_USAGE, "compare: more than %d commands", DUEL_SIDES);
			c->contrast.sides[d->side_count] = (struct contrast_side){
				&s->session->commands[k], s->path, c->options.labels[d->side_count] };
			d->sides[d->side_count++] = (struct duel_side){ &s->pairs, k };
		}
	}
	if (d->side_count < 2)
		return fail_set(f, FAIL_USAGE,
				"compare: one command cannot be compared with itself; give a second file");
	return 0;
}

/*
 * A versus session has looked at its data while it went on; judging it again by its own
 * looks gives its own verdict. Anything else is looked at once.
 */
static void judge(struct compare *c)
{
	const struct plan *p = &c->sources[0].session->plan;
	struct verdict_rule rule = compare_rule(&c->options, c->count == 1 ? p : NULL);

	c->contrast.rule = rule;
	if (c->count == 1 && p->rounds_most) {
		struct looks l = compare_looks(&c->sources[0]);

		c->contrast.session = c->sources[0].session;
		duel_replay(&c->duel, &l, &rule, c->sources[0].pairs.rounds);
	} else {
		duel_judge(&c->duel, &rule);
	}
	duel_finish(&c->duel);
}

static int status_of(struct compare *c)
{
	int status = c->duel.is_judged ? suite_status(&c->duel.suite) : 2;
	bool is_missing = false;

	for (size_t i = 0; i < c->duel.lone_count; i++)
		is_missing |= c->duel.lone[i].side == 0;
	if (c->unlike[0] && !c->options.allow_unlike)
		return 2;
	c->unlike[0] = '\0';
	if (is_missing && !c->options.allow_missing && status != 1)
		return 2;
	return status == 2 && c->options.is_undecided_ok ? 0 : status;
}

static void add_remarks(struct compare *c)
{
	const struct session *first = c->sources[0].session;

	for (int i = 1; i < c->count; i++) {
		unlike_sessions(first, c->sources[i].session, c->sources[i].path, &c->remarks, c->unlike,
				sizeof(c->unlike));
		unlike_programs(first, c->sources[i].session, &c->remarks);
	}
	if (c->count == 1 && first->is_merged && first->plan.rounds_most)
		sentences_add(&c->remarks, "merged sessions are judged in one look: right when all were planned, "
					   "not when one was added because those before were undecided");
	for (int i = 0; i < c->count; i++)
		c->contrast.is_fixed |= c->sources[i].session->plan.entropy == ENTROPY_FIXED;
	if (c->contrast.is_fixed && c->contrast.rule.max_slowdown >= 0)
		sentences_add(&c->remarks, "a gate on --entropy=fixed judges one layout, not the program");
	if (c->count > 1)
		sentences_add(&c->remarks, "not measured side by side: drift of the machine is not "
					   "controlled (becalm versus does)");
	for (int i = 0; i < c->options.rename_count; i++)
		if (!c->options.is_used[i])
			sentences_add(&c->remarks, "--rename %s: '%s' has no such test",
				      c->options.renames[i], c->sources[0].path);
	for (int i = 0; i < c->remarks.n; i++)
		c->lines[i] = c->remarks.line[i];
	c->contrast.remarks = c->lines;
	c->contrast.remark_count = c->remarks.n;
}

static int show(struct compare *c, struct fail *f)
{
	struct look look = look_of(STDOUT_FILENO, c->options.color);
	owns_text struct text out = { 0 };

	contrast_out(&c->contrast, c->options.format, &look, &out);
	(void)fwrite(text_of(&out), 1, out.n, stdout); /* main looks at ferror() */
	if (contrast_out_github(&c->contrast, f))
		return -1;
	if (c->options.verdict_path)
		return contrast_json_file(&c->contrast, c->options.verdict_path, f);
	return 0;
}

/* All files are read and their sessions alive. */
static int conclude(struct compare *c, struct fail *f)
{
	if (c->options.is_sessions)
		return compare_sessions(c, f);
	if (add_sides(c, f))
		return -1;
	c->duel.renamed = compare_renamed;
	c->duel.to = &c->options;
	c->contrast.duel = &c->duel;
	judge(c);
	add_remarks(c);
	c->status = status_of(c);
	c->contrast.status = c->status;
	c->contrast.unlike = c->unlike[0] ? c->unlike : NULL;
	return show(c, f);
}

static int read_next(struct compare *c, struct fail *f)
{
	const struct results_sink sink = { .to = c,
					   .session = on_session,
					   .run = on_run,
					   .invocation = on_invocation,
					   .end = on_end };

	if (c->count == c->options.file_count)
		return conclude(c, f);
	c->sources[c->count].path = c->options.files[c->count];
	return results_read(c->options.files[c->count], &sink, f);
}

static void close_sources(struct compare *c)
{
	duel_free(&c->duel);
	for (int i = 0; i < COMPARE_FILES; i++) {
		pairs_free(&c->sources[i].pairs);
		recall_close(&c->sources[i].recall);
	}
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	static struct compare c; /* large for a stack */
	owns_text struct text help = { 0 };
	int rc;

	if (compare_options_parse(argc, argv, &c.options, f))
		return -1;
	if (c.options.wants_help) {
		compare_options_help(&help);
		(void)fputs(text_of(&help), stdout); /* main looks at ferror() */
		return 0;
	}
	rc = read_next(&c, f);
	*end = (struct ending){ .status = c.status };
	close_sources(&c);
	return rc;
}

const struct command command_compare = {
	.name = "compare",
	.summary = "verdicts from results files",
	.run = run,
};
