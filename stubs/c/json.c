/* SPDX-License-Identifier: 0BSD */
#include "json.h"

#include <stdio.h>
#include <string.h>

#include "send.h"
#include "table.h"

static void text(FILE *f, const char *s)
{
	(void)fputc('"', f); /* table_close() looks for errors */
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			(void)fprintf(f, "\\%c", *s);
		else if ((unsigned char)*s < 0x20)
			(void)fprintf(f, "\\u%04x", (unsigned char)*s);
		else
			(void)fputc(*s, f);
	}
	(void)fputc('"', f);
}

static void key(FILE *f, const char *name)
{
	text(f, name);
	(void)fputs(": ", f);
}

static void number(FILE *f, const char *name, double value)
{
	char digits[32];

	key(f, name);
	(void)fputs(send_number(digits, sizeof(digits), value), f);
}

static void whole(FILE *f, const char *name, int64_t value)
{
	key(f, name);
	if (value < 0)
		(void)fputs("null", f);
	else
		(void)fprintf(f, "%lld", (long long)value);
}

static void one_run(FILE *f, const struct measure_run *run)
{
	(void)fputs("\n      {", f);
	whole(f, "iters", run->iters);
	(void)fputs(", ", f);
	whole(f, "timed_ns", run->timed_ns);
	(void)fputs(", ", f);
	whole(f, "wall_ns", run->wall_ns);
	(void)fputs(", ", f);
	whole(f, "pairs", run->pairs);
	(void)fprintf(f, ", \"cut\": %s", run->is_cut ? "true" : "false");
	for (int i = 0; i < COUNTERS_KINDS; i++) {
		(void)fputs(", ", f);
		whole(f, counters_name(i), run->counters[i]);
	}
	if (run->extra_count)
		(void)fputs(", \"own\": {", f);
	for (int i = 0; i < run->extra_count; i++) {
		const struct measure_extra *e = &run->extras[i];

		(void)fputs(i ? ", " : "", f);
		number(f, e->name, e->unit ? e->value : (double)e->count);
	}
	(void)fputs(run->extra_count ? "}}" : "}", f);
}

static void one_result(FILE *f, const struct bench_result *r)
{
	static const char *const ends[] = { "fine", "failed", "skipped" };

	(void)fputs("\n    {", f);
	key(f, "name");
	text(f, r->test->name);
	(void)fputs(", ", f);
	key(f, "end");
	text(f, ends[r->end]);
	(void)fputs(", ", f);
	key(f, "why");
	text(f, r->why);
	(void)fputs(", ", f);
	key(f, "mode");
	text(f, r->mode);
	(void)fputs(", ", f);
	whole(f, "iters", r->iters);
	(void)fputs(", ", f);
	number(f, "declared", r->declared);
	if (r->run_count) {
		(void)fputs(",\n     ", f);
		number(f, "median_ns", r->median_ns);
		(void)fputs(", ", f);
		number(f, "mad_ns", r->mad_ns);
		(void)fputs(", ", f);
		number(f, "overhead", r->overhead);
	}
	(void)fputs(",\n     \"runs\": [", f);
	for (int64_t i = 0; i < r->run_count; i++) {
		(void)fputs(i ? "," : "", f);
		one_run(f, &r->runs[i]);
	}
	(void)fputs("]}", f);
}

int json_write(const struct bench *b, const char *path)
{
	FILE *f = (FILE *)table_open(path);

	if (!f)
		return -1;
	(void)fputs("{\"format\": \"becalm-test\", \"version\": 1,\n  ", f);
	whole(f, "duration_ns", b->choice.duration_ns);
	(void)fprintf(f, ", \"seed\": %llu, ", (unsigned long long)b->choice.seed);
	number(f, "timer_ns", b->pair.inside_ns);
	(void)fputs(",\n  \"counters_unavailable\": {", f);
	for (int i = 0, n = 0; i < COUNTERS_KINDS; i++)
		if (counters_missing(i)) {
			(void)fputs(n++ ? ", " : "", f);
			key(f, counters_name(i));
			text(f, counters_missing(i));
		}
	(void)fputs("},\n  \"tests\": [", f);
	for (int i = 0; i < b->result_count; i++) {
		(void)fputs(i ? "," : "", f);
		one_result(f, &b->results[i]);
	}
	(void)fputs("\n  ]}\n", f);
	return table_close(f, path);
}
