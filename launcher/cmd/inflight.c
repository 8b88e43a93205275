/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inflight.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../model/judge.h"
#include "samples.h"

static const char *keep(struct inflight *in, const char *s)
{
	if (!s || !*s)
		return "";
	if (in->string_count == in->string_room) {
		in->string_room = in->string_room * 2 + 16;
		in->strings = xrealloc(in->strings, (size_t)in->string_room, sizeof(*in->strings));
	}
	return in->strings[in->string_count++] = xstrdup(s);
}

/* One run: to the series, when it is a sample, and where one is kept to the results file. */
static void add_run(struct inflight *in, const char *name, const char *unit, const struct run *run,
		    bool is_sample)
{
	const struct test test = { .name = name, .unit = unit };

	if (is_sample)
		(void)samples_add_run(in->series, &test, run); /* one without a number is none */
	if (in->results && in->broken.kind == FAIL_NONE)
		(void)results_run(in->results, &in->v, &test, run, &in->broken); /* told at the end */
}

static bool wants_reports(const struct inflight *in)
{
	return in->plan->metric == METRIC_AUTO || in->plan->metric == METRIC_TIMED;
}

static void on_run(void *data, const char *name, const struct run *run)
{
	struct inflight *in = data;

	add_run(in, name, "ns", run, wants_reports(in));
	if (in->rates)
		rates_run(in->rates, name, run);
}

static void on_warmup(void *data, const char *name, const struct run *run)
{
	struct run kept = *run;

	kept.is_warmup = true;
	add_run(data, name, "ns", &kept, false);
}

static void on_metric(void *data, const char *test, const char *name, const char *unit, double value)
{
	const struct run run = { .iters = 1, .timed_ns = UNKNOWN, .wall_ns = UNKNOWN, .value = value };
	char full[512];

	(void)snprintf(full, sizeof(full), "%s:%s", test, name); /* may be cut */
	add_run(data, full, *unit ? unit : "1", &run, wants_reports(data));
}

enum { TALLIES_MAX = 4096 };

static struct tally *tally_of(struct inflight *in, const char *test, const char *name)
{
	for (int i = 0; i < in->tally_count; i++)
		if (!strcmp(in->tallies[i].counter.name, name) && !strcmp(in->tallies[i].test, test))
			return &in->tallies[i];
	if (in->tally_count == TALLIES_MAX)
		return NULL;
	if (in->tally_count == in->tally_room) {
		in->tally_room = in->tally_room * 2 + 16;
		in->tallies = xrealloc(in->tallies, (size_t)in->tally_room, sizeof(*in->tallies));
	}
	in->tallies[in->tally_count] =
		(struct tally){ .test = keep(in, test), .counter = { .name = keep(in, name) } };
	return &in->tallies[in->tally_count++];
}

/* One run without the number makes the sum unknown. */
static void on_counter(void *data, const char *test, const char *name, int64_t value, const char *why)
{
	struct inflight *in = data;
	struct tally *t = tally_of(in, test, name);

	if (!t || t->counter.total == UNKNOWN)
		return;
	if (value == UNKNOWN) {
		t->counter.total = UNKNOWN;
		t->counter.why = keep(in, why && *why ? why : "not said");
	} else if (__builtin_add_overflow(t->counter.total, value, &t->counter.total)) {
		t->counter.total = UNKNOWN;
		t->counter.why = "too large";
	}
}

/* Hands each test its counters, once no more can come. */
static void share_out_counters(struct inflight *in)
{
	int at = 0;

	in->counters = xrealloc(in->counters, (size_t)in->tally_count, sizeof(*in->counters));
	for (int i = 0; i < in->v.test_count; i++) {
		in->tests[i].counters = in->counters + at;
		in->tests[i].counter_count = 0;
		for (int k = 0; k < in->tally_count; k++)
			if (!strcmp(in->tallies[k].test, in->tests[i].name)) {
				in->counters[at++] = in->tallies[k].counter;
				in->tests[i].counter_count++;
			}
	}
}

static void on_test(void *data, const struct test *test)
{
	struct inflight *in = data;
	struct test *t;

	if (in->v.test_count == in->test_room) {
		in->test_room = in->test_room * 2 + 8;
		in->tests = xrealloc(in->tests, (size_t)in->test_room, sizeof(*in->tests));
	}
	t = &in->tests[in->v.test_count++];
	*t = *test;
	t->name = keep(in, test->name);
	t->mode = keep(in, test->mode);
	t->unit = keep(in, test->unit);
	t->source = keep(in, test->source);
	if (in->rates)
		rates_source(in->rates, test->name, test->source);
}

static void on_note(void *data, const struct note *note)
{
	struct inflight *in = data;

	if (in->v.note_count == in->note_room) {
		in->note_room = in->note_room * 2 + 8;
		in->notes = xrealloc(in->notes, (size_t)in->note_room, sizeof(*in->notes));
	}
	in->notes[in->v.note_count++] = (struct note){
		.level = keep(in, note->level),
		.code = keep(in, note->code),
		.name = keep(in, note->name),
		.text = keep(in, note->text),
	};
}

