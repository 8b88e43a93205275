/* SPDX-License-Identifier: 0BSD */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"
#include "send.h"

/* A count that no run could reach; keeps sums in range. */
static const double most_iters = 4e18;

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_median(double *values, int64_t n)
{
	qsort(values, (size_t)n, sizeof(*values), by_size);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

bool bench_honours(const struct becalm_test *test, int *lacks)
{
	*lacks =
		(test->build & 1 ? 0 : 1) | (test->build & 2 ? 0 : 2) | (test->build & 4);
	return test->rates < 0 ? !*lacks : test->rates != 0;
}

void bench_note(const char *level, const char *code, const char *name, const char *text)
{
	(void)becalm_note(level, code, name, text); /* it says itself when it cannot */
	(void)printf("%s: %s\n", level, text);
}

/* The declared rate, or 0 after a note that it is none. */
static double valid_rate(const struct becalm_test *test)
{
	double rate = test->options.iters_per_sec;
	char text[400];

	if (rate > 0 && rate - rate == 0)
		return rate;
	if (strstr(test->spec, ".iters_per_sec")) {
		(void)snprintf(
			text, sizeof(text),
			"test '%s' declares %g iterations/s, which is not a finite positive rate: "
			"ignored",
			test->name, rate); /* may be cut */
		bench_note("info", "rate-ignored", test->name, text);
	}
	return 0;
}

/* Chooses how the number of iterations is found; iters 0: by trying. */
static void choose_mode(const struct bench *b, struct bench_result *r)
{
	int lacks;
	double wanted;

	r->declared = valid_rate(r->test);
	wanted = r->declared * ((double)b->choice.duration_ns / 1e9);
	r->mode = "fixed";
	r->iters = b->choice.iters;
	if (r->iters)
		return;
	if (r->declared > 0 && bench_honours(r->test, &lacks)) {
		r->mode = "declared";
		r->iters = wanted > most_iters ? (int64_t)most_iters
					       : (int64_t)(wanted + 0.5);
		r->iters = r->iters ? r->iters : 1;
		return;
	}
	r->iters = plan_count(r->test->name);
	if (!r->iters)
		r->mode = "calibrated";
}

/* How long a run may take. An explicit count is cut only when that was asked for, too. */
static int64_t cap_ns(const struct bench *b)
{
	if (b->choice.iters && !b->choice.has_overrun)
		return 0;
	return (int64_t)(b->choice.max_overrun * (double)b->choice.duration_ns);
}

static enum measure_end warm_up(const struct bench *b, struct bench_result *r, void *self)
{
	struct measure_run run;
	bool is_trying = !r->iters;
	enum measure_end end = measure_run(
		self, r->iters, is_trying ? b->choice.duration_ns : cap_ns(b), &run);

	if (end != MEASURE_FINE)
		return end;
	if (is_trying)
		r->iters = run.iters;
	send_test(b, r);
	send_run(r, &run, true);
	free(run.extras);
	return end;
}

/* Median and spread over the runs. */
static void summarize(const struct bench *b, struct bench_result *r)
{
	int64_t n = r->run_count;
	double *values = (double *)malloc((size_t)n * sizeof(*values));

	if (!values)
		return;
	for (int64_t i = 0; i < n; i++)
		values[i] = (double)r->runs[i].timed_ns / (double)r->runs[i].iters;
	r->median_ns = bench_median(values, n);
	for (int64_t i = 0; i < n; i++)
		values[i] = values[i] > r->median_ns ? values[i] - r->median_ns
						     : r->median_ns - values[i];
	r->mad_ns = bench_median(values, n);
	for (int64_t i = 0; i < n; i++)
		values[i] = (double)r->runs[i].wall_ns;
	r->wall_ns = (int64_t)bench_median(values, n);
	for (int64_t i = 0; i < n; i++) {
		double timed_ns = (double)r->runs[i].timed_ns;

		values[i] = !r->runs[i].pairs ? 0
			    : timed_ns > 0    ? (double)r->runs[i].pairs *
						     b->pair.inside_ns / timed_ns
					   : 1;
	}
	r->overhead = bench_median(values, n);
	free(values);
}

/* 1.234 us, with the unit that suits. */
static const char *length(char *out, size_t size, double ns)
{
	double unit = ns < 1e3 ? 1 : ns < 1e6 ? 1e3 : ns < 1e9 ? 1e6 : 1e9;

	(void)snprintf(out, size, "%.3f %s", ns / unit,
		       unit < 1e3   ? "ns"
		       : unit < 1e6 ? "us"
		       : unit < 1e9 ? "ms"
				    : "s"); /* fits */
	return out;
}

/*
 * A declared rate is off when a run takes more than twice, or less than half of its
 * time. The wall length decides: a test with long set-up between its timed parts is as
 * long as it was asked to be.
 */
static void judge_drift(const struct bench *b, const struct bench_result *r)
{
	double wanted_ns = (double)b->choice.duration_ns;
	double wall_ns = (double)r->wall_ns;
	double achieved = wall_ns > 0 ? (double)r->runs[0].iters / wall_ns * 1e9 : 0;
	char took[40];
	char want[40];
	char text[600];

	if (strcmp(r->mode, "declared") ||
	    (wall_ns <= 2 * wanted_ns && 2 * wall_ns >= wanted_ns))
		return;
	(void)snprintf(
		text, sizeof(text),
		"test '%s' declares %.15g iterations/s but achieved %.3g/s, so each run took %s "
		"rather than the requested %s; refresh with --suggest-rates",
		r->test->name, r->declared, achieved, length(took, sizeof(took), wall_ns),
		length(want, sizeof(want), wanted_ns)); /* may be cut */
	bench_note("warning", "rate-drift", r->test->name, text);
}

static void judge_overhead(const struct bench *b, const struct bench_result *r)
{
	char text[600];

	if (r->overhead <= b->choice.overhead_threshold)
		return;
	(void)snprintf(
		text, sizeof(text),
		"start/stop of timing is %.1f %% of the result of test '%s' (%lld pairs of %.1f ns a run); "
		"do more between them",
		r->overhead * 100, r->test->name, (long long)r->runs[0].pairs,
		b->pair.inside_ns); /* may be cut */
	bench_note("warning", "timer-overhead", r->test->name, text);
}

static enum measure_end measure_all(const struct bench *b, struct bench_result *r,
				    void *self)
{
	enum measure_end end = measure_standing(); /* the fixture may have failed */

	if (end == MEASURE_FINE)
		end = warm_up(b, r, self);
	for (int64_t i = 0; end == MEASURE_FINE && i < b->choice.runs; i++) {
		end = measure_run(self, r->iters, cap_ns(b), &r->runs[i]);
		if (end != MEASURE_FINE)
			break;
		send_run(r, &r->runs[i], false);
		r->run_count++;
	}
	return end;
}

void bench_test(struct bench *b, const struct becalm_test *test, struct bench_result *out)
{
	void *self;

	memset(out, 0, sizeof(*out));
	out->test = test;
	choose_mode(b, out);
	out->runs =
		(struct measure_run *)calloc((size_t)b->choice.runs, sizeof(*out->runs));
	measure_test(test, b->choice.seed);
	if (!out->runs)
		becalm_fail("out of memory");
	self = test->create ? test->create() : NULL;
	out->end = measure_all(b, out, self);
	if (test->destroy && self)
		test->destroy(self);
	if (measure_standing() != MEASURE_FINE)
		out->end = measure_standing();
	(void)snprintf(out->why, sizeof(out->why), "%s", measure_why()); /* may be cut */
	out->code = measure_code();
	measure_test(NULL, 0);
	if (out->run_count)
		summarize(b, out);
}

void bench_judge(const struct bench *b, const struct bench_result *r)
{
	char text[700];

	if (r->end == MEASURE_FINE) {
		judge_drift(b, r);
		judge_overhead(b, r);
		return;
	}
	(void)snprintf(text, sizeof(text), "test '%s' %s: %s", r->test->name,
		       r->end == MEASURE_FAILED ? "failed" : "was skipped",
		       r->why); /* may be cut */
	bench_note(r->end == MEASURE_FAILED ? "error" : "info", r->code, r->test->name,
		   text);
}
