/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/owns.h"
#include "cuts.h"
#include "decode.h"
#include "foreign.h"
#include "json.h"

/*
 * A line has at most 1,000 runs a test; one of this size is no line of ours, and memory
 * must not grow with what somebody hands us.
 */
enum { LINE_MAX_BYTES = 64 << 20, CHUNK = 64 << 10 };

struct reading {
	const char *path;
	const struct results_sink *sink;
	struct reader_result *out;
	struct fail *f;	    /* a failure of the caller's callbacks, or before the first of them */
	struct text buffer; /* bytes from 'start' on are not used up yet */
	size_t start;
	long number;	    /* of the line, from 1 */
	char where[300];
	struct room room;
	struct cuts cuts; /* the runs of the line, where they could be had so */
	int64_t pending; /* the invocation that 'runs' lines were about; 0: none */
	struct json *end_line; /* kept: nothing may follow it, and then end() is told */
	struct results_end end;
	int error; /* what a callback returned */
};

static int unknown_file(const char *path, struct fail *f)
{
	char partial[4096];

	if (errno == ENOENT && snprintf(partial, sizeof(partial), "%s.partial", path) > 0 &&
	    !access(partial, R_OK))
		return fail_set(f, FAIL_HOST,
				"there is no '%s'; its session did not end, what it has is in '%s'",
				path, partial);
	return fail_sys(f, "cannot read '%s'", path);
}

int reader_open(const char *path, struct fail *f)
{
	owns_fd int fd = -1;
	struct stat st;

	if (!strcmp(path, "-"))
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return unknown_file(path, f);
	if (!fstat(fd, &st) && S_ISDIR(st.st_mode))
		return fail_set(f, FAIL_HOST, "'%s' is a folder, not a results file", path);
	return keep_fd(&fd);
}

enum got { GOT_LINE, GOT_END, GOT_REST, GOT_ERROR, GOT_LONG };

/*
 * The next line without its newline; GOT_REST: bytes without one at the end of the file.
 * The line is good until the next call.
 */
static enum got next_line(struct reading *r, int fd, const char **line, size_t *n)
{
	size_t seen = r->start;

	for (;;) {
		char *s = r->buffer.s;
		char *end = r->buffer.n > seen ? memchr(s + seen, '\n', r->buffer.n - seen) : NULL;
		char chunk[CHUNK];
		ssize_t got;

		if (end) {
			*line = s + r->start;
			*n = (size_t)(end - *line);
			r->start += *n + 1;
			return GOT_LINE;
		}
		if (r->start) { /* move what is left to the front, once a chunk */
			r->buffer.n -= r->start;
			memmove(s, s + r->start, r->buffer.n);
			r->start = 0;
		}
		seen = r->buffer.n;
		if (seen > LINE_MAX_BYTES)
			return GOT_LONG;
		do
			got = read(fd, chunk, sizeof(chunk));
		while (got < 0 && errno == EINTR);
		if (got < 0)
			return GOT_ERROR;
		if (!got) {
			*line = text_of(&r->buffer);
			*n = r->buffer.n;
			return *n ? GOT_REST : GOT_END;
		}
		text_add(&r->buffer, chunk, (size_t)got);
	}
}

/* The file cannot be used at all. Always -1. */
static int not_ours(struct reading *r, const char *start, size_t n)
{
	const char *tool = foreign_name(start, n < CHUNK ? n : CHUNK);

	if (!n)
		return fail_set(r->f, FAIL_HOST, "'%s' is empty", r->path);
	if (tool)
		return fail_set(r->f, FAIL_HOST, "'%s' is a file of %s, not a results file of becalm",
				r->path, tool);
	if (memmem(start, n < CHUNK ? n : CHUNK, "\"becalm-results\"", 16))
		return fail_set(r->f, FAIL_HOST, "'%s' ends within its first line, or that is damaged",
				r->path);
	return fail_set(r->f, FAIL_HOST, "'%s' is not a results file of becalm", r->path);
}

static int check_version(struct reading *r, struct json_in *in, const struct json *o)
{
	int64_t version = json_int(in, o, "version", UNKNOWN);

	if (in->is_bad)
		return -1;
	if (version < 1)
		return fail_set(r->f, FAIL_HOST, "%s: it has no version", r->where);
	if (version > RESULTS_VERSION)
		return fail_set(r->f, FAIL_HOST,
				"'%s' has version %lld of the format, this becalm (" BECALM_VERSION
				") knows versions up to %d",
				r->path, (long long)version, RESULTS_VERSION);
	return 0;
}

