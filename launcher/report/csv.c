/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void csv_heading(struct text *out)
{
	text_puts(out, "file,command,test,unit,n,median,mad,low,high,min,max,mean,sd\n");
}

static void field(struct text *out, const char *s, const char *end)
{
	if (!s[strcspn(s, ",\"\r\n")]) {
		text_printf(out, "%s%s", s, end);
		return;
	}
	text_puts(out, "\"");
	for (; *s; s++) {
		if (*s == '"')
			text_puts(out, "\"");
		text_add(out, s, 1);
	}
	text_printf(out, "\"%s", end);
}

static void number(struct text *out, double x, const char *end)
{
	char digits[40];

	text_printf(out, "%s%s", units_plain(x, digits, sizeof(digits)), end);
}

void csv_rows(const char *file, const char *command, const struct rows *rows, struct text *out)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct row *r = &rows->row[i];

		field(out, file, ",");
		field(out, command, ",");
		field(out, r->test, ",");
		field(out, r->unit, ",");
		text_printf(out, "%zu,", r->all.n);
		number(out, r->all.median, ",");
		number(out, r->all.n > 1 ? r->all.mad : (double)NAN, ",");
		number(out, r->all.low, ",");
		number(out, r->all.high, ",");
		number(out, r->all.min, ",");
		number(out, r->all.max, ",");
		number(out, r->all.mean, ",");
		number(out, r->all.sd, "\n");
	}
}

void csv_runs_heading(struct text *out)
{
	text_puts(out, "file,command,invocation,test,run,iters,timed_ns,wall_ns,value,unit,marks\n");
}

static void whole(struct text *out, int64_t x)
{
	if (x != UNKNOWN)
		text_printf(out, "%" PRId64, x);
	text_puts(out, ",");
}

static void mark(struct text *out, bool is_so, const char *word, bool *has_any)
{
	if (!is_so)
		return;
	text_printf(out, "%s%s", *has_any ? " " : "", word);
	*has_any = true;
}

void csv_run(const char *file, const char *command, const struct invocation *v,
	     const struct test *t, int64_t n, const struct run *run, struct text *out)
{
	bool has_any = false;

	field(out, file, ",");
	field(out, command, ",");
	whole(out, v->index);
	field(out, t->name, ",");
	whole(out, n);
	whole(out, run->iters);
	whole(out, run->timed_ns);
	whole(out, run->wall_ns);
	/* What the run comes to: the number that the medians are made of. */
	number(out, record_value(t, run), ",");
	field(out, t->unit, ",");
	mark(out, v->is_warmup || v->is_calibrating || run->is_warmup, "warmup", &has_any);
	mark(out, v->failed != NULL, "failed", &has_any);
	mark(out, v->disturbed != NULL, "disturbed", &has_any);
	mark(out, run->is_cut, "cut", &has_any);
	text_puts(out, "\n");
}
