/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * becalm merge: the parts of one campaign become one results file. Every file is read
 * twice: first everything is checked, then lines are copied with new numbers, so that what
 * this becalm does not know of is kept.
 */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/opt.h"
#include "../base/owns.h"
#include "../store/partial.h"
#include "command.h"
#include "merge_check.h"

struct merge {
	const char *path; /* -o */
	bool is_allowed, wants_help;
	char **files;
	struct merge_part *parts;
	int count;
	struct sentences remarks;
	/* the second reading */
	struct partial out;
	struct merge_part *now;
	int64_t index, round; /* what is added to the numbers of this part */
	struct text pending;  /* runs lines whose invocation has not come yet */
	struct text line;
	int64_t copied; /* invocations of this part */
	int64_t invocations, failed, disturbed;
};

/* A line as a tree; it was read once before. */
static int tree_of(const struct merge *m, const char *line, size_t n, struct json **out, struct fail *f)
{
	return json_parse(line, n, m->now->path, out, f);
}

static void shift(struct json *o, const char *key, int64_t by)
{
	struct fail unused;
	struct json_in in = { .where = "", .f = &unused };
	char number[24];

	if (!json_has(o, key))
		return;
	(void)snprintf(number, sizeof(number), "%lld", (long long)(json_int(&in, o, key, 0) + by)); /* fits */
	json_set(o, key, number);
}

static void put_part(struct text *out, const struct merge_part *p, int64_t index, int64_t round)
{
	json_open(out, NULL, '{');
	json_put_string(out, "file", p->path);
	json_put_int(out, "first_index", index + 1);
	json_put_int(out, "last_index", index + p->last_index);
	json_put_int(out, "first_round", round + 1);
	json_put_int(out, "last_round", round + p->last_round);
	json_put_bool(out, "complete", p->is_complete);
	json_put_string(out, "why", p->why);
	json_put_tree(out, "session", p->line);
	json_close(out, '}');
}

/* The first file's line, what differs between hosts named together, and all lines whole. */
static void put_session(struct merge *m, struct text *out)
{
	owns_text struct text merged = { 0 };
	struct json *line = m->parts[0].line;
	int64_t index = 0;
	int64_t round = 0;

	json_open(&merged, NULL, '[');
	for (int i = 0; i < m->count; i++) {
		put_part(&merged, &m->parts[i], index, round);
		index += m->parts[i].last_index;
		round += m->parts[i].last_round;
	}
	json_close(&merged, ']');
	for (int i = 1; i < m->count; i++)
		merge_add_facts(line, m->parts[i].line);
	json_set(line, "merged", text_of(&merged));
	json_put_tree(out, NULL, line);
	text_puts(out, "\n");
}

static int copy_run_line(struct merge *m, const char *line, size_t n, struct fail *f)
{
	owns_json struct json *o = NULL;

	if (tree_of(m, line, n, &o, f))
		return -1;
	shift(o, "invocation", m->index);
	text_clear(&m->line);
	json_put_tree(&m->line, NULL, o);
	text_puts(&m->line, "\n");
	text_add(&m->pending, m->line.s, m->line.n);
	return 0;
}

static int copy_invocation_line(struct merge *m, const char *line, size_t n, struct fail *f)
{
	owns_json struct json *o = NULL;

	if (tree_of(m, line, n, &o, f))
		return -1;
	shift(o, "index", m->index);
	shift(o, "round", m->round);
	text_clear(&m->line);
	json_put_tree(&m->line, NULL, o);
	text_puts(&m->line, "\n");
	text_add(&m->pending, m->line.s, m->line.n);
	if (partial_add(&m->out, &m->pending, f))
		return -1;
	text_clear(&m->pending);
	m->copied++;
	m->invocations++;
	m->failed += json_has_text(o, "failed");
	m->disturbed += json_has_text(o, "disturbed");
	return 0;
}

/* A file that grows meanwhile is taken as it was when it was checked. */
static int copy_line(void *to, const char *kind, const char *line, size_t n, struct fail *f)
{
	struct merge *m = to;

	if (m->copied == m->now->invocations || !strcmp(kind, "session") || !strcmp(kind, "end"))
		return 0;
	if (!strcmp(kind, "runs"))
		return copy_run_line(m, line, n, f);
	if (!strcmp(kind, "invocation"))
		return copy_invocation_line(m, line, n, f);
	text_add(&m->pending, line, n); /* of a later becalm */
	text_puts(&m->pending, "\n");
	return 0;
}

static int copy_part(struct merge *m, struct fail *f)
{
	const struct results_sink sink = { .to = m, .line = copy_line };

	text_clear(&m->pending);
	m->copied = 0;
	if (results_read(m->now->path, &sink, f))
		return -1;
	if (m->copied != m->now->invocations)
		return fail_set(f, FAIL_HOST, "'%s' changed while it was read", m->now->path);
	m->index += m->now->last_index;
	m->round += m->now->last_round;
	return 0;
}

