/* SPDX-License-Identifier: 0BSD */
/*
 * The two self-tests of declared rates: one declares a rate that it meets, by waiting for
 * the clock; one a rate that nothing can meet. The second must be warned of, the first not.
 */
#include <time.h>

#include <becalm.h>

enum { NS = 100000 };

/* Calls end on a schedule: one that came late is made up for by the next. */
static int64_t due_ns;

BECALM_PRE_RUN(schedule)
{
	due_ns = 0;
}

static int64_t now_ns(void)
{
	struct timespec t;

	(void)timespec_get(&t, TIME_UTC); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void wait_for(int64_t ns)
{
	due_ns = (due_ns ? due_ns : now_ns()) + ns;
	while (now_ns() < due_ns)
		;
}

BECALM_TEST(drift, met, .iters_per_sec = 1e4)
{
	wait_for(NS);
}

BECALM_TEST(drift, stale, .iters_per_sec = 1e7)
{
	wait_for(NS);
}

/* 99 % of it is set-up: its timed part alone would look a hundred times too fast. */
BECALM_TEST(drift, untimed, .iters_per_sec = 1e4)
{
	wait_for(NS / 100 * 99);
	becalm_start_timing();
	wait_for(NS / 100);
	becalm_stop_timing();
}

BECALM_MAIN
