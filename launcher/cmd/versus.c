/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * becalm versus: measure commands side by side until it is clear which is slower. The story
 * of a session is run_session() at the foot.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../report/contrast.h"
#include "../report/headline.h"
#include "../run/command.h"
#include "../store/digest.h"
#include "bouts.h"
#include "command.h"
#include "contrast_json.h"
#include "describe.h"
#include "stage.h"
#include "versus_resume.h"

/* One of the commands: its own plan, because the words differ, and its own samples. */
struct contender {
	struct plan plan;
	char *path;
	char sha256[65];
};

struct session_versus {
	struct versus_options options;
	char **argv;
	struct stage stage;
	struct description description;
	struct command_line lines[DUEL_SIDES];
	struct contender contenders[DUEL_SIDES];
	struct measure measures[DUEL_SIDES];
	struct recalled known[DUEL_SIDES];
	int opened; /* measures */
	struct results *results;
	struct text counts; /* of iterations, found before a resume */
	struct pairs pairs;
	struct looks looks;
	struct verdict_rule rule;
	struct duel duel;
	struct bouts bouts;
};

static int settle_plan(struct session_versus *s, struct fail *f)
{
	struct plan *p = &s->options.run.plan;
	const struct versus_options typed = s->options;

	if (p->resume_path && versus_resume_options(&typed, &s->options, &s->argv, f))
		return -1;
	if (!s->options.command_count)
		return 0;
	if (!p->has_seed && getrandom(&p->seed, sizeof(p->seed), 0) != sizeof(p->seed))
		return fail_sys(f, "cannot draw a random seed");
	p->has_seed = true; /* the order of rounds is drawn whatever the entropy */
	p->output = p->output == OUTPUT_DEFAULT ? OUTPUT_CAPTURE : p->output;
	s->looks = looks_plan(p->rounds_least, p->rounds_most);
	s->rule = (struct verdict_rule){ .alpha = p->alpha,
					 .p = p->alpha,
					 .margin = p->margin,
					 .min_effect = p->min_effect_ns,
					 .max_slowdown = p->max_slowdown };
	return 0;
}

static int read_machine(struct session_versus *s, struct fail *f)
{
	const struct plan *p = &s->options.run.plan;
	struct fail unreadable; /* executable but not readable: no digest */

	if (stage_look(&s->stage, p, f))
		return -1;
	for (int i = 0; i < s->options.command_count; i++) {
		struct contender *c = &s->contenders[i];

		c->plan = *p;
		c->plan.argv = s->options.commands[i];
		c->path = command_resolve(c->plan.argv[0], environ_get(&s->stage.base, "PATH"), f);
		if (!c->path)
			return -1;
		s->lines[i] = (struct command_line){ .argv = c->plan.argv, .path = c->path,
						     .label = s->options.labels[i] };
		if (!digest_file(c->path, c->sha256, &unreadable))
			s->lines[i].sha256 = c->sha256;
	}
	describe_remarks(&s->stage, p, &s->stage.remarks);
	return 0;
}

/* The first line says the longest it can take. */
static void say_plan(const struct session_versus *s)
{
	const struct plan *p = &s->options.run.plan;
	owns_text struct text budget = { 0 };

	if (p->quiet)
		return;
	(void)fprintf(stderr, "becalm: %d commands, ", s->options.command_count);
	if (p->rounds_least == p->rounds_most)
		(void)fprintf(stderr, "%lld rounds", (long long)p->rounds_most);
	else
		(void)fprintf(stderr, "at most %lld rounds, looking after", (long long)p->rounds_most);
	for (int i = 0; i < s->looks.count && s->looks.count > 1; i++)
		(void)fprintf(stderr, "%s %lld", i ? "," : "", (long long)s->looks.at[i]);
	if (p->budget_ns) {
		text_puts(&budget, "; ");
		headline_duration(p->budget_ns, &budget);
		text_puts(&budget, " at most");
	}
	(void)fprintf(stderr, "%s\n", text_of(&budget));
	if (p->max_slowdown >= 0 && p->entropy == ENTROPY_FIXED)
		(void)fputs("becalm: a gate on --entropy=fixed judges one layout, not the program\n", stderr);
}

static void set_up_bouts(struct session_versus *s)
{
	pairs_open(&s->pairs, s->options.command_count);
	s->bouts = (struct bouts){
		.plan = &s->options.run.plan,
		.looks = &s->looks,
		.rule = &s->rule,
		.m = s->measures,
		.known = s->known,
		.pairs = &s->pairs,
		.duel = &s->duel,
		.commands = s->options.command_count,
	};
}

