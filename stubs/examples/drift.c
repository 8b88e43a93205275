/* SPDX-License-Identifier: 0BSD */
/*
 * The two self-tests of declared rates: one declares a rate that it meets, by waiting for
 * the clock; one a rate that nothing can meet. The second must be warned of, the first not.
 */
#include <time.h>

#include <becalm.h>

enum { NS = 100000 };

static void wait_for_the_clock(long ns)
{
	struct timespec start;
	struct timespec now;

	(void)timespec_get(&start, TIME_UTC); /* cannot fail */
	do
		(void)timespec_get(&now, TIME_UTC); /* likewise */
	while ((now.tv_sec - start.tv_sec) * 1000000000 + now.tv_nsec - start.tv_nsec < ns);
}

BECALM_TEST(drift, met, .iters_per_sec = 1e4)
{
	wait_for_the_clock(NS);
}

BECALM_TEST(drift, stale, .iters_per_sec = 1e7)
{
	wait_for_the_clock(NS);
}

/* 99 % of it is set-up: its timed part alone would look a hundred times too fast. */
BECALM_TEST(drift, untimed, .iters_per_sec = 1e4)
{
	wait_for_the_clock(NS / 100 * 99);
	becalm_start_timing();
	wait_for_the_clock(NS / 100);
	becalm_stop_timing();
}

BECALM_MAIN