static void tell_line(struct reading *r, const char *kind, const char *line, size_t n)
{
	if (!r->error && r->sink->line)
		r->error = r->sink->line(r->sink->to, kind, line, n, r->f);
}

static int first_line(struct reading *r, const char *line, size_t n)
{
	struct json_in in = { .where = r->where, .f = r->f };
	struct json *o = NULL;
	const char *format;

	if (n >= 3 && !memcmp(line, "\xef\xbb\xbf", 3)) { /* an editor's byte order mark */
		line += 3;
		n -= 3;
	}
	if (json_parse(line, n, r->where, &o, r->f))
		return memmem(line, n, "\"becalm-results\"", 16) ? -1 : not_ours(r, r->buffer.s, r->buffer.n);
	r->out->session_line = o;
	format = json_has(o, "format") ? json_text(&in, o, "format", "") : "";
	if (in.is_bad || strcmp(format, "becalm-results") != 0)
		return not_ours(r, r->buffer.s, r->buffer.n);
	if (check_version(r, &in, o))
		return -1;
	decode_session(&in, o, &r->out->session);
	if (in.is_bad)
		return -1;
	if (!r->out->session.command_count)
		return fail_set(r->f, FAIL_HOST, "%s: it has no command", r->where);
	if (r->sink->session)
		r->error = r->sink->session(r->sink->to, &r->out->session, r->f);
	tell_line(r, "session", line, n);
	return r->error;
}

static void give_run(struct reading *r, const struct json_in *in, const struct invocation *v,
		     const struct test *t, const struct run *run)
{
	if (!in->is_bad && !r->error && r->sink->run)
		r->error = r->sink->run(r->sink->to, v, t, run, r->f);
}

/* Hands the runs that 'o' has to the sink. */
static void give_runs(struct reading *r, struct json_in *in, const struct json *o,
		      const struct invocation *v, const struct test *t)
{
	size_t n = 0;
	const struct cut_run *cut = cuts_of(&r->cuts, o, &n);
	const struct json *runs = cut ? NULL : json_member(in, o, "runs", '[');
	bool is_length = !strcmp(t->unit, "ns");
	struct run run;

	if (cut && !is_length)
		json_bad(in, "key 'runs' is a whole number, not a string");
	for (size_t i = 0; i < n && is_length && !r->error; i++) {
		run = (struct run){ cut[i].number[0], cut[i].number[1], cut[i].number[2],
				    (double)NAN, false, false };
		give_run(r, in, v, t, &run);
	}
	for (size_t i = 0; i < json_count(runs) && !in->is_bad && !r->error; i++) {
		decode_run(in, runs, i, t->unit, &run);
		give_run(r, in, v, t, &run);
	}
}

static void check_invocation(const struct reading *r, struct json_in *in, int64_t index,
			     int64_t command)
{
	if (index < 1)
		json_bad(in, "the invocation has no number");
	if (command < 0 || command >= r->out->session.command_count)
		json_bad(in, "key 'command' is %lld, there are %d", (long long)command,
			 r->out->session.command_count);
	if (r->pending && r->pending != index)
		json_bad(in, "invocation %lld is missing, which runs before belong to",
			 (long long)r->pending);
}

static void runs_line(struct reading *r, struct json_in *in, struct json *o)
{
	int64_t command = json_int(in, o, "command", 0);
	struct invocation v = { .index = json_int(in, o, "invocation", 0) };
	struct test t = { .name = json_text(in, o, "test", ""),
			  .unit = json_text(in, o, "unit", "ns"),
			  .mode = "",
			  .iters = UNKNOWN,
			  .timer_ns = -1,
			  .runs = UNKNOWN };

	check_invocation(r, in, v.index, command);
	v.command = (int)command; /* checked */
	r->pending = v.index;
	give_runs(r, in, o, &v, &t);
}

static void invocation_line(struct reading *r, struct json_in *in, struct json *o)
{
	struct json *tests = json_member(in, o, "tests", '[');
	struct invocation v;

	decode_invocation(in, o, &r->room, &v);
	check_invocation(r, in, v.index, v.command);
	for (int i = 0; i < v.test_count && !in->is_bad && !r->error; i++) {
		struct json *test = json_item(in, tests, (size_t)i, "tests", '{');

		give_runs(r, in, test, &v, &v.tests[i]);
	}
	if (in->is_bad || r->error)
		return;
	r->pending = 0;
	r->out->invocations++;
	r->out->failed += v.failed != NULL;
	r->out->disturbed += v.disturbed != NULL;
	if (r->sink->invocation)
		r->error = r->sink->invocation(r->sink->to, &v, r->f);
}