static void put_end(const struct merge *m, struct text *out)
{
	owns_text struct text why = { 0 };
	bool is_complete = true;
	int64_t ended_ns = UNKNOWN;

	text_printf(&why, "%d sessions, merged", m->count);
	for (int i = 0; i < m->count; i++) {
		const struct merge_part *p = &m->parts[i];

		ended_ns = p->ended_ns > ended_ns ? p->ended_ns : ended_ns;
		if (p->is_complete)
			continue;
		text_printf(&why, "; '%s' is not complete: %s", p->path, p->why);
		is_complete = false;
	}
	json_open(out, NULL, '{');
	json_put_string(out, "line", "end");
	json_put_bool(out, "complete", is_complete);
	json_put_string(out, "why", text_of(&why));
	json_put_known(out, "ended_ns", ended_ns);
	json_put_int(out, "invocations", m->invocations);
	json_put_int(out, "failed", m->failed);
	json_put_int(out, "disturbed", m->disturbed);
	json_put_bool(out, "restored", true);
	json_close(out, '}');
	text_puts(out, "\n");
}

static int copy_all(struct merge *m, struct fail *f)
{
	text_clear(&m->line);
	put_session(m, &m->line);
	if (partial_add(&m->out, &m->line, f))
		return -1;
	for (int i = 0; i < m->count; i++) {
		m->now = &m->parts[i];
		if (copy_part(m, f))
			return -1;
	}
	text_clear(&m->line);
	put_end(m, &m->line);
	return partial_add(&m->out, &m->line, f) || partial_commit(&m->out, f) ? -1 : 0;
}

/* A session that goes on in FILE.partial would be moved away, or be read while we write it. */
static int check_target(const struct merge *m, struct fail *f)
{
	owns_text struct text partial = { 0 };
	struct stat target;
	struct stat source;

	text_printf(&partial, "%s.partial", m->path);
	if (stat(text_of(&partial), &target))
		return 0;
	for (int i = 0; i < m->count; i++)
		if (!stat(m->files[i], &source) && source.st_dev == target.st_dev &&
		    source.st_ino == target.st_ino)
			return fail_set(f, FAIL_USAGE, "merge: '%s' is needed for writing '%s'; choose another -o",
					m->files[i], m->path);
	return 0;
}

static int write_merged(struct merge *m, struct fail *f)
{
	owns_text struct text remark = { 0 };
	int error;

	if (check_target(m, f) || partial_create(m->path, &remark, &m->out, f))
		return -1;
	if (remark.n)
		(void)fprintf(stderr, "becalm: %s\n", remark.s);
	error = copy_all(m, f);
	if (error)
		partial_discard(&m->out);
	partial_close(&m->out);
	return error;
}

static int merge_files(struct merge *m, struct fail *f)
{
	int error = 0;

	for (int i = 0; i < m->count && !error; i++) {
		error = merge_read(m->files[i], &m->parts[i], f);
		if (!error && i)
			error = merge_check(&m->parts[0], &m->parts[i], m->is_allowed, &m->remarks, f);
	}
	if (!error)
		error = merge_check_twice(m->parts, m->count, f);
	for (int i = 0; i < m->remarks.n && !error; i++)
		(void)fprintf(stderr, "becalm: %s\n", m->remarks.line[i]);
	if (!error)
		error = write_merged(m, f);
	for (int i = 0; i < m->count; i++)
		merge_free(&m->parts[i]);
	text_free(&m->pending);
	text_free(&m->line);
	return error;
}

static void print_help(const struct opt *rows)
{
	owns_text struct text help = { 0 };

	text_puts(&help, "usage: becalm merge [OPTION]... A B...\n"
			 "Joins results files of the same commands and settings, such as the parts of a campaign\n"
			 "that took several days or machines, into one.\n");
	opt_help(rows, &help);
	(void)fputs(text_of(&help), stdout); /* main looks at ferror() */
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	struct merge m = { .path = "-", .out = { .fd = -1, .folder = -1 } };
	const struct opt rows[] = {
		{ 'o', "results", "FILE", "the file to write (standard output)", opt_text, &m.path },
		{ 0, "allow-unlike", NULL, "join what unlike machines or settings measured", opt_flag,
		  &m.is_allowed },
		{ 'h', "help", NULL, "this text", opt_flag, &m.wants_help },
		{ 0, NULL, NULL, NULL, NULL, NULL },
	};
	int error;

	(void)end; /* status 0, or that of the failure */
	if (opt_files(rows, argc, argv, &m.count, f))
		return -1;
	if (m.wants_help) {
		print_help(rows);
		return 0;
	}
	if (m.count < 2)
		return fail_set(f, FAIL_USAGE, "merge: which results files? becalm merge A B -o FILE");
	m.files = argv + 1;
	m.parts = xcalloc((size_t)m.count, sizeof(*m.parts));
	error = merge_files(&m, f);
	free(m.parts);
	return error;
}

const struct command command_merge = {
	.name = "merge",
	.summary = "join results files of the same commands and settings",
	.run = run,
};
