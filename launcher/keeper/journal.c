/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"
#include "../base/words.h"
#include "cage.h"
#include "knob.h"
#include "touch.h"

#define FIRST_LINE "becalm-journal 1"

/* Of what is saved at once; lines are added as the changes are made. */
enum { TASKS_MAX = 200000, JOURNAL_LONGEST = 32 << 20 };

void tasks_add(struct tasks *t, pid_t tid, unsigned long long start, const char *cpus)
{
	if (t->n == t->room) {
		t->room = t->room ? t->room * 2 : 64;
		t->list = xrealloc(t->list, t->room, sizeof(*t->list));
	}
	t->list[t->n++] = (struct task){ tid, start, xstrdup(cpus) };
}

void journal_free(struct journal *j)
{
	edits_free(&j->edits);
	for (size_t i = 0; i < j->tasks.n; i++)
		free(j->tasks.list[i].cpus);
	free(j->tasks.list);
	*j = (struct journal){ 0 };
}

/* FNV-1a, 64 bits: against accidents, not against root, who alone can write here. */
static void checksum(const char *s, size_t n, char out[17])
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (unsigned char)s[i]) * UINT64_C(1099511628211);
	(void)snprintf(out, 17, "%016" PRIx64, hash); /* 16 digits */
}

void journal_format(const struct journal *j, struct text *out)
{
	char sum[17];

	text_puts(out, FIRST_LINE "\n");
	words_add(out, "session");
	words_add(out, j->boot);
	words_number(out, j->keeper);
	words_number(out, (long long)j->start);
	words_number(out, j->user);
	words_number(out, j->since);
	words_number(out, j->launcher);
	text_puts(out, "\n");
	for (size_t i = 0; i < j->edits.n; i++) {
		const struct edit *e = &j->edits.list[i];

		words_line(out, (const char *[]){ "edit", e->knob, kind_words[e->kind], how_words[e->how],
						  e->path, e->before, e->after, NULL });
	}
	for (size_t i = 0; i < j->tasks.n; i++) {
		words_add(out, "task");
		words_number(out, j->tasks.list[i].tid);
		words_number(out, (long long)j->tasks.list[i].start);
		words_add(out, j->tasks.list[i].cpus);
		text_puts(out, "\n");
	}
	checksum(out->s, out->n, sum);
	words_add(out, "end");
	words_number(out, (long long)(j->edits.n + j->tasks.n));
	words_add(out, sum);
	text_puts(out, "\n");
}

static int index_of(const char *const *words, const char *word)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return i;
	return -1;
}

static int parse_session(char **w, struct journal *j, struct fail *f)
{
	int64_t keeper, start, user, since, launcher;

	if (number_whole(w[2], "keeper", 1, INT32_MAX, &keeper, f) ||
	    number_whole(w[3], "start", 0, INT64_MAX, &start, f) ||
	    number_whole(w[4], "user", 0, UINT32_MAX - 1, &user, f) ||
	    number_whole(w[5], "since", 0, INT64_MAX, &since, f) ||
	    number_whole(w[6], "launcher", 0, INT32_MAX, &launcher, f))
		return -1;
	if (!w[1][0] || strlen(w[1]) >= sizeof(j->boot))
		return fail_set(f, FAIL_HOST, "no boot id");
	(void)strcpy(j->boot, w[1]); /* measured just now */
	j->keeper = (pid_t)keeper;
	j->start = (unsigned long long)start;
	j->user = (uid_t)user;
	j->since = since;
	j->launcher = (pid_t)launcher;
	return 0;
}

/* The knob's own name, so that it outlives the text; NULL when it never makes this edit. */
static const char *maker_of(const char *name, int kind, const char *path)
{
	const struct knob *knob = knob_find(name);

	if (knob)
		return knob_kind(knob, path) == kind ? knob->name : NULL;
	return !strcmp(name, "cage") && cage_allows((enum kind)kind, path) ? "cage" : NULL;
}

