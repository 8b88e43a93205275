/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the keeper says, line by line, as values. */
#include "keeper_take.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"

static const char *const wire_words[] = { "would",   "still",	"cannot", "held",
					  "refused", "drifted", "left",	  NULL };

static int index_of(const char *const *words, const char *word)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return i;
	return -1;
}

int64_t keeper_number(const char *word)
{
	struct fail unused;
	int64_t n = -1;

	(void)number_whole(word, "", 0, INT64_MAX, &n, &unused); /* -1: not said */
	return n;
}

static void free_edits(struct keeper_edit *edits, int n)
{
	for (int i = 0; i < n; i++) {
		free(edits[i].path);
		free(edits[i].before);
		free(edits[i].after);
	}
	free(edits);
}

void keeper_clear_row(struct keeper_row *row)
{
	free_edits(row->edits, row->edit_count);
	free(row->name);
	free(row->summary);
	free(row->reason);
	free(row->tier);
	free(row->reach);
	*row = (struct keeper_row){ 0 };
}

static struct keeper_row *row_named(struct keeper *k, const char *name)
{
	for (int i = 0; i < k->row_count; i++)
		if (!strcmp(k->rows[i].name, name))
			return &k->rows[i];
	return NULL;
}

/* knob NAME TIER REACH OUTCOME SUMMARY REASON: a new row, or a row anew */
static void take_knob(struct keeper *k, char **w)
{
	struct keeper_row *row = row_named(k, w[1]);
	int outcome = index_of(wire_words, w[4]);

	if (row) {
		keeper_clear_row(row);
	} else {
		k->rows = xrealloc(k->rows, (size_t)k->row_count + 1, sizeof(*k->rows));
		row = &k->rows[k->row_count++];
	}
	*row = (struct keeper_row){
		.name = xstrdup(w[1]),
		.tier = xstrdup(w[2]),
		.reach = xstrdup(w[3]),
		.outcome = outcome < 0 ? KEEPER_CANNOT : (enum keeper_outcome)outcome,
		.summary = xstrdup(w[5]),
		.reason = xstrdup(w[6]),
	};
}

/* edit NAME PATH BEFORE AFTER */
static void take_edit(struct keeper *k, char **w)
{
	struct keeper_row *row = row_named(k, w[1]);
	struct keeper_edit **list = row ? &row->edits : &k->cage.edits;
	int *count = row ? &row->edit_count : &k->cage.edit_count;
	struct keeper_edit *e;

	*list = xrealloc(*list, (size_t)*count + 1, sizeof(**list));
	e = &(*list)[(*count)++];
	*e = (struct keeper_edit){ xstrdup(w[2]), xstrdup(w[3]), xstrdup(w[4]) };
	e->before[strcspn(e->before, "\n")] = '\0';
}

/* holder IS [USER SINCE PID-or-COUNT | WHY] */
static void take_holder(struct keeper *k, char **w)
{
	static const char *const words[] = { "nobody", "lives", "died", "unknown", NULL };
	int is = index_of(words, w[1]);
	struct keeper_holder *h = &k->holder;

	free(h->why);
	*h = (struct keeper_holder){ .is = is < 0 ? KEEPER_UNKNOWN : (enum keeper_holding)is };
	if (h->is == KEEPER_UNKNOWN) {
		h->why = xstrdup(w[2]);
		return;
	}
	h->user = keeper_number(w[2]);
	h->since = keeper_number(w[3]);
	h->pid = h->is == KEEPER_LIVES ? keeper_number(w[4]) : -1;
	h->left = h->is == KEEPER_DIED ? keeper_number(w[4]) : 0;
}

void keeper_close_cage(struct keeper_cage *c)
{
	owns_close(&c->procs_fd);
	owns_close(&c->track_fd);
	owns_close(&c->group_fd);
	owns_close(&c->kill_fd);
	free(c->form);
	free(c->reason);
	free(c->group);
	free_edits(c->edits, c->edit_count);
	*c = (struct keeper_cage){ .procs_fd = -1, .track_fd = -1, .group_fd = -1, .kill_fd = -1 };
}

static int open_in(const char *folder, const char *name, int flags)
{
	char path[4096];

	if (!*folder)
		return -1;
	(void)snprintf(path, sizeof(path), "/%s%s%s", folder, *name ? "/" : "", name); /* else absent */
	return open(path, flags | O_CLOEXEC);
}

/* cage FORM CPUSET TRACK REASON */
static void take_cage(struct keeper *k, char **w)
{
	struct keeper_cage *c = &k->cage;

	keeper_close_cage(c);
	c->form = xstrdup(w[1]);
	c->reason = xstrdup(w[4]);
	c->group = xstrdup(*w[3] ? w[3] : w[2]);
	c->procs_fd = open_in(w[2], "cgroup.procs", O_WRONLY);
	c->track_fd = open_in(w[3], "cgroup.procs", O_WRONLY);
	c->group_fd = open_in(w[3], "", O_RDONLY | O_DIRECTORY);
	c->kill_fd = open_in(w[3], "cgroup.kill", O_WRONLY);
}

static void take_waiting(struct keeper *k, char **w)
{
	owns_text struct text sentence = { 0 };

	take_holder(k, w);
	if (!k->want.say)
		return;
	text_puts(&sentence, "waiting for the host: ");
	keeper_holder_text(&k->holder, &sentence);
	k->want.say(text_of(&sentence), k->want.data);
}

/* Returns 1 at the end of an answer, 0 in front of it, -1 with the keeper's sentence. */
int keeper_take_line(struct keeper *k, char *line, struct fail *f)
{
	char *w[WORDS_MAX];
	int n = words_split(line, w);

	if (n == 1 && !strcmp(w[0], "done"))
		return 1;
	if (n == 2 && !strcmp(w[0], "error"))
		return fail_set(f, FAIL_HOST, "%s", *w[1] ? w[1] : "the keeper gave no reason");
	if (n == 7 && !strcmp(w[0], "knob"))
		take_knob(k, w);
	else if (n == 5 && !strcmp(w[0], "edit"))
		take_edit(k, w);
	else if (n >= 2 && !strcmp(w[0], "holder"))
		take_holder(k, w);
	else if (n >= 2 && !strcmp(w[0], "waiting"))
		take_waiting(k, w);
	else if (n == 5 && !strcmp(w[0], "cage"))
		take_cage(k, w);
	else if (n == 2 && !strcmp(w[0], "remark"))
		text_printf(&k->remarks, "%s\n", w[1]);
	return 0;
}

