/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A layout trap: reports runs that are 3 % longer when a stack variable lies at an odd
 * multiple of 16. Nothing else about the program differs from process to process.
 */

#include <stdint.h>
#include <time.h>

#include "../../include/becalm.h"

static int64_t now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(int argc, char **argv)
{
	int64_t started = now();
	int64_t length = 100000;

	(void)argc;
	/* argv itself: it lies on the stack wherever the compiler puts local variables */
	if ((uintptr_t)argv >> 4 & 1)
		length += length * 3 / 100;
	while (now() - started < length)
		;
	return becalm_run("layout.trap", 1, length, length) != 0;
}