static int open_session(struct session_versus *s, struct fail *f)
{
	const struct plan *p = &s->options.run.plan;
	struct session *session = &s->description.session;
	struct text remark = { 0 };
	int rc;

	set_up_bouts(s);
	stage_say(&s->stage, p->quiet);
	if (stage_open(&s->stage, f))
		return -1;
	describe(&s->description, &s->stage, p, s->argv, p->results_path || p->resume_path);
	session->commands = s->lines;
	session->command_count = s->options.command_count;
	session->order = "permuted blocks";
	stage_say(&s->stage, p->quiet);
	if (p->resume_path)
		return versus_resume_results(p->resume_path, session, &s->bouts, &s->counts, &s->results, f);
	if (!p->results_path)
		return 0;
	rc = results_open(p->results_path, session, &remark, &s->results, f);
	if (remark.n && !p->quiet)
		(void)fprintf(stderr, "becalm: %s\n", remark.s);
	text_free(&remark);
	return rc;
}

static int open_measures(struct session_versus *s, struct fail *f)
{
	for (int i = 0; i < s->options.command_count; i++) {
		struct stage *g = &s->stage;

		s->measures[i] = (struct measure){
			.plan = &s->contenders[i].plan,
			.host = &g->host,
			.choice = &g->choice,
			.is_bound = g->is_bound,
			.path = s->contenders[i].path,
			.command = i,
			.base = &g->base,
			.signals = &g->signals,
			.pipe = &g->pipe,
			.series = &s->known[i].series,
			.results = s->results,
			.memory_node = g->memory_node,
			.stage = g,
		};
		/* The plan file is one for all: what the last one writes stays. */
		if (i == s->options.command_count - 1)
			s->measures[i].counts = s->counts;
		s->opened = i + 1;
		if (measure_open(&s->measures[i], f))
			return -1;
		s->duel.sides[i] = (struct duel_side){ &s->pairs, i };
	}
	s->duel.side_count = s->options.command_count;
	return 0;
}

static int run_rounds(struct session_versus *s, struct fail *f)
{
	if (open_measures(s, f))
		return -1;
	s->bouts.can_resume = s->results != NULL;
	return bouts_make(&s->bouts, f);
}

/* Puts the host back, which comes before everything that can still fail. */
static int end_results(struct session_versus *s, struct fail *f)
{
	const struct bouts *b = &s->bouts;
	struct timespec t;
	struct results_end end = { .is_complete = !b->is_cut_short,
				   .why = *b->why ? b->why : b->is_decided ? "decided" : "all rounds made" };

	end.is_restored = stage_release(&s->stage);
	if (!end.is_restored && s->stage.remarks.n)
		end.not_restored = s->stage.remarks.line[0];
	stage_say(&s->stage, s->options.run.plan.quiet && end.is_restored);
	(void)clock_gettime(CLOCK_REALTIME, &t); /* cannot fail */
	end.ended_ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	if (!s->results)
		return 0;
	return results_end(keep_mem(&s->results), &end, f);
}

/* In GitHub's log a line of the command's own that starts with "::" would be obeyed. */
static void tell_failure(const struct bouts *b)
{
	const char *actions = getenv("GITHUB_ACTIONS");
	bool is_github = actions && !strcmp(actions, "true");
	unsigned long long token = draw_bits(b->plan->seed, UINT64_MAX);

	(void)fprintf(stderr, "becalm: %s\n", b->why);
	if (!b->excerpt.n)
		return;
	if (is_github)
		(void)fprintf(stderr, "::stop-commands::%016llx\n", token);
	(void)fwrite(b->excerpt.s, 1, b->excerpt.n, stderr); /* nowhere else to say it */
	if (b->excerpt.s[b->excerpt.n - 1] != '\n')
		(void)fputc('\n', stderr);
	if (is_github)
		(void)fprintf(stderr, "::%016llx::\n", token);
}

/* design: 0 no regression, 1 regression, 2 undecided, or a command failed. */
static int status_of(const struct session_versus *s)
{
	int status = s->duel.is_judged ? suite_status(&s->duel.suite) : 2;

	if (s->bouts.has_failure)
		return 2;
	return status == 2 && s->options.is_undecided_ok ? 0 : status;
}

/* A resumed session began in FILE.partial and ends in FILE. */
static void add_closing(const struct session_versus *s, struct text *out)
{
	const struct plan *p = &s->options.run.plan;
	const char *path = p->resume_path ? p->resume_path : p->results_path;
	int n = path ? (int)strlen(path) : 0;

	if (!path)
		text_puts(out, "Not saved (-o FILE).");
	if (!path || !strcmp(path, "-"))
		return;
	if (n > 8 && !strcmp(path + n - 8, ".partial"))
		n -= 8;
	text_printf(out, "Saved in %.*s.", n, path);
	if (s->bouts.is_cut_short)
		text_printf(out, " 'becalm versus --resume %.*s' goes on; 'becalm compare %.*s' judges what "
			    "there is.", n, path, n, path);
}

