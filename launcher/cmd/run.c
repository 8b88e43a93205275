/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * becalm run: measure one command. The story of a session is run_session() at the foot;
 * everything above it is one of its lines.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"
#include "command.h"
#include "describe.h"
#include "recall.h"
#include "resume.h"
#include "rounds.h"
#include "run_options.h"
#include "stage.h"
#include "tell.h"

struct session_run {
	struct run_options options;
	char **argv;
	struct stage stage;
	struct description description;
	struct recalled known; /* samples and marks so far */
	struct results *results;
	struct measure measure;
	struct rounds rounds;
};

static int check_plan(struct session_run *r, struct fail *f)
{
	struct plan *p = &r->options.plan;

	if (p->resume_path) {
		const struct run_options typed = r->options;

		return resume_options(&typed, &r->options, &r->argv, f);
	}
	if (!p->argv)
		return fail_set(f, FAIL_USAGE, "no command to run (becalm --help shows how)");
	if (p->has_seed || p->entropy != ENTROPY_SAMPLED)
		return 0;
	if (getrandom(&p->seed, sizeof(p->seed), 0) != sizeof(p->seed))
		return fail_sys(f, "cannot draw a random seed");
	p->has_seed = true;
	return 0;
}

static int read_machine(struct session_run *r, struct fail *f)
{
	const struct plan *p = &r->options.plan;

	if (stage_look(&r->stage, p, f))
		return -1;
	describe_remarks(&r->stage, p, &r->stage.remarks);
	return 0;
}

/* Opens the results file, new or taken up again. */
static int open_results(struct session_run *r, struct fail *f)
{
	const struct plan *p = &r->options.plan;
	struct text remark = { 0 };
	int rc;

	if (p->resume_path)
		return resume_results(p, &r->known, &r->rounds, &r->results, f);
	if (!p->results_path)
		return 0;
	rc = results_open(p->results_path, &r->description.session, &remark, &r->results, f);
	if (remark.n && !p->quiet)
		(void)fprintf(stderr, "becalm: %s\n", remark.s);
	text_free(&remark);
	return rc;
}

static int open_session(struct session_run *r, struct fail *f)
{
	const struct plan *p = &r->options.plan;

	stage_say(&r->stage, p->quiet);
	if (stage_open(&r->stage, f))
		return -1;
	describe(&r->description, &r->stage, p, r->argv, p->results_path != NULL);
	stage_say(&r->stage, p->quiet);
	return open_results(r, f);
}

static int run_rounds(struct session_run *r, struct fail *f)
{
	struct stage *s = &r->stage;

	r->measure = (struct measure){
		.plan = &r->options.plan,
		.host = &s->host,
		.choice = &s->choice,
		.is_bound = s->is_bound,
		.path = s->path,
		.base = &s->base,
		.signals = &s->signals,
		.pipe = &s->pipe,
		.series = &r->known.series,
		.results = r->results,
		.memory_node = s->memory_node,
		.counts = r->rounds.counts,
		.stage = s,
	};
	r->rounds.counts = (struct text){ 0 }; /* the measure's now */
	r->rounds.m = &r->measure;
	r->rounds.known = &r->known;
	if (measure_open(&r->measure, f))
		return -1;
	r->rounds.started_ns += child_clock();
	r->rounds.next++;
	return rounds_make(&r->rounds, f);
}

/* Puts the host back, which comes before everything that can still fail. */
static int end_results(struct session_run *r, struct fail *f)
{
	struct timespec t;
	struct results_end end = { .is_complete = r->rounds.is_complete, .why = r->rounds.why };

	end.is_restored = stage_release(&r->stage);
	describe_drifted(&r->description, &r->stage.holding);
	if (!end.is_restored && r->stage.remarks.n)
		end.not_restored = r->stage.remarks.line[0];
	stage_say(&r->stage, r->options.plan.quiet && end.is_restored);
	(void)clock_gettime(CLOCK_REALTIME, &t); /* cannot fail */
	end.ended_ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	if (!r->results)
		return 0;
	return results_end(keep_mem(&r->results), &end, f);
}

/* Whatever happened, nothing stays open; a results file that was not ended stays partial. */
static void close_session(struct session_run *r)
{
	if (r->rounds.m)
		measure_close(&r->measure);
	results_abandon(r->results);
	stage_close(&r->stage);
	describe_free(&r->description);
	recalled_free(&r->known);
	text_free(&r->rounds.excerpt);
	text_free(&r->rounds.counts);
}

static struct ending ending_of(const struct session_run *r)
{
	const struct rounds *o = &r->rounds;

	if (r->stage.signals.stop)
		return (struct ending){ .status = 128 + r->stage.signals.stop,
					.signal = r->stage.signals.stop };
	if (o->has_failure && !(r->options.plan.ignore_failure && tell_has_sample(&r->known.series)))
		return o->first_failure;
	return (struct ending){ .status = o->is_complete ? 0 : 125 };
}

/* --resume of a session that lacks nothing. */
static int say_complete(const struct session_run *r)
{
	(void)fprintf(stderr, "becalm: '%s' is complete: nothing is left to resume\n",
		      r->options.plan.resume_path);
	return 0;
}

static int dry_run(struct session_run *r, struct fail *f)
{
	if (holding_probe(&r->stage.holding, &r->stage.choice, f))
		return -1;
	describe(&r->description, &r->stage, &r->options.plan, r->argv, false);
	tell_dry_run(&r->stage, &r->options, &r->description.session);
	return 0;
}

static int measure_session(struct session_run *r, struct ending *end, struct fail *f)
{
	if (open_session(r, f)) {
		*end = ending_of(r);
		return r->stage.signals.stop ? 0 : -1; /* told to stop while waiting for the host */
	}
	if (run_rounds(r, f) || end_results(r, f))
		return -1;
	tell_session(&r->options, &r->description.session, &r->known, &r->rounds);
	*end = ending_of(r);
	return 0;
}

static int run_session(struct session_run *r, struct ending *end, struct fail *f)
{
	struct run_options *o = &r->options;

	if (stage_enter(&r->stage, &o->holding, &o->plan, f) || check_plan(r, f))
		return -1;
	if (!o->plan.argv)
		return say_complete(r);
	if (read_machine(r, f))
		return -1;
	return o->plan.dry_run ? dry_run(r, f) : measure_session(r, end, f);
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	static struct session_run r; /* 100 KiB and more */
	struct text help = { 0 };
	int rc;

	r.argv = argv;
	r.stage.guard.life_fd = r.stage.host.fd = r.stage.signals.fd = r.stage.pipe.read_fd = r.stage.pipe.write_fd = -1;
	r.stage.holding.keeper.fd = r.stage.holding.keeper.pidfd = -1;
	if (run_options_parse(argc, argv, &r.options, f))
		return -1;
	if (r.options.wants_help) {
		run_options_help(&help);
		(void)fputs(help.s, stdout); /* main looks at stdout's state */
		text_free(&help);
		return 0;
	}
	rc = run_session(&r, end, f);
	close_session(&r);
	return rc;
}

const struct command command_run = { "run", "measure one command (the default)", run };
