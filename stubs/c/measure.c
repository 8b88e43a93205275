/* SPDX-License-Identifier: 0BSD */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "deadline.h"
#include "registry.h"

__thread struct becalm_timer *becalm_timer_;

static struct {
	const struct becalm_test *test;
	struct becalm_loop loop;
	struct becalm_timer timer;
	struct measure_extra extras[MEASURE_EXTRAS];
	int extra_count;
	uint64_t seed, random;
	int standing; /* enum measure_end; the first word counts */
	const char *code;
	char why[300];
} now;

void measure_test(const struct becalm_test *test, uint64_t seed)
{
	now.test = test;
	now.seed = seed;
	now.random = seed;
	now.standing = MEASURE_FINE;
	now.code = "";
	now.why[0] = '\0';
}

enum measure_end measure_standing(void)
{
	return (enum measure_end)now.standing;
}

const char *measure_why(void)
{
	return now.why;
}

const char *measure_code(void)
{
	return now.code;
}

/* Ends the run at the next call of the body. */
static void end_test(enum measure_end how, const char *code, const char *text)
{
	if (!now.test) {
		(void)fprintf(stderr, "becalm: outside of a test: %s\n", text);
		return;
	}
	__atomic_store_n(&now.loop.limit, 0, __ATOMIC_RELAXED);
	if (now.standing != MEASURE_FINE)
		return;
	now.standing = how;
	now.code = code;
	(void)snprintf(now.why, sizeof(now.why), "%s", text); /* may be cut */
}

void becalm_fail(const char *text)
{
	end_test(MEASURE_FAILED, "test-failed", text);
}

void becalm_skip(const char *text)
{
	end_test(MEASURE_SKIPPED, "test-skipped", text);
}

void becalm_misuse_(int is_start)
{
	if (!becalm_timer_)
		end_test(
			MEASURE_FAILED, "timing-outside",
			"start or stop of timing outside of the body, or from another thread");
	else if (is_start)
		end_test(MEASURE_FAILED, "nested-start",
			 "becalm_start_timing() when it was started already");
	else
		end_test(MEASURE_FAILED, "unpaired-stop",
			 "becalm_stop_timing() without a start");
}

void becalm_no_progress_(void)
{
	if (now.standing == MEASURE_FINE)
		end_test(MEASURE_FAILED, "no-progress",
			 "the body said that it did 0 iterations");
}

/* splitmix64 (Steele, Lea, Flood 2014): any seed is good, 0 included. */
uint64_t becalm_random(void)
{
	uint64_t z = now.random += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* The number of that name, made on first use; NULL when there are too many. */
static struct measure_extra *extra(const char *name, const char *unit)
{
	struct measure_extra *e = now.extras;

	for (int i = 0; i < now.extra_count; i++, e++)
		if (!unit == !e->unit && !strcmp(e->name, name))
			return e;
	if (now.extra_count == MEASURE_EXTRAS) {
		becalm_fail("more than 16 numbers of its own");
		return NULL;
	}
	now.extra_count++;
	e->name = name;
	e->unit = unit;
	e->count = 0;
	e->value = 0;
	return e;
}

void becalm_count(const char *name, int64_t n)
{
	struct measure_extra *e = extra(name, NULL);

	if (e)
		e->count += n;
}

void becalm_metric(const char *name, const char *unit, double value)
{
	struct measure_extra *e = extra(name, unit ? unit : "");

	if (e && !(value - value == 0)) /* nan, inf */
		becalm_fail("a metric that is no finite number");
	else if (e)
		e->value = value;
}

static void get_ready(void *self, int64_t iters)
{
	now.extra_count = 0;
	now.random = now.seed;
	now.timer.total_ns = 0;
	now.timer.pairs = 0;
	now.timer.is_running = 0;
	now.loop.limit = iters ? (uint64_t)iters : UINT64_MAX;
	now.loop.done = 0;
	now.loop.self = self;
	(void)fflush(NULL); /* a forked copy must not print it again */
	registry_before_run(now.test->name);
	if (now.test->reset)
		now.test->reset(self);
}

/* What is timed. */
static void timed_loop(struct measure_run *run)
{
	int64_t start;

	becalm_timer_ = &now.timer;
	start = clock_now_ns();
	now.test->loop(&now.loop);
	run->wall_ns = clock_now_ns() - start;
	becalm_timer_ = NULL;
}

static void keep_extras(struct measure_run *run)
{
	size_t size = (size_t)now.extra_count * sizeof(now.extras[0]);

	run->extras = size ? (struct measure_extra *)malloc(size) : NULL;
	run->extra_count = run->extras ? now.extra_count : 0;
	if (run->extras)
		memcpy(run->extras, now.extras, size);
}

enum measure_end measure_run(void *self, int64_t iters, int64_t limit_ns,
			     struct measure_run *out)
{
	struct measure_run run;
	pid_t pid = getpid();
	bool was_late;

	get_ready(self, iters);
	if (now.standing != MEASURE_FINE)
		return measure_standing();
	if (!deadline_set(limit_ns, &now.loop.limit))
		becalm_fail("the kernel gave no timer");
	counters_start();
	timed_loop(&run);
	counters_stop(run.counters);
	was_late = deadline_clear();
	if (getpid() != pid)
		_exit(0); /* a forked copy came out of the body: its work is not ours */
	if (now.timer.is_running)
		end_test(MEASURE_FAILED, "unpaired-start",
			 "becalm_start_timing() without a stop");
	if (now.standing != MEASURE_FINE)
		return measure_standing();
	run.iters = (int64_t)now.loop.done;
	run.pairs = (int64_t)now.timer.pairs;
	run.timed_ns = run.pairs ? now.timer.total_ns : run.wall_ns;
	/* Also when all were done: the signal may have ended a sleep in the last one. */
	run.is_cut = iters && was_late;
	keep_extras(&run);
	*out = run;
	return MEASURE_FINE;
}
