/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

/*
 * A growable byte string, always ended by NUL once anything was added. Start it
 * as {0}; owns_text frees it at the end of the scope.
 */

#include <stddef.h>

struct text {
	char *s;	/* NULL until the first addition */
	size_t n;	/* bytes in use, the NUL not counted */
	size_t room;
};

#define owns_text __attribute__((cleanup(text_free)))

void text_add(struct text *t, const void *bytes, size_t n);
void text_puts(struct text *t, const char *s);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Empties it but keeps the room. */
void text_clear(struct text *t);
void text_free(struct text *t);

/* The string; "" when nothing was added yet. */
const char *text_of(const struct text *t);

/* Control characters become '?', in place: a string of somebody else's must not steer a terminal. */
void text_tame(char *s);

#endif
