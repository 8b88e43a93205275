/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int widths[COLUMNS] = { 21, 18, 10, 12, 10, 10, 10, 8 };

/* Four significant digits with the unit that suits; the unit is chosen after rounding. */
static void put_ns(char *out, size_t size, double ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 } };
	int i = 0;
	double n;

	while (i < 3 && ns < units[i].ns * 0.99995)
		i++;
	n = ns / units[i].ns;
	(void)snprintf(out, size, "%.*f %s",
		       n < 9.9995   ? 3
		       : n < 99.995 ? 2
		       : n < 999.95 ? 1
				    : 0,
		       n, units[i].name); /* fits */
}

/* A count an iteration. */
static void put_count(char *out, size_t size, double n)
{
	if (n == (double)(int64_t)n && n < 1e9)
		(void)snprintf(out, size, "%.0f", n); /* fits */
	else
		(void)snprintf(out, size, n >= 0.01 && n < 1e6 ? "%.3f" : "%.3g",
			       n); /* fits */
}

/* The median over the runs of a counter an iteration; false: not there. */
static bool counter(const struct bench_result *r, int kind, double *out)
{
	double *values = (double *)malloc((size_t)r->run_count * sizeof(*values));
	int64_t n = 0;

	for (int64_t i = 0; values && i < r->run_count; i++)
		if (r->runs[i].counters[kind] >= 0)
			values[n++] = (double)r->runs[i].counters[kind] /
				      (double)r->runs[i].iters;
	if (n)
		*out = bench_median(values, n);
	free(values);
	return n > 0;
}

static int64_t cut_runs(const struct bench_result *r)
{
	int64_t n = 0;

	for (int64_t i = 0; i < r->run_count; i++)
		n += r->runs[i].is_cut;
	return n;
}

static void cell(const struct bench_result *r, int column, char *out, size_t size)
{
	double n;

	switch (column) {
	case COLUMN_ITERS:
		(void)snprintf(out, size, "%lld %s%s", (long long)r->iters, r->mode,
			       cut_runs(r) ? " cut" : ""); /* fits */
		break;
	case COLUMN_RUNTIME:
		put_ns(out, size, r->median_ns);
		(void)snprintf(out + strlen(out), size - strlen(out), " ±%.1f%%",
			       r->median_ns > 0 ? r->mad_ns / r->median_ns * 100
						: 0); /* fits */
		break;
	case COLUMN_WALL:
		put_ns(out, size, (double)r->wall_ns);
		break;
	case COLUMN_OVERHEAD:
		(void)snprintf(out, size, "%.1f%%", r->overhead * 100); /* fits */
		break;
	default:
		if (counter(r, column - COLUMN_INSTRUCTIONS, &n))
			put_count(out, size, n);
		else
			(void)snprintf(out, size, "unavailable"); /* fits */
	}
}

static bool is_shown(const struct bench *b, int column)
{
	return b->choice.columns >> column & 1;
}

/* Right aligned by characters, not bytes. */
static void put_right(const char *text, int width)
{
	for (const char *c = text; *c; c++)
		width -= (*c & 0xc0) != 0x80;
	(void)printf("  %*s%s", width > 0 ? width : 0, "", text);
}

static void head_iterations(const struct bench *b)
{
	if (b->choice.iters)
		(void)printf("  iterations  %lld in each run, as asked for\n",
			     (long long)b->choice.iters);
	else
		(void)printf(
			"  iterations  declared where a test declares a rate and the build honours it, "
			"else calibrated\n");
}

/* Of all chosen tests: one that lacks something makes it a debug build. */
static void head_build(const struct bench *b)
{
	static const char *const lacking[] = { "not optimised", "no NDEBUG",
					       "sanitizer" };
	int lacks = 0;
	int honoured = 0;

	for (int i = 0; i < b->result_count; i++) {
		int one;

		honoured += bench_honours(b->results[i].test, &one);
		lacks |= one;
	}
	(void)printf("  build       %s", lacks ? "debug" : "release");
	for (int bit = 0, n = 0; bit < 3; bit++)
		if (lacks >> bit & 1)
			(void)printf("%s%s", n++ ? ", " : " (", lacking[bit]);
	(void)printf("%s; declared rates %s\n", lacks ? ")" : "",
		     honoured == b->result_count ? "honoured"
		     : honoured			 ? "honoured for a part of the tests"
				: "not honoured: iterations are calibrated");
}

