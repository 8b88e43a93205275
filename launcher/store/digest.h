/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_DIGEST_H
#define STORE_DIGEST_H

/*
 * SHA-256 as 64 hexadecimal digits: which program, which value, without the thing itself.
 */

#include <stddef.h>

#include "../base/fail.h"

enum { DIGEST_SIZE = 65 };

int digest_file(const char *path, char out[DIGEST_SIZE], struct fail *f);

/* Of n bytes. Returns out. */
char *digest_bytes(const void *bytes, size_t n, char out[DIGEST_SIZE]);

#endif
