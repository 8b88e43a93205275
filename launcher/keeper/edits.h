/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_EDITS_H
#define KEEPER_EDITS_H

/*
 * An edit is one host file: its path, what it held, what becalm writes. Saving,
 * writing, journalling, printing, verifying and undoing exist once, for all.
 *
 * The kind says when two contents are the same, and what is written back: of
 * "always [madvise] never" only the bracketed word.
 */

#include <stdbool.h>
#include <stddef.h>

#include "../base/cpus.h"
#include "../base/text.h"
#include "../base/tree.h"

enum kind {
	KIND_BYTES,	 /* one word, compared as it is */
	KIND_NUMBER,	 /* a whole number */
	KIND_LIST,	 /* CPUs: 0-3,8 */
	KIND_MASK,	 /* CPUs: 00000000,0000010f */
	KIND_WORD,	 /* the bracketed one of several */
	KIND_CONTROLLER, /* cgroup.subtree_control: is cpuset in it? */
	KIND_GROUP,	 /* a folder that is made; before: where its tasks go at the end */
	KIND_DEVICE,	 /* held by an open descriptor, gone with it */
};
extern const char *const kind_words[]; /* in that order, ended by NULL */

enum how {
	HOW_SET,    /* write it; undo only if it still reads as we left it */
	HOW_FOLLOW, /* the same, but another edit's undo changes it too: just put it back */
	HOW_KEEP,   /* never written; another edit may change it: put it back */
};
extern const char *const how_words[];

enum edit_state {
	EDIT_PLANNED,
	EDIT_MADE,
	EDIT_REFUSED,
	EDIT_DRIFTED, /* made, but somebody changed it */
	EDIT_UNDONE,  /* reads as before */
	EDIT_LEFT,    /* somebody else's value, left alone */
	EDIT_MISSING, /* the file is away, perhaps for a while */
	EDIT_STUCK,   /* cannot be put back */
};

struct edit {
	const char *knob; /* a knob's name, or "cage" */
	enum kind kind;
	enum how how;
	char *path, *before, *after;
	char *reads; /* what it read after the write; NULL: not made */
	enum edit_state state;
	int error; /* errno of a refusal */
	int fd;	   /* KIND_DEVICE while held, else -1 */
};

struct edits {
	struct edit *list;
	size_t n, room;
};

enum { EDITS_MAX = 20000, VALUE_LONGEST = 16384 };

/* The same value, though perhaps not the same bytes? */
bool kind_same(enum kind kind, const char *a, const char *b);

/* True when a value of this kind could look like that: for journals. */
bool kind_valid(enum kind kind, const char *value);

/* What is to be written to get 'content' back; free it. */
char *kind_back(enum kind kind, const char *content);

/* Copies the strings. Returns the new edit, valid until the next addition. */
struct edit *edits_add(struct edits *e, const char *knob, enum kind kind, const char *path,
		       const char *before, const char *after);
void edits_free(struct edits *e);

/* Keeps the first n. */
void edits_cut(struct edits *e, size_t n);

/* "0000000f" and back. Returns -1 when it is not a mask. */
int mask_parse(const char *text, struct cpus *out);
void mask_format(const struct cpus *set, struct text *out);

/*
 * Reads e's file after a write that was accepted. The clock driver takes limits at once and
 * applies them a moment later, by a work item (drivers/cpufreq/cpufreq.c: handle_update()):
 * there it gets up to 200 ms to read as 'want'. 0, or -1 with errno.
 */
int edit_settled(const struct tree *t, const struct edit *e, const char *want, struct text *now);

#endif