static void head_counters(void)
{
	(void)printf("  counters    ");
	for (int i = 0; i < COUNTERS_KINDS; i++)
		(void)printf("%s%s%s%s", i ? "; " : "", counters_name(i),
			     counters_missing(i) ? " unavailable: " : "",
			     counters_missing(i) ? counters_missing(i) : "");
	(void)printf("\n              (of the whole run, its untimed parts too)\n");
}

void table_head(const struct bench *b, int width)
{
	char duration[40];

	put_ns(duration, sizeof(duration), (double)b->choice.duration_ns);
	(void)printf("%s: %d tests, %lld runs of %s each after one to warm up\n",
		     program_invocation_short_name, b->result_count,
		     (long long)b->choice.runs, duration);
	head_iterations(b);
	head_build(b);
	(void)printf(
		"  clock       CLOCK_MONOTONIC %s, %.0f ns a read; a start/stop pair adds %.0f ns to the result, "
		"%.0f ns to the run\n",
		clock_is_vdso() ? "through the vDSO"
				: "by system calls (the vDSO is not used)",
		clock_cost_ns(), b->pair.inside_ns, b->pair.whole_ns);
	head_counters();
	(void)printf("  seed        %llu\n\n", (unsigned long long)b->choice.seed);
	(void)printf("%-*s", width, "test");
	for (int i = 0; i < COLUMNS; i++)
		if (is_shown(b, i))
			put_right(choice_column_name(i), widths[i]);
	(void)printf("\n");
}

void table_row(const struct bench *b, const struct bench_result *r, int width)
{
	char text[64];

	(void)printf("%-*s", width, r->test->name);
	if (r->end != MEASURE_FINE)
		(void)printf("  %s", r->end == MEASURE_FAILED ? "failed" : "skipped");
	for (int i = 0; r->end == MEASURE_FINE && i < COLUMNS; i++)
		if (is_shown(b, i)) {
			cell(r, i, text, sizeof(text));
			put_right(text, widths[i]);
		}
	(void)printf("\n");
	(void)fflush(stdout); /* as each test ends; a closed stdout is not our business */
}

void *table_open(const char *path)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "we") : stdout;

	if (!file)
		(void)fprintf(stderr, "%s: cannot write '%s': %s\n",
			      program_invocation_short_name, path, strerror(errno));
	return file;
}

int table_close(void *file, const char *path)
{
	FILE *f = (FILE *)file;
	bool is_bad = fflush(f) || ferror(f);

	if (f != stdout)
		is_bad |= fclose(f) != 0;
	if (is_bad)
		(void)fprintf(stderr, "%s: cannot write '%s'\n",
			      program_invocation_short_name, path);
	return is_bad ? -1 : 0;
}

int table_markdown(const struct bench *b, const char *path)
{
	FILE *file = (FILE *)table_open(path);
	char text[64];

	if (!file)
		return -1;
	(void)fprintf(file, "| test |");
	for (int i = 0; i < COLUMNS; i++)
		if (is_shown(b, i))
			(void)fprintf(file, " %s |", choice_column_name(i));
	(void)fprintf(file, "\n|---|");
	for (int i = 0; i < COLUMNS; i++)
		if (is_shown(b, i))
			(void)fprintf(file, "---:|");
	(void)fprintf(file, "\n");
	for (int i = 0; i < b->result_count; i++) {
		const struct bench_result *r = &b->results[i];

		(void)fprintf(file, "| %s |", r->test->name);
		for (int c = 0; c < COLUMNS; c++) {
			if (!is_shown(b, c))
				continue;
			(void)snprintf(text, sizeof(text), "%s",
				       r->end == MEASURE_FAILED ? "failed" : "skipped");
			if (r->end == MEASURE_FINE)
				cell(r, c, text, sizeof(text));
			(void)fprintf(file, " %s |", text);
		}
		(void)fprintf(file, "\n");
	}
	return table_close(file, path);
}