static int parse_edit(char **w, struct journal *j, struct fail *f)
{
	int kind = index_of(kind_words, w[2]);
	int how = index_of(how_words, w[3]);
	const char *maker = kind < 0 ? NULL : maker_of(w[1], kind, w[4]);
	char shown[200];

	if (!maker || how < 0 || j->edits.n == EDITS_MAX)
		return fail_set(f, FAIL_HOST, "no knob '%.32s' changes '/%s'", w[1],
				fail_quote(shown, sizeof(shown), w[4]));
	if (kind != KIND_DEVICE && kind != KIND_GROUP &&
	    (!kind_valid((enum kind)kind, w[5]) ||
	     (how != HOW_KEEP && !kind_valid((enum kind)kind, w[6]))))
		return fail_set(f, FAIL_HOST, "'/%s' never holds such a value",
				fail_quote(shown, sizeof(shown), w[4]));
	if (kind == KIND_GROUP && w[5][0] && !cage_allows_home(w[5]))
		return fail_set(f, FAIL_HOST, "'/%s' is no group", fail_quote(shown, sizeof(shown), w[5]));
	edits_add(&j->edits, maker, (enum kind)kind, w[4], w[5], w[6])->how = (enum how)how;
	return 0;
}

static int parse_task(char **w, struct journal *j, struct fail *f)
{
	int64_t tid, start;
	struct cpus cpus;

	if (number_whole(w[1], "task", 1, INT32_MAX, &tid, f) ||
	    number_whole(w[2], "start", 0, INT64_MAX, &start, f) ||
	    cpus_parse(w[3], "task", &cpus, f))
		return -1;
	if (j->tasks.n == TASKS_MAX)
		return fail_set(f, FAIL_HOST, "too many tasks");
	tasks_add(&j->tasks, (pid_t)tid, (unsigned long long)start, w[3]);
	return 0;
}

static int parse_line(char **w, int n, int row, struct journal *j, struct fail *f)
{
	if (row == 0)
		return n == 2 && !strcmp(w[0], "becalm-journal") && !strcmp(w[1], "1") ?
			       0 :
			       fail_set(f, FAIL_HOST, "not a journal of this format");
	if (row == 1 && n == 7 && !strcmp(w[0], "session"))
		return parse_session(w, j, f);
	if (row > 1 && n == 7 && !strcmp(w[0], "edit"))
		return parse_edit(w, j, f);
	if (row > 1 && n == 4 && !strcmp(w[0], "task"))
		return parse_task(w, j, f);
	return fail_set(f, FAIL_HOST, "line %d is none of a journal's", row + 1);
}

/*
 * The lines behind 'end': from the first that is not whole on, the rest is left out. They
 * are not synced, so after a loss of power a file system may show zeros there.
 */
static void parse_progress(char *rest, struct journal *j)
{
	char *end;

	while ((end = strchr(rest, '\n'))) {
		char *w[WORDS_MAX];
		struct fail unused;
		struct edit *e;
		int64_t i;
		int n;

		*end = '\0';
		n = words_split(rest, w);
		rest = end + 1;
		if (n == 1 && !strcmp(w[0], "settled")) {
			j->is_settled = true;
			continue;
		}
		if (n < 2 || number_whole(w[1], "index", 0, (int64_t)j->edits.n - 1, &i, &unused))
			return;
		e = &j->edits.list[i];
		if (n == 2 && !strcmp(w[0], "refused")) {
			e->state = EDIT_REFUSED;
		} else if (n == 3 && !strcmp(w[0], "reads") && strlen(w[2]) <= VALUE_LONGEST) {
			e->state = EDIT_MADE;
			free(e->reads);
			e->reads = xstrdup(w[2]);
		} else {
			return;
		}
	}
}

/* Checks the sum over everything in front of the last line. *out: how many it counts. */
static int parse_end(const struct text *text, char *last, int64_t *out, struct fail *f)
{
	char sum[17];
	char *w[WORDS_MAX];

	checksum(text->s, (size_t)(last - text->s), sum);
	if (words_split(last, w) != 3 || strcmp(w[2], sum) != 0)
		return fail_set(f, FAIL_HOST, "wrong checksum");
	return number_whole(w[1], "end", 0, EDITS_MAX + TASKS_MAX, out, f);
}

static int parse_all(struct text *text, struct journal *j, struct fail *f)
{
	char *last, *end;
	int64_t count;
	int row = 0;

	if (!text->n)
		return fail_set(f, FAIL_HOST, "it is empty");
	last = strstr(text->s, "\nend ");
	end = last ? strchr(++last, '\n') : NULL;
	if (!end)
		return fail_set(f, FAIL_HOST, memchr(text->s, '\0', text->n) ?
						      "it holds bytes that are no text" :
						      "its end is missing");
	*end = '\0';
	if (parse_end(text, last, &count, f))
		return -1;
	for (char *line = text->s; line < last; row++) {
		size_t n = strcspn(line, "\n"); /* each of them ends in front of 'last' */
		char *w[WORDS_MAX] = { NULL };

		line[n] = '\0';
		if (parse_line(w, words_split(line, w), row, j, f))
			return -1;
		line += n + 1;
	}
	if (row < 2 || (size_t)count != j->edits.n + j->tasks.n)
		return fail_set(f, FAIL_HOST, "lines are missing");
	parse_progress(end + 1, j);
	return 0;
}

