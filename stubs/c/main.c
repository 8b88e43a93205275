/* SPDX-License-Identifier: 0BSD */
/* becalm_main(): choose, measure, show. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "../../include/becalm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "json.h"
#include "pipe.h"
#include "plan.h"
#include "rates.h"
#include "registry.h"
#include "table.h"

/* becalm_parameter() may be called from anywhere. */
static const struct choice *chosen;

const char *becalm_parameter(const char *name, const char *fallback)
{
	size_t n = strlen(name);

	for (int i = 0; chosen && i < chosen->parameter_count; i++) {
		const char *p = chosen->parameters[i];

		if (!strncmp(p, name, n) && (p[n] == '=' || !p[n]))
			return p[n] ? p + n + 1 : "";
	}
	return fallback;
}

int becalm_found(const char *name, int64_t iters)
{
	struct line l;

	if (!name || !*name)
		return errno = EINVAL, -1;
	if (!pipe_open(NULL))
		return 0;
	line_begin(&l, "test");
	line_text(&l, "name", name);
	line_raw(&l, "mode", "calibrated");
	line_whole(&l, "iters", iters);
	return pipe_send(&l, false);
}

static int usage(const char *text, const char *name)
{
	(void)fprintf(stderr, "%s: %s '%s'\n", program_invocation_short_name, text, name);
	return 2;
}

/* Fills results with the chosen tests. -1: go on. */
static int choose(struct bench *b)
{
	int count = 0;
	int status = -1;

	for (struct becalm_test *t = registry_tests(); t; t = t->next)
		count++;
	b->results =
		(struct bench_result *)calloc((size_t)count + 1, sizeof(*b->results));
	if (!b->results)
		return usage("out of memory for so many tests:", "");
	for (struct becalm_test *t = registry_tests(); t && status == -1; t = t->next)
		if (choice_has(&b->choice, t->name, &status))
			b->results[b->result_count++].test = t;
	if (status != -1)
		return status;
	if (!count)
		return usage("no test in this program; see becalm-test(3)",
			     program_invocation_short_name);
	if (!b->result_count)
		return usage("no test's whole name matches", b->choice.tests[0]);
	return -1;
}

static int list(const struct bench *b)
{
	for (int i = 0; i < b->result_count; i++)
		(void)printf("%s\n", b->results[i].test->name);
	return fflush(stdout) ? 1 : 0;
}

/* Its own command line wins over what was asked of the launcher; that is said. */
static void note_own_options(const struct choice *c)
{
	const struct plan_wish *wish = plan_get();

	if ((c->has_duration && wish->duration_ns &&
	     wish->duration_ns != c->duration_ns) ||
	    (c->has_runs && wish->runs && wish->runs != c->runs) ||
	    (wish->iters && wish->iters != c->iters))
		(void)becalm_note(
			"info", "own-options", NULL,
			"the program's own options win over the launcher's -i, -d, -r");
}

static const char *build_of(const struct bench *b)
{
	int lacks = 0;
	int one;

	for (int i = 0; i < b->result_count; i++) {
		(void)bench_honours(b->results[i].test, &one);
		lacks |= one;
	}
	return lacks ? "debug" : "release";
}

/* 1 when a test failed, or as --fail-on-overhead has it. */
static int run_tests(struct bench *b)
{
	int width = 4;
	int status = 0;

	for (int i = 0; i < b->result_count; i++) {
		int n = (int)strlen(b->results[i].test->name);

		width = n > width ? n : width;
	}
	table_head(b, width);
	for (int i = 0; i < b->result_count; i++) {
		struct bench_result *r = &b->results[i];

		bench_test(b, r->test, r);
		table_row(b, r, width);
		bench_judge(b, r);
		if (r->end == MEASURE_FAILED ||
		    (b->choice.is_failing_on_overhead &&
		     r->overhead > b->choice.overhead_threshold))
			status = 1;
	}
	if (b->choice.is_suggesting)
		rates_print(b);
	return status;
}

static void let_go(struct bench *b)
{
	for (int i = 0; i < b->result_count; i++) {
		for (int64_t j = 0; j < b->results[i].run_count; j++)
			free(b->results[i].runs[j].extras);
		free(b->results[i].runs);
	}
	free(b->results);
	chosen = NULL;
}

static int measure_and_write(struct bench *b)
{
	int status;

	b->is_heard = pipe_open(build_of(b));
	note_own_options(&b->choice);
	b->pair = clock_pair_cost();
	counters_open(!b->choice.has_no_counters);
	status = run_tests(b);
	if (b->choice.md && table_markdown(b, b->choice.md))
		status = 1;
	if (b->choice.json && json_write(b, b->choice.json))
		status = 1;
	return status;
}

int becalm_main(int argc, char **argv)
{
	struct bench b;
	const struct becalm_test *again;
	int status;

	memset(&b, 0, sizeof(b));
	status = choice_read(&b.choice, argc, argv);
	if (status != -1)
		return status;
	again = registry_name();
	if (again) {
		(void)fprintf(stderr,
			      "%s: two tests are called '%s'; the second is in %s:%d\n",
			      program_invocation_short_name, again->name, again->file,
			      again->line);
		return 2;
	}
	chosen = &b.choice;
	status = choose(&b);
	if (status == -1)
		status = b.choice.is_list ? list(&b) : measure_and_write(&b);
	let_go(&b);
	return status;
}
