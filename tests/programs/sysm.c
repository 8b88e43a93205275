/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysm COMMAND: between start and stop it runs COMMAND by system(), whose reports do not count. */
#include <stdlib.h>
#include <time.h>

#include "../../include/becalm.h"

static int64_t now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(int argc, char **argv)
{
	int64_t start;
	int64_t ns;

	(void)becalm_open(); /* works without a launcher, too */
	start = now_ns();
	if (argc != 2 || system(argv[1]))
		return 2;
	ns = now_ns() - start;
	return becalm_run("sysm.outer", 1, ns, ns);
}