static void on_bad(void *data, const char *why, const char *line)
{
	struct inflight *in = data;

	if (!in->bad[0])
		(void)snprintf(in->bad, sizeof(in->bad), "%s: '%s'", why, line); /* may be cut */
	on_note(in, &(struct note){ .level = "error", .code = "bad-record", .name = "", .text = in->bad });
}

static bool is_alive(void *data, int64_t pid)
{
	(void)data; /* the kernel knows */
	return !kill((pid_t)pid, 0) || errno == EPERM;
}

int inflight_open(struct inflight *in, const struct plan *p, struct series *series,
		  struct results *results, struct fail *f)
{
	struct frames_sink sink = { .data = in, .run = on_run, .warmup = on_warmup, .counter = on_counter, .metric = on_metric, .test = on_test,
				    .note = on_note, .bad = on_bad, .is_alive = is_alive };

	*in = (struct inflight){ .plan = p, .series = series, .results = results };
	if (printed_open(&in->lines, p, f))
		return -1;
	in->frames = frames_new(&sink);
	in->rates = p->wants_rates ? rates_new() : NULL;
	return 0;
}

static void forget(struct inflight *in)
{
	for (int i = 0; i < in->string_count; i++)
		free(in->strings[i]);
	in->string_count = 0;
	in->tally_count = 0;
	in->v = (struct invocation){ 0 };
}

void inflight_close(struct inflight *in)
{
	forget(in);
	printed_close(&in->lines);
	if (in->frames)
		frames_free(in->frames);
	if (in->rates)
		rates_free(in->rates);
	free(in->strings);
	free(in->tests);
	free(in->tallies);
	free(in->counters);
	free(in->notes);
	*in = (struct inflight){ 0 };
}

void inflight_begin(struct inflight *in, const struct invocation *start)
{
	forget(in);
	in->v = *start;
	in->numbers = 0;
	in->bad[0] = in->failed[0] = in->disturbed[0] = '\0';
	frames_begin(in->frames, start->index);
	printed_begin(&in->lines);
}

void inflight_reported(struct inflight *in, const char *bytes, size_t n, int64_t elapsed_ns)
{
	frames_feed(in->frames, bytes, n, elapsed_ns);
}

static void on_number(void *data, double value)
{
	struct inflight *in = data;
	bool is_time = !strcmp(in->lines.unit, "ns");
	bool is_length = is_time && value >= 0 && value < 9e18;
	int64_t ns = is_length ? llround(value) : UNKNOWN;
	/* Times are whole ns, as in the results file, so that both give the same sample. */
	const struct run run = { .iters = 1, .timed_ns = ns, .wall_ns = ns, .value = value };

	in->numbers++;
	if (is_time && !is_length) {
		(void)snprintf(in->failed, sizeof(in->failed), "printed a length that cannot be: %g %s", /* fits */
			       value / in->lines.factor, in->plan->unit ? in->plan->unit : "s");
		in->v.failed = in->failed;
		return;
	}
	add_run(in, in->lines.name, in->lines.unit, &run, true);
}

static bool reads_output(const struct inflight *in)
{
	return in->plan->metric == METRIC_LINES || in->plan->metric == METRIC_REGEX;
}

void inflight_printed(struct inflight *in, const char *bytes, size_t n)
{
	if (reads_output(in))
		printed_feed(&in->lines, bytes, n, on_number, in);
}

/* Whether earlier counted invocations reported runs, or none. */
static void look_back(const struct inflight *in, struct evidence *e)
{
	for (size_t i = 0; i < in->series->track_count; i++) {
		const struct track *t = &in->series->tracks[i];

		if (t->count && t->is_timed)
			e->had_reports = true;
		else if (t->count)
			e->had_none = true;
	}
}

/* The first process of a session, when it had to find out how many iterations to do. */
static bool has_calibrated(const struct invocation *v)
{
	for (int i = 0; i < v->test_count; i++)
		if (!strcmp(v->tests[i].mode, "calibrated"))
			return true;
	return false;
}

int inflight_end(struct inflight *in, struct fail *f)
{
	struct invocation *v = &in->v;
	struct evidence e = { .counts = frames_counts(in->frames), .bad = in->bad };

	if (reads_output(in))
		printed_finish(&in->lines, on_number, in);
	frames_idle(in->frames);
	frames_finish(in->frames);
	share_out_counters(in);
	v->tests = in->tests;
	v->notes = in->notes;
	v->is_calibrating = v->index == 1 && has_calibrated(v);
	e.numbers = in->numbers;
	look_back(in, &e);
	if (!v->failed && judge_failed(in->plan, v, &e, in->failed, sizeof(in->failed)))
		v->failed = in->failed;
	if (!v->disturbed && judge_disturbed(v, in->disturbed, sizeof(in->disturbed)))
		v->disturbed = in->disturbed;
	if (!v->failed)
		(void)samples_add_process(in->series, in->plan->metric, v, e.counts->runs); /* likewise */
	series_close(in->series, v);
	if (in->broken.kind != FAIL_NONE) {
		*f = in->broken;
		return -1;
	}
	return in->results ? results_invocation(in->results, v, in->plan->verbose, f) : 0;
}
