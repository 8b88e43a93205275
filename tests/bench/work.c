/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A CPU-bound benchmark: a fixed amount of work, however long that takes.
 *
 *	work N		N steps
 *	work --for MS	prints how many steps take so many milliseconds here
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static uint64_t work(uint64_t steps)
{
	volatile uint64_t x = 1;

	for (uint64_t i = 0; i < steps; i++)
		x = x * UINT64_C(6364136223846793005) + 1442695040888963407;
	return x;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "--for")) {
		const uint64_t steps = 5000000;
		double least = 1e9;

		for (int i = 0; i < 9; i++) {
			double start = now_ms();

			work(steps);
			least = now_ms() - start < least ? now_ms() - start : least;
		}
		printf("%.0f\n", atof(argv[2]) * (double)steps / least);
		return 0;
	}
	return argc == 2 && work(strtoull(argv[1], NULL, 10)) == 0;
}
