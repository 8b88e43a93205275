/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_FAIL_H
#define BASE_FAIL_H

/*
 * A failure is a value: a sentence and what kind it is, carried upwards as the
 * last argument and printed once, by main. Functions return 0 or -1; outputs
 * are untouched on failure. A sentence says what failed, 'which thing' and why,
 * in lower case without a full stop. The kind decides the exit status.
 */

#include <stddef.h>

enum fail_kind {
	FAIL_NONE,
	FAIL_USAGE,	/* the words typed were wrong: 125 */
	FAIL_HOST,	/* the machine, a file, a right: 125 */
	FAIL_TIME,	/* the time limit: 124 */
	FAIL_NOEXEC,	/* the command cannot be executed: 126 */
	FAIL_NOTFOUND,	/* the command was not found: 127 */
};

struct fail {
	enum fail_kind kind;
	char text[1024];
};

/* Sets the sentence, cut (at a character) when longer than text. Returns -1. */
int fail_set(struct fail *f, enum fail_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* As fail_set() with FAIL_HOST and ": " strerror(errno) behind it. Returns -1. */
int fail_sys(struct fail *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "format: " in front of the sentence that is there. Returns -1. */
int fail_wrap(struct fail *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The exit status of design: 124, 125, 126 or 127. */
int fail_status(const struct fail *f);

/*
 * Writes s into out (size bytes) with everything below 0x20, 0x7f and bytes that
 * are not UTF-8 as \xNN, so that a name from outside cannot move the cursor.
 * Cut with "..." when too long. Returns out.
 */
char *fail_quote(char *out, size_t size, const char *s);

#endif