static int tell(struct session_versus *s, struct fail *f)
{
	const struct plan *p = &s->options.run.plan;
	struct look look = look_of(STDERR_FILENO, p->color);
	owns_text struct text closing = { 0 };
	owns_text struct text out = { 0 };
	struct contrast c = { .duel = &s->duel,
			      .session = &s->description.session,
			      .rule = s->rule,
			      .is_fixed = p->entropy == ENTROPY_FIXED,
			      .is_aa = s->options.is_aa,
			      .has_failed = s->bouts.has_failure,
			      .rounds = s->bouts.rounds,
			      .took_ns = s->bouts.earlier_ns + child_clock() - s->bouts.started_ns,
			      .budget_ns = p->budget_ns,
			      .why_ended = *s->bouts.why ? s->bouts.why : NULL,
			      .status = status_of(s) };

	for (int i = 0; i < s->options.command_count; i++)
		c.sides[i].command = &s->lines[i];
	add_closing(s, &closing);
	c.closing = text_of(&closing);
	duel_finish(&s->duel);
	if (s->bouts.has_failure)
		tell_failure(&s->bouts);
	if (!p->quiet) {
		contrast_out(&c, s->options.format, &look, &out);
		(void)fwrite(text_of(&out), 1, out.n, stderr); /* nowhere else to say it */
	}
	if (contrast_out_github(&c, f))
		return -1;
	return s->options.verdict_path ? contrast_json_file(&c, s->options.verdict_path, f) : 0;
}

static void close_session(struct session_versus *s)
{
	for (int i = 0; i < s->opened; i++)
		measure_close(&s->measures[i]);
	for (int i = 0; i < s->options.command_count; i++) {
		recalled_free(&s->known[i]);
		free(s->contenders[i].path);
	}
	results_abandon(s->results);
	stage_close(&s->stage);
	describe_free(&s->description);
	duel_free(&s->duel);
	pairs_free(&s->pairs);
	if (!s->opened)
		text_free(&s->counts);
	text_free(&s->bouts.excerpt);
}

static struct ending ending_of(const struct session_versus *s)
{
	int stop = s->stage.signals.stop;

	return stop ? (struct ending){ .status = 128 + stop, .signal = stop }
		    : (struct ending){ .status = status_of(s) };
}

static int measure_session(struct session_versus *s, struct ending *end, struct fail *f)
{
	if (open_session(s, f)) {
		*end = ending_of(s);
		return s->stage.signals.stop ? 0 : -1; /* told to stop while waiting for the host */
	}
	if (run_rounds(s, f) || end_results(s, f) || tell(s, f))
		return -1;
	*end = ending_of(s);
	return 0;
}

static int run_session(struct session_versus *s, struct ending *end, struct fail *f)
{
	struct run_options *o = &s->options.run;
	const char *resume_path = o->plan.resume_path; /* as it was typed */

	if (stage_enter(&s->stage, &o->holding, &o->plan, f) || settle_plan(s, f))
		return -1;
	if (!s->options.command_count) {
		(void)fprintf(stderr, "becalm: '%s' is complete: nothing is left to resume\n", resume_path);
		return 0;
	}
	if (read_machine(s, f))
		return -1;
	say_plan(s);
	return o->plan.dry_run ? 0 : measure_session(s, end, f);
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	static struct session_versus s; /* large for a stack */
	owns_text struct text help = { 0 };
	int rc;

	s.argv = xcalloc((size_t)argc + 1, sizeof(*s.argv)); /* whole: the parser cuts it at --vs */
	memcpy(s.argv, argv, (size_t)argc * sizeof(*argv));
	s.stage.guard.life_fd = s.stage.host.fd = s.stage.signals.fd = -1;
	s.stage.pipe.read_fd = s.stage.pipe.write_fd = -1;
	s.stage.holding.keeper.fd = s.stage.holding.keeper.pidfd = -1;
	if (versus_options_parse(argc, argv, &s.options, f))
		return -1;
	if (s.options.run.wants_help) {
		versus_options_help(&help);
		(void)fputs(text_of(&help), stdout); /* main looks at stdout's state */
		return 0;
	}
	rc = run_session(&s, end, f);
	close_session(&s);
	return rc;
}

const struct command command_versus = {
	.name = "versus",
	.summary = "measure commands side by side until it is clear which is slower",
	.run = run,
};
