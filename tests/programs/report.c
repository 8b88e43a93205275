/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report [-t NAME] [-i ITERS] LENGTH...
 *
 * Reports one run for each length (ns; or with us, ms behind the number). It takes that
 * long, so that the length is possible; a negative one is reported at once, as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../include/becalm.h"

static int64_t length_of(const char *word)
{
	char *unit;
	long long n = strtoll(word, &unit, 10);

	return n * (!strcmp(unit, "us") ? 1000 : !strcmp(unit, "ms") ? 1000000 : 1);
}

int main(int argc, char **argv)
{
	const char *name = "report.length";
	int64_t iters = 1;
	int key;

	while ((key = getopt(argc, argv, "+t:i:")) != -1) {
		if (key == 't')
			name = optarg;
		else if (key == 'i')
			iters = atoll(optarg);
		else
			return 2;
	}
	if (optind < argc && !strcmp(argv[optind], "--"))
		optind++;
	for (; optind < argc; optind++) {
		int64_t ns = length_of(argv[optind]);
		struct timespec t = { ns / 1000000000, ns % 1000000000 };

		if (ns > 0)
			(void)nanosleep(&t, NULL); /* a signal may shorten it */
		if (becalm_run(name, iters, ns, ns))
			return 1;
	}
	return 0;
}
