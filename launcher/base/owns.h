/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_OWNS_H
#define BASE_OWNS_H

/*
 * Resources that end with the scope that acquired them:
 *
 *	owns_fd int fd = open(...);	closed on every way out, if >= 0
 *	owns_mem char *s = strdup(...);	freed on every way out
 *	return keep_fd(&fd);		hands it on: the scope no longer owns it
 *
 * Out of memory is not an error that a function reports: xmalloc() and friends
 * print a sentence and end the process, because the keeper cleans up after it.
 */

#include <stddef.h>

#define owns_fd __attribute__((cleanup(owns_close)))
#define owns_mem __attribute__((cleanup(owns_free)))

void owns_close(int *fd);
void owns_free(void *pointer_to_pointer);

/* Returns *fd and sets it to -1. */
int keep_fd(int *fd);

/* Returns *(void **)p and sets it to NULL. */
#define keep_mem(p) __extension__({ __auto_type keep_mem_ = *(p); *(p) = NULL; keep_mem_; })

/* As malloc(n), zeroed; realloc to n elements of size; strdup. Never NULL. */
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n, size_t size);
char *xstrdup(const char *s);

#endif
