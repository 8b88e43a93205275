/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

/*
 * Lines of words: what becalm and becalm-keeper say to each other, and the
 * keeper's journal. Words are parted by one blank; in a word every byte that is
 * not printable ASCII, blanks and '%' are written %XX, and the empty word is a
 * lone '%'. So any string survives, and no string can begin a line of its own.
 */

#include <stddef.h>

#include "text.h"

enum { WORDS_MAX = 12, WORDS_LINE = 32768 };

/* Adds a word, with a blank in front unless a line begins here. */
void words_add(struct text *out, const char *word);
void words_number(struct text *out, long long n);

/* Adds the words (ended by NULL) and the end of the line. */
void words_line(struct text *out, const char *const *words);

/*
 * Cuts a line (without its end) into words, decoded in place. Returns how many, 0
 * for an empty line, or -1: more than WORDS_MAX words, or not written as above.
 * words[] beyond the last are set to "".
 */
int words_split(char *line, char *words[WORDS_MAX]);

/* What was read from a descriptor and not yet handed out as lines. Start it as {0}. */
struct lines {
	struct text have;
	size_t used;
};

/*
 * Hands out the next whole line, without its end; it lives until the next call.
 * Returns 1, or 0 when none is there yet (call lines_fill), or -1 when a line is
 * longer than WORDS_LINE or holds a NUL.
 */
int lines_next(struct lines *l, char **line);

/* Reads once. Returns the number of bytes, 0 at the end, -1 on failure (errno). */
long lines_fill(struct lines *l, int fd);
void lines_free(struct lines *l);

#endif
