/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results.h"

#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "encode.h"
#include "partial.h"
#include "reader.h"

/*
 * A test's runs go to the file a thousand at a time, so that memory does not grow with a
 * program; all tests together keep at most RUNS_MAX.
 */
enum { ROW_MAX = 1000, RUNS_MAX = 16384 };

struct results {
	struct partial file;
	struct text line;
	struct waiting *waiting;
	size_t count, room;
	size_t last; /* the test of the run before */
	int runs;    /* waiting, all tests together */
	bool is_broken; /* something could not be written: FILE is not replaced */
	int64_t invocations, failed, disturbed;
	struct reader_result resumed; /* what was there; zero for a new file */
};

static int add_line(struct results *r, struct fail *f)
{
	if (!partial_add(&r->file, &r->line, f))
		return 0;
	r->is_broken = true;
	return -1;
}

static void end_results(struct results *r)
{
	reader_free(&r->resumed);
	for (size_t i = 0; i < r->room; i++) {
		free(r->waiting[i].name);
		free(r->waiting[i].unit);
		text_free(&r->waiting[i].rows);
	}
	free(r->waiting);
	text_free(&r->line);
	partial_close(&r->file);
	free(r);
}

int results_open(const char *path, const struct session *s, struct text *remark,
		 struct results **out, struct fail *f)
{
	struct results *r;
	struct partial file;

	if (partial_create(path, remark, &file, f))
		return -1;
	r = xcalloc(1, sizeof(*r));
	r->file = file;
	encode_session(s, &r->line);
	if (partial_add(&r->file, &r->line, f)) {
		end_results(r);
		return -1;
	}
	*out = r;
	return 0;
}

/* Room of a test that is over is used again for the next invocation's tests. */
static struct waiting *new_test(struct results *r, const struct test *t)
{
	const char *unit = t->unit && t->unit[0] ? t->unit : "ns";
	struct waiting *w;

	if (r->count == r->room) {
		size_t room = r->room ? 2 * r->room : 8;

		r->waiting = xrealloc(r->waiting, room, sizeof(*r->waiting));
		memset(r->waiting + r->room, 0, (room - r->room) * sizeof(*r->waiting));
		r->room = room;
	}
	r->last = r->count;
	w = &r->waiting[r->count++];
	free(w->name);
	free(w->unit);
	w->name = xstrdup(t->name);
	w->unit = xstrdup(unit);
	return w;
}

/* The test's place; most runs are of the same test as the one before, or of the next. */
static struct waiting *find_test(struct results *r, const struct test *t)
{
	for (size_t i = 0; i < r->count; i++) {
		size_t at = (r->last + i) % r->count;

		if (strcmp(r->waiting[at].name, t->name) != 0)
			continue;
		r->last = at;
		return &r->waiting[at];
	}
	return new_test(r, t);
}

/* Writes what waits; of all tests, or only of one. */
static int write_runs(struct results *r, int64_t invocation, const struct waiting *only,
		      struct fail *f)
{
	text_clear(&r->line);
	for (size_t i = 0; i < r->count; i++) {
		struct waiting *w = &r->waiting[i];

		if (!w->count || (only && w != only))
			continue;
		encode_runs(invocation, w, &r->line);
		r->runs -= w->count;
		w->count = 0;
		text_clear(&w->rows);
	}
	return add_line(r, f);
}

int results_run(struct results *r, const struct invocation *v, const struct test *t,
		const struct run *run, struct fail *f)
{
	struct waiting *w = find_test(r, t);

	w->command = v->command;
	encode_run(run, w);
	r->runs++;
	if (w->count < ROW_MAX && r->runs < RUNS_MAX)
		return 0;
	return write_runs(r, v->index, w->count < ROW_MAX ? NULL : w, f);
}

static void forget_runs(struct results *r)
{
	for (size_t i = 0; i < r->count; i++) {
		r->waiting[i].count = 0;
		text_clear(&r->waiting[i].rows);
	}
	r->count = 0;
	r->last = 0;
	r->runs = 0;
}

int results_invocation(struct results *r, const struct invocation *v, bool is_told, struct fail *f)
{
	text_clear(&r->line);
	encode_invocation(v, r->waiting, r->count, &r->line);
	forget_runs(r);
	if (add_line(r, f))
		return -1;
	r->invocations++;
	r->failed += v->failed != NULL;
	r->disturbed += v->disturbed != NULL;
	if (!(is_told ? partial_sync(&r->file, f) : partial_sync_due(&r->file, f)))
		return 0;
	r->is_broken = true;
	return -1;
}

int results_end(struct results *r, const struct results_end *end, struct fail *f)
{
	struct results_end full = *end;
	int error;

	if (!r)
		return 0;
	full.invocations = r->invocations;
	full.failed = r->failed;
	full.disturbed = r->disturbed;
	if (r->is_broken || (!r->invocations && !r->file.is_stream)) {
		results_abandon(r);
		return 0;
	}
	text_clear(&r->line);
	encode_end(&full, &r->line);
	error = partial_add(&r->file, &r->line, f);
	if (!error)
		error = partial_commit(&r->file, f);
	end_results(r);
	return error;
}

void results_abandon(struct results *r)
{
	if (r && !r->invocations)
		partial_discard(&r->file);
	if (r)
		end_results(r);
}

int64_t results_count(const struct results *r)
{
	return r->invocations;
}

const char *results_where(const struct results *r)
{
	return r->file.shown;
}

int results_read(const char *path, const struct results_sink *sink, struct fail *f)
{
	struct reader_result got;
	owns_fd int fd = reader_open(path, f);
	int error;

	if (fd < 0)
		return -1;
	error = reader_read(fd, path, sink, &got, f);
	reader_free(&got);
	return error;
}

int results_resume(const char *path, const struct results_sink *sink, struct results **out,
		   struct fail *f)
{
	struct results *r = xcalloc(1, sizeof(*r));
	struct reader_result *got = &r->resumed;
	int error;

	r->file = (struct partial){ .fd = -1, .folder = -1 };
	error = partial_reopen(path, &r->file, f);
	if (!error)
		error = reader_read(r->file.fd, r->file.shown, sink, got, f);
	if (!error && got->is_complete)
		error = fail_set(f, FAIL_HOST, "cannot resume '%s': it is complete", r->file.shown);
	if (!error && got->is_damaged)
		error = fail_set(f, FAIL_HOST, "cannot resume a damaged file: %s", got->why);
	if (!error)
		error = partial_cut(&r->file, got->good, f);
	if (error) {
		if (r->file.is_copy)
			partial_discard(&r->file);
		end_results(r);
		return error;
	}
	r->invocations = got->invocations;
	r->failed = got->failed;
	r->disturbed = got->disturbed;
	*out = r;
	return 0;
}
