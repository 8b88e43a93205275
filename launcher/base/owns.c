/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "owns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void owns_close(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd); /* written data was checked before this point */
}

void owns_free(void *pointer_to_pointer)
{
	void *p;

	memcpy(&p, pointer_to_pointer, sizeof(p));
	free(p);
}

int keep_fd(int *fd)
{
	int kept = *fd;

	*fd = -1;
	return kept;
}

static void *alive(void *p)
{
	if (p)
		return p;
	(void)fputs("becalm: out of memory\n", stderr); /* dying anyway */
	_exit(125);
}

void *xcalloc(size_t n, size_t size)
{
	return alive(calloc(n ? n : 1, size ? size : 1));
}

void *xrealloc(void *p, size_t n, size_t size)
{
	return alive(reallocarray(p, n ? n : 1, size ? size : 1));
}

char *xstrdup(const char *s)
{
	return alive(strdup(s));
}
