/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_FIELDS_H
#define MODEL_FIELDS_H

/*
 * One line of the pipe protocol, taken apart where it lies: a verb, then
 * key=value fields separated by one space or tab. Nothing is copied until a
 * value is decoded, because a program may report a million runs.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes somewhere else; not ended by NUL. */
struct slice {
	const char *s;
	size_t n;
};

static inline bool slice_is(struct slice a, const char *word, size_t n)
{
	return a.n == n && !memcmp(a.s, word, n);
}

/* slice_is() against a literal. */
#define SLICE_IS(slice, literal) slice_is(slice, literal, sizeof(literal) - 1)

/* Takes the first word off the line. */
struct slice fields_verb(struct slice *line);

/*
 * Takes the next field off the line; false at its end. A word without '=' comes as
 * a key with value->s NULL.
 */
bool fields_next(struct slice *line, struct slice *key, struct slice *value);

/*
 * A whole number from 0 to INT64_MAX in plain decimal. NULL, or what is wrong with
 * it ("is negative", "is not a whole number", "is too large", "is empty").
 */
const char *fields_whole(struct slice value, int64_t *out);

/* A finite number such as -1.5 or 2.8e7. NULL, or what is wrong with it. */
const char *fields_real(struct slice value, double *out);

/*
 * Undoes the %XX into out, ended by NUL. False when that needs more than size
 * bytes, is malformed, contains NUL or is not UTF-8.
 */
bool fields_decode(struct slice value, char *out, size_t size);

#endif
