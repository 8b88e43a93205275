/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Prints, on one line, what chance decides about a process: the addresses of main, of a
 * stack variable and of malloc(1), the bytes of its environment and its hash seed.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	const char *seed = getenv("PYTHONHASHSEED");
	void *heap = malloc(1);
	size_t size = 0;
	int local = 0;

	for (char **e = environ; *e; e++)
		size += strlen(*e) + 1;
	(void)printf("%p %p %p %zu %s\n", (void *)(long)main, (void *)&local, heap, size,
		     seed ? seed : "unset");
	free(heap);
	return 0;
}
