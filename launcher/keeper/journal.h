/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_JOURNAL_H
#define KEEPER_JOURNAL_H

/*
 * What a session changes, written down before it changes anything:
 *
 *	becalm-journal 1
 *	session BOOT KEEPER START USER SINCE LAUNCHER
 *	edit KNOB KIND HOW PATH BEFORE AFTER	one a change, in the order of making
 *	task TID START CPUS			masks to put back at the end
 *	end COUNT CHECKSUM
 *	reads INDEX VALUE			added as the changes are made
 *	refused INDEX
 *	settled				all are made; files that follow others were read again
 *
 * The part up to 'end' is synced once and renamed into place; what follows must
 * survive processes, not power. The one edit without a line of its own was in
 * flight when the keeper died.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "../base/fail.h"
#include "../base/text.h"
#include "../base/tree.h"
#include "edits.h"

/* A task and the CPUs it was allowed, as a list. */
struct task {
	pid_t tid;
	unsigned long long start;
	char *cpus;
};
struct tasks {
	struct task *list;
	size_t n, room;
};
void tasks_add(struct tasks *t, pid_t tid, unsigned long long start, const char *cpus);

struct journal {
	char boot[40];
	pid_t keeper;
	unsigned long long start; /* of the keeper */
	uid_t user;
	long long since; /* seconds since 1970 */
	pid_t launcher;
	struct edits edits;
	struct tasks tasks;
	bool is_settled;
};
void journal_free(struct journal *j);

/* Everything up to and including 'end'. */
void journal_format(const struct journal *j, struct text *out);

/*
 * Reads a journal, cutting it up in place. Fails with the reason when it is not a
 * whole one that a keeper could have written: every path must be one that its knob
 * makes. Lines behind 'end' that are broken off are left out.
 */
int journal_parse(struct text *text, struct journal *out, struct fail *f);

/*
 * Reads the file 'journal' in the folder. Returns 1 when there is none; fails when it
 * is damaged, or (owner checked) not written by the keeper; 2 when it cannot be read now.
 */
int journal_load(int dir, uid_t owner, struct journal *out, struct fail *f);

/* Writes the file, synced. *out becomes a descriptor for the lines that follow. */
int journal_save(int dir, const struct journal *j, int *out, struct fail *f);

int journal_reads(int fd, size_t index, const char *value);
int journal_refused(int fd, size_t index);
int journal_settled(int fd);

#endif
