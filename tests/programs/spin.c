/* SPDX-License-Identifier: GPL-3.0-or-later */

/* spin MS [BYTES]: busy for MS milliseconds of its own clock; first writes BYTES. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(int argc, char **argv)
{
	int64_t end = now() + (argc > 1 ? atoll(argv[1]) : 20) * 1000000;
	long left = argc > 2 ? atol(argv[2]) : 0;
	char block[4096];

	memset(block, 'x', sizeof(block));
	while (left > 0) {
		ssize_t n = write(1, block, left < 4096 ? (size_t)left : sizeof(block));

		if (n < 0)
			return 1;
		left -= n;
	}
	while (now() < end)
		;
	return 0;
}
