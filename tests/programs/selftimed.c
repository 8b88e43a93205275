/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * selftimed [-q] [-o] MS: spins for MS milliseconds of its own clock and reports that.
 * -q: does not report; -o: writes 1 MiB to stdout in between.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../include/becalm.h"

static int64_t now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void write_a_mebibyte(void)
{
	static char block[4096];

	memset(block, '.', sizeof(block));
	block[sizeof(block) - 1] = '\n';
	for (int i = 0; i < 256; i++)
		if (write(STDOUT_FILENO, block, sizeof(block)) < 0)
			exit(1);
}

int main(int argc, char **argv)
{
	int64_t start = now_ns();
	int is_quiet = 0;
	int does_write = 0;
	int key;
	int64_t ns;

	while ((key = getopt(argc, argv, "qo")) != -1) {
		is_quiet |= key == 'q';
		does_write |= key == 'o';
	}
	if (optind >= argc)
		return 2;
	if (does_write)
		write_a_mebibyte();
	do
		ns = now_ns() - start;
	while (ns < atoll(argv[optind]) * 1000000);
	return is_quiet ? 0 : becalm_run("selftimed.spin", 1, ns, ns);
}
