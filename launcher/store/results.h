/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_RESULTS_H
#define STORE_RESULTS_H

/*
 * Results files: JSON Lines, becalm-results(5). While a session runs its lines go to
 * FILE.partial; results_end() makes that FILE, so that an older FILE stays whole until
 * the new one is on the disk. A session that was killed leaves its FILE.partial, which can
 * be read and resumed; so can a FILE whose session was interrupted.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/fail.h"
#include "../base/text.h"
#include "../model/record.h"
#include "../model/session.h"

enum { RESULTS_VERSION = 1 };

struct results; /* being written */

/*
 * Starts FILE.partial and writes the session line (whose version and becalm_version are
 * filled in here). "-", a pipe or a device is written to directly. All that can be known
 * is checked now: the folder, rights, a folder of that name, a full disk, another becalm
 * that writes the same FILE. A FILE.partial of a dead session is kept as FILE.partial.old;
 * 'remark' gets a sentence about that, or stays as it is.
 */
int results_open(const char *path, const struct session *s, struct text *remark,
		 struct results **out, struct fail *f);

/*
 * Adds one run of the invocation that is going on; of 'v' only index and command are
 * used, of 't' name and unit. Kept in memory up to 1,000 a test, then written: a run
 * counts once the invocation that it belongs to is written.
 */
int results_run(struct results *r, const struct invocation *v, const struct test *t,
		const struct run *run, struct fail *f);

/*
 * Writes the invocation with the runs that are still in memory. It is on the disk
 * afterwards when the user is going to be told of it ('is_told'), or when the last such
 * time was a second ago; else in the kernel, which a kill does not take away.
 */
int results_invocation(struct results *r, const struct invocation *v, bool is_told, struct fail *f);

/* The last line. */
struct results_end {
	bool is_complete;
	bool is_damaged;       /* only from the reader: a line could not be used; 'why' names it */
	const char *why;       /* why it ended: "20 invocations", "interrupted by SIGINT", ... */
	int64_t ended_ns;      /* CLOCK_REALTIME */
	int64_t invocations;   /* totals; filled in by the writer */
	int64_t failed, disturbed;
	bool is_restored;      /* the host is as it was */
	const char *not_restored; /* what was left alone and why, or NULL */
};

/*
 * Writes the last line and makes it FILE (fsync, rename, fsync of the folder), also when
 * the session is incomplete: only one that was killed leaves its FILE.partial. Without a
 * single invocation there is nothing to keep; after a failure to write FILE.partial stays,
 * and FILE is as it was. Ends 'r' whatever it returns. NULL is fine.
 */
int results_end(struct results *r, const struct results_end *end, struct fail *f);

/*
 * Ends 'r' without a last line: FILE.partial stays as it is, or goes when no invocation
 * is in it. NULL is fine.
 */
void results_abandon(struct results *r);

/* How many invocations were written, those before a resume counted. */
int64_t results_count(const struct results *r);

/* Where the lines are now: "r.jsonl.partial"; "-" for standard output. */
const char *results_where(const struct results *r);

/*
 * Reading. Callbacks in the order of the file: session, then for each invocation its
 * run()s and invocation(), then end() always, once. A callback may be NULL; one that
 * returns non-zero (with 'f' set) stops the reading, and results_read() returns that.
 * Values live until the callback returns, the session until results_read() does.
 */
struct results_sink {
	void *to;
	int (*session)(void *to, const struct session *s, struct fail *f);
	/* Of 'v' only index and command are known yet, of 't' name and unit. */
	int (*run)(void *to, const struct invocation *v, const struct test *t,
		   const struct run *run, struct fail *f);
	int (*invocation)(void *to, const struct invocation *v, struct fail *f);
	/*
	 * After these: every line that could be used, as it was, without its newline; lines
	 * of a kind that is not known too.
	 */
	int (*line)(void *to, const char *kind, const char *line, size_t n, struct fail *f);
	/* is_complete is false, with the reason, for a file that was cut short or damaged. */
	int (*end)(void *to, const struct results_end *end, struct fail *f);
};

/*
 * Reads a file ("-": standard input) in memory that does not grow with it. Fails, before
 * any callback, when it is no results file or of a newer version. A damaged line ends the
 * reading: what was before it is used, and end() says file, line and why.
 */
int results_read(const char *path, const struct results_sink *sink, struct fail *f);

/*
 * Takes up FILE.partial again (the name with or without ".partial"), or an interrupted
 * FILE, which stays as it is until the new end: hands the finished invocations to 'sink'
 * as results_read() does, cuts off what came after the last of them, and goes on writing.
 * The session line stays as it was; the session that session() was given lives until
 * results_end().
 */
int results_resume(const char *path, const struct results_sink *sink, struct results **out,
		   struct fail *f);

#endif