/* The line as a tree, without the runs that are in r->cuts. */
static int parse_line(struct reading *r, const char *line, size_t n, struct json **out,
		      struct fail *why)
{
	if (cuts_take(&r->cuts, line, n) &&
	    !json_parse(r->cuts.line.s, r->cuts.line.n, r->where, out, why))
		return 0;
	r->cuts.count = 0;
	return json_parse(line, n, r->where, out, why); /* with the right places in messages */
}

/* Any line but the first. Returns true when it could be used; else 'why' says what is wrong. */
static bool use_line(struct reading *r, const char *line, size_t n, struct fail *why)
{
	struct json_in in = { .where = r->where, .f = why };
	owns_json struct json *o = NULL;
	const char *kind;

	if (parse_line(r, line, n, &o, why))
		return false;
	kind = json_has(o, "line") ? json_text(&in, o, "line", "") : "";
	if (r->end_line)
		json_bad(&in, "something follows the last line of the session");
	else if (!strcmp(kind, "invocation"))
		invocation_line(r, &in, o);
	else if (!strcmp(kind, "runs"))
		runs_line(r, &in, o);
	else if (!strcmp(kind, "end"))
		decode_end(&in, o, &r->end);
	else if (!strcmp(kind, "session"))
		json_bad(&in, "a second session begins");
	else if (!kind[0])
		json_bad(&in, "it has no key 'line'");
	if (in.is_bad)
		return false;
	tell_line(r, kind, line, n);
	if (!strcmp(kind, "end"))
		r->end_line = keep_mem(&o);
	return true; /* a kind that is not known is passed over */
}

/* Tells the sink how the session ended; 'why' is what is wrong with the file, or NULL. */
static int tell_end(struct reading *r, const char *why)
{
	struct results_end end = r->end;

	if (why)
		end = (struct results_end){ .is_damaged = r->out->is_damaged,
					    .why = why,
					    .ended_ns = UNKNOWN,
					    .invocations = r->out->invocations,
					    .failed = r->out->failed,
					    .disturbed = r->out->disturbed,
					    .is_restored = true };
	(void)snprintf(r->out->why, sizeof(r->out->why), "%s", end.why); /* for people */
	r->out->is_complete = end.is_complete;
	return r->sink->end ? r->sink->end(r->sink->to, &end, r->f) : 0;
}

static bool is_blank(const char *line, size_t n)
{
	while (n && memchr(" \t\r", line[n - 1], 3))
		n--;
	return !n;
}

static int read_lines(struct reading *r, int fd)
{
	struct fail why = { 0 };
	off_t at = 0;
	const char *line;
	enum got got;
	size_t n;

	while ((got = next_line(r, fd, &line, &n)) == GOT_LINE) {
		int64_t before = r->out->invocations;

		r->number++;
		at += (off_t)n + 1;
		(void)snprintf(r->where, sizeof(r->where), "'%.200s', line %ld", r->path, r->number);
		if (r->number == 1) {
			if (first_line(r, line, n))
				return -1;
			r->out->good = at;
			continue;
		}
		if (is_blank(line, n))
			continue; /* an editor's, at the end */
		if (!use_line(r, line, n, &why)) {
			r->out->is_damaged = true;
			return tell_end(r, why.text);
		}
		if (r->error)
			return r->error;
		if (r->out->invocations > before)
			r->out->good = at;
	}
	if (!r->number && got != GOT_ERROR)
		return not_ours(r, text_of(&r->buffer), r->buffer.n);
	if (got == GOT_ERROR)
		return fail_sys(r->f, "cannot read '%s'", r->path);
	if (got == GOT_END && r->end_line)
		return tell_end(r, NULL);
	(void)fail_set(&why, FAIL_HOST, "'%s', line %ld: %s", r->path, r->number + (got != GOT_END),
		       got == GOT_LONG	 ? "it is too long"
		       : got == GOT_REST ? "the line is cut short"
					 : "the session has no last line"); /* only the sentence */
	r->out->is_damaged = got == GOT_LONG || r->end_line;
	return tell_end(r, why.text);
}

int reader_read(int fd, const char *path, const struct results_sink *sink,
		struct reader_result *out, struct fail *f)
{
	struct reading r = { .path = strcmp(path, "-") ? path : "standard input",
			     .sink = sink,
			     .out = out,
			     .f = f };
	int error;

	*out = (struct reader_result){ 0 };
	error = read_lines(&r, fd);
	text_free(&r.buffer);
	decode_free_room(&r.room);
	cuts_free(&r.cuts);
	json_free(r.end_line);
	return error;
}

void reader_free(struct reader_result *result)
{
	decode_free_session(&result->session);
	json_free(result->session_line);
	*result = (struct reader_result){ 0 };
}
