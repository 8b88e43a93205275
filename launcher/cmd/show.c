/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * becalm show: results files again, for people and for programs. Files are read from
 * front to back; only the samples of one session are in memory, and the runs of one
 * invocation where each run is asked for.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/opt.h"
#include "../base/owns.h"
#include "../report/csv.h"
#include "../report/headline.h"
#include "../report/listing.h"
#include "../report/summary.h"
#include "../store/results.h"
#include "command.h"
#include "export.h"
#include "recall.h"

enum format { FORMAT_TABLE, FORMAT_JSON, FORMAT_CSV };

static const char *const format_words[] = { "table", "json", "csv", NULL };
static const char *const color_words[] = { "auto", "always", "never", NULL };

struct options {
	enum format format;
	enum color color;
	enum metric metric;
	bool has_metric, is_verbose, wants_help;
};

/* One run of the invocation that is going on, kept until its marks are known. */
struct kept {
	char *test, *unit; /* owned by the one where the name changes */
	bool is_owner;
	struct run run;
};

struct show {
	struct options options;
	struct look look;
	struct text out;  /* goes to stdout when there is much of it, and at the end */
	const char *path; /* of the file being read */
	const struct session *session;
	struct text *names; /* of the commands, as CSV has them */
	struct recall recall;
	struct kept *kept;
	size_t kept_count, kept_room;
	bool is_damaged;
	struct fail damage;
};

/* Out of the way: JSON waits for the end, because half a document is none. */
static void flush(struct show *s, bool is_end)
{
	if (!is_end && (s->options.format == FORMAT_JSON || s->out.n < 65536))
		return;
	(void)fwrite(text_of(&s->out), 1, s->out.n, stdout); /* main looks at ferror() */
	text_clear(&s->out);
}

static void forget_kept(struct show *s)
{
	for (size_t i = 0; i < s->kept_count; i++) {
		if (!s->kept[i].is_owner)
			continue;
		free(s->kept[i].test);
		free(s->kept[i].unit);
	}
	s->kept_count = 0;
}

static void keep(struct show *s, const struct test *t, const struct run *run)
{
	const struct kept *last = s->kept_count ? &s->kept[s->kept_count - 1] : NULL;
	bool is_same = last && !strcmp(last->test, t->name);
	struct kept k = { .is_owner = !is_same, .run = *run };

	k.test = is_same ? last->test : xstrdup(t->name);
	k.unit = is_same ? last->unit : xstrdup(t->unit);
	if (s->kept_count == s->kept_room) {
		s->kept_room = 2 * s->kept_room + 64;
		s->kept = xrealloc(s->kept, s->kept_room, sizeof(*s->kept));
	}
	s->kept[s->kept_count++] = k;
}

static int on_session(void *to, const struct session *session, struct fail *f)
{
	struct show *s = to;
	enum metric metric = s->options.has_metric ? s->options.metric : session->plan.metric;

	(void)f; /* cannot fail */
	s->session = session;
	recall_open(&s->recall, session->command_count, metric);
	s->names = xcalloc((size_t)session->command_count, sizeof(*s->names));
	for (int i = 0; i < session->command_count; i++)
		headline_command(&session->commands[i], 400, "...", &s->names[i]);
	return 0;
}

static int on_run(void *to, const struct invocation *v, const struct test *t,
		  const struct run *run, struct fail *f)
{
	struct show *s = to;

	(void)f; /* cannot fail */
	recall_run(&s->recall, v, t, run);
	if (s->options.is_verbose)
		keep(s, t, run);
	return 0;
}

static void list_runs(struct show *s, const struct invocation *v)
{
	int64_t number = 0;

	if (s->options.format == FORMAT_TABLE)
		listing_process(v, &s->look, &s->out);
	for (size_t i = 0; i < s->kept_count; i++) {
		const struct kept *k = &s->kept[i];
		const struct test t = { .name = k->test, .unit = k->unit };

		number = k->is_owner ? 1 : number + 1;
		if (s->options.format == FORMAT_TABLE)
			listing_run(&t, number, &k->run, &s->out);
		else
			csv_run(s->path, text_of(&s->names[v->command]), v, &t, number, &k->run,
				&s->out);
		flush(s, false);
	}
	forget_kept(s);
}

static int on_invocation(void *to, const struct invocation *v, struct fail *f)
{
	struct show *s = to;

	(void)f; /* cannot fail */
	recall_invocation(&s->recall, v);
	if (s->options.is_verbose)
		list_runs(s, v);
	return 0;
}

static void remark(const char *words)
{
	(void)fflush(stdout); /* in the order of speaking, where both go to one terminal */
	(void)fprintf(stderr, "becalm: %s\n", words);
}

static void add_report(struct show *s, const struct report *r)
{
	switch (s->options.format) {
	case FORMAT_JSON:
		export_session(r, s->recall.metric, &s->out);
		return;
	case FORMAT_CSV:
		if (!s->options.is_verbose) {
			struct rows rows = rows_of(r->series);

			csv_rows(s->path, text_of(&s->names[r->command]), &rows, &s->out);
			rows_free(&rows);
		}
		return;
	default:
		text_puts(&s->out, s->options.is_verbose ? "\n" : "");
		summary_text(r, &s->look, &s->out);
	}
}

static int64_t took_ns(const struct session *session, const struct results_end *end)
{
	if (end->ended_ns == UNKNOWN || session->started_ns == UNKNOWN ||
	    end->ended_ns < session->started_ns)
		return UNKNOWN;
	return end->ended_ns - session->started_ns;
}