int journal_parse(struct text *text, struct journal *out, struct fail *f)
{
	struct journal j = { 0 };

	if (parse_all(text, &j, f)) {
		journal_free(&j);
		return -1;
	}
	*out = j;
	return 0;
}

static int read_file(int fd, struct text *out)
{
	const size_t longest = 3 * (size_t)JOURNAL_LONGEST;
	char block[16384];
	ssize_t n;

	while ((n = read(fd, block, sizeof(block))) > 0 && out->n < longest)
		text_add(out, block, (size_t)n);
	return n < 0 ? -1 : 0; /* a longer one has no end */
}

int journal_load(int dir, uid_t owner, struct journal *out, struct fail *f)
{
	owns_fd int fd = openat(dir, "journal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	owns_text struct text text = { 0 };
	struct stat st;

	if (fd < 0 && errno == ENOENT)
		return 1;
	if (fd < 0 && errno == ELOOP)
		return fail_set(f, FAIL_HOST, "it is a link");
	if (fd < 0 || fstat(fd, &st))
		return fail_sys(f, "cannot open it"), 2;
	if (!S_ISREG(st.st_mode) || st.st_uid != owner || (st.st_mode & 022))
		return fail_set(f, FAIL_HOST, "it was not written by becalm-keeper (owner %u, mode %o)",
				(unsigned)st.st_uid, (unsigned)st.st_mode & 07777);
	if (read_file(fd, &text))
		return fail_sys(f, "cannot read it"), 2;
	return journal_parse(&text, out, f);
}

int journal_settled(int fd)
{
	const struct text line = { .s = (char[]){ "settled\n" }, .n = 8 };

	return touch_append(fd, &line);
}

/* Lines about edits that were made by an earlier keeper, when they are taken over. */
static void add_progress(const struct journal *j, struct text *out)
{
	for (size_t i = 0; i < j->edits.n; i++) {
		if (!j->edits.list[i].reads)
			continue;
		words_add(out, "reads");
		words_number(out, (long long)i);
		words_add(out, j->edits.list[i].reads);
		text_puts(out, "\n");
	}
}

/* What is too large to be read back must not be done. */
static int check_size(const struct journal *j, const struct text *text, struct fail *f)
{
	if (j->edits.n <= EDITS_MAX && j->tasks.n <= TASKS_MAX && text->n <= JOURNAL_LONGEST)
		return 0;
	return fail_set(f, FAIL_HOST,
			"too much to be changed in one session: %zu settings and %zu tasks, of at most %d and %d",
			j->edits.n, j->tasks.n, EDITS_MAX, TASKS_MAX);
}

int journal_save(int dir, const struct journal *j, int *out, struct fail *f)
{
	owns_text struct text text = { 0 };
	owns_fd int fd = -1;

	journal_format(j, &text);
	add_progress(j, &text);
	if (check_size(j, &text, f))
		return -1;
	fd = touch_create(dir, "journal.new", O_WRONLY | O_TRUNC | O_APPEND, 0644);
	if (fd < 0)
		return fail_sys(f, "cannot make the journal '/run/becalm/journal'");
	if (touch_append(fd, &text) || touch_sync(fd) || touch_rename(dir, "journal.new", "journal") ||
	    touch_sync(dir))
		return fail_sys(f, "cannot write the journal '/run/becalm/journal'");
	*out = keep_fd(&fd);
	return 0;
}

static int add_line(int fd, const char *verb, size_t index, const char *value)
{
	owns_text struct text line = { 0 };

	words_add(&line, verb);
	words_number(&line, (long long)index);
	if (value)
		words_add(&line, value);
	text_puts(&line, "\n");
	return touch_append(fd, &line);
}

int journal_reads(int fd, size_t index, const char *value)
{
	return add_line(fd, "reads", index, value);
}

int journal_refused(int fd, size_t index)
{
	return add_line(fd, "refused", index, NULL);
}
