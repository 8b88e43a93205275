/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * A benchmark with a fake clock: scenario A|B NAME=VALUE... reports the runs that
 * tests/stat/scenario.h gives to this command in this round over the real pipe. It lives
 * at least as long as the runs that it reports, as the receiver's rules demand. The round
 * follows from BECALM_INVOCATION: two commands, no invocation made twice.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <becalm.h>
#include "../stat/scenario.h"

static int64_t now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(int argc, char **argv)
{
	struct scenario s = scenario_default();
	const char *invocation = getenv("BECALM_INVOCATION");
	long long index = invocation ? atoll(invocation) : 1;
	int64_t runs[SCENARIO_RUNS];
	int64_t started = now();
	int64_t sum = 0;

	s.length_ns = 20000;
	for (int i = 2; i < argc; i++)
		if (!scenario_set(&s, argv[i]))
			return fprintf(stderr, "scenario: what is '%s'?\n", argv[i]), 64;
	if (argc < 2 || !scenario_process(&s, argv[1][0] == 'B', (index - 1) / 2 + 1, index - 1, runs))
		abort();
	for (int i = 0; i < s.runs; i++)
		sum += runs[i];
	while (now() - started < sum)
		;
	for (int i = 0; i < s.runs; i++)
		if (becalm_run("scenario", 1, runs[i], runs[i]))
			return 65;
	return 0;
}
