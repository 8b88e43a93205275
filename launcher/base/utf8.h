/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

/*
 * UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above
 * U+10FFFF. JSON and terminals take nothing else.
 */

#include <stdbool.h>
#include <stddef.h>

/* The length of the valid character at s (ended by NUL), 1 to 4, or 0. NUL itself: 1. */
size_t utf8_length(const char *s);

bool utf8_is_valid(const char *s);

#endif