static int on_end(void *to, const struct results_end *end, struct fail *f)
{
	struct show *s = to;

	(void)f; /* cannot fail */
	for (int i = 0; i < s->recall.count; i++) {
		const struct recalled *c = &s->recall.commands[i];
		const struct report r = { .session = s->session,
					  .command = i,
					  .series = &c->series,
					  .disturbed = &c->disturbed,
					  .failed = &c->failed,
					  .said = text_of(&c->said),
					  .took_ns = took_ns(s->session, end),
					  .source = s->path,
					  .is_complete = end->is_complete,
					  .why = end->why,
					  .not_restored = end->not_restored };

		add_report(s, &r);
	}
	if (end->is_damaged && !s->is_damaged)
		s->is_damaged = fail_set(&s->damage, FAIL_HOST, "%s", end->why) != 0;
	else if (s->session->is_merged || (!end->is_complete && s->options.format != FORMAT_TABLE))
		remark(end->why);
	return 0;
}

static void forget_file(struct show *s)
{
	for (int i = 0; i < s->recall.count; i++)
		text_free(&s->names[i]);
	free(s->names);
	s->names = NULL;
	recall_close(&s->recall);
	forget_kept(s);
}

static int show_file(struct show *s, const char *path, struct fail *f)
{
	const struct results_sink sink = { .to = s,
					   .session = on_session,
					   .run = on_run,
					   .invocation = on_invocation,
					   .end = on_end };
	int error;

	s->path = path;
	error = results_read(path, &sink, f);
	forget_file(s);
	return error;
}

static int show_files(struct show *s, char **paths, struct fail *f)
{
	if (s->options.format == FORMAT_JSON)
		export_open(&s->out);
	else if (s->options.format == FORMAT_CSV && s->options.is_verbose)
		csv_runs_heading(&s->out);
	else if (s->options.format == FORMAT_CSV)
		csv_heading(&s->out);
	for (char **path = paths; *path; path++) {
		if (path > paths && s->options.format == FORMAT_TABLE)
			text_puts(&s->out, "\n");
		if (show_file(s, *path, f)) {
			if (s->options.format != FORMAT_JSON)
				flush(s, true); /* what was before is right */
			return -1;
		}
	}
	if (s->options.format == FORMAT_JSON)
		export_close(&s->out);
	flush(s, true);
	if (s->is_damaged)
		*f = s->damage;
	return s->is_damaged ? -1 : 0;
}

/* Sets *out to the index of the value among words[]. */
static int set_word(const struct opt *row, const char *value, const char *const *words, int *out,
		    struct fail *f)
{
	char shown[80];

	for (int i = 0; words[i]; i++) {
		if (strcmp(words[i], value) != 0)
			continue;
		*out = i;
		return 0;
	}
	return fail_set(f, FAIL_USAGE, "%s: '%s' is not one of %s", opt_name(row),
			fail_quote(shown, sizeof(shown), value), row->arg);
}

static int set_format(const struct opt *row, const char *value, struct fail *f)
{
	struct options *o = row->to;
	int index = 0;

	if (set_word(row, value, format_words, &index, f))
		return -1;
	o->format = (enum format)index;
	return 0;
}

static int set_color(const struct opt *row, const char *value, struct fail *f)
{
	struct options *o = row->to;
	int index = 0;

	if (set_word(row, value, color_words, &index, f))
		return -1;
	o->color = (enum color)index;
	return 0;
}

static int set_metric(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const words[] = { "auto", "timed", "wall", "cpu", "rss", NULL };
	struct options *o = row->to;
	int index = 0;

	if (set_word(row, value, words, &index, f))
		return -1;
	o->metric = (enum metric)index; /* the same order */
	o->has_metric = true;
	return 0;
}

static void print_help(const struct opt *rows)
{
	owns_text struct text help = { 0 };

	text_puts(&help, "usage: becalm show [OPTION]... FILE...\n"
			 "Shows results files again; FILE.partial of a session that did not end, too.\n");
	opt_help(rows, &help);
	(void)fputs(text_of(&help), stdout); /* main looks at ferror() */
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	struct show s = { 0 };
	const struct opt rows[] = {
		{ 0, NULL, NULL, "What to show", NULL, NULL },
		{ 'v', "verbose", NULL, "every run of every process, warm-ups and failures too", opt_flag,
		  &s.options.is_verbose },
		{ 0, "metric", "auto|timed|wall|cpu|rss", "another number of the same data", set_metric,
		  &s.options },
		{ 0, NULL, NULL, "How", NULL, NULL },
		{ 0, "format", "table|json|csv", "for people (table), or for programs", set_format,
		  &s.options },
		{ 0, "color", "auto|always|never", "colour in tables (auto: on a terminal)", set_color,
		  &s.options },
		{ 'h', "help", NULL, "this text", opt_flag, &s.options.wants_help },
		{ 0, NULL, NULL, NULL, NULL, NULL },
	};
	int files;
	int error;

	(void)end; /* status 0, or that of the failure */
	if (opt_files(rows, argc, argv, &files, f))
		return -1;
	if (s.options.wants_help) {
		print_help(rows);
		return 0;
	}
	if (!files)
		return fail_set(f, FAIL_USAGE, "show: which results file? becalm show FILE...");
	if (s.options.is_verbose && s.options.format == FORMAT_JSON)
		return fail_set(f, FAIL_USAGE,
				"show: every run as JSON is what the results file itself has; "
				"-v goes with --format=table or csv");
	s.look = look_of(STDOUT_FILENO, s.options.color);
	error = show_files(&s, argv + 1, f);
	text_free(&s.out);
	free(s.kept);
	return error;
}

const struct command command_show = {
	.name = "show",
	.summary = "render results files again: table, JSON, CSV, every run",
	.run = run,
};
