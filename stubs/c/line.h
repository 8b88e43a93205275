/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_LINE_H
#define STUB_LINE_H

/*
 * One record of the pipe protocol, put together on the stack: a verb, then key=value
 * fields. It never grows beyond PIPE_BUF, so that one write() of it cannot mix with
 * the lines of others.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LINE_MAX_BYTES = 4096,
	LINE_TAIL = 96, /* kept for nr, inv, pid and the newline */
};

struct line {
	size_t n;
	bool is_cut; /* a field did not fit */
	char s[LINE_MAX_BYTES];
};

void line_begin(struct line *l, const char *verb);
void line_whole(struct line *l, const char *key, int64_t value);

/* value is written as %XX where needed; cut at a character when it does not fit. */
void line_text(struct line *l, const char *key, const char *value);

/* The value as it is, for numbers that were made by printf in the C locale. */
void line_raw(struct line *l, const char *key, const char *value);

/* The tail: nr (0: none), inv ("": none), pid, and the newline. */
void line_end(struct line *l, int64_t nr, const char *inv, int64_t pid);

#endif
