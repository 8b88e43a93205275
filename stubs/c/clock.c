/* SPDX-License-Identifier: 0BSD */
#include "clock.h"

#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../include/becalm.h"

enum { CLOCK_SERIES = 5, CLOCK_READS = 16, CLOCK_PAIRS = 500 };

int64_t clock_now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

#ifndef __LP64__
int becalm_clock_(int clock, struct timespec *out)
{
	return clock_gettime(clock, out);
}
#endif

double clock_cost_ns(void)
{
	double best = 1e9;

	for (int i = 0; i < CLOCK_SERIES; i++) {
		int64_t start = clock_now_ns();
		double cost;

		for (int j = 1; j < CLOCK_READS; j++)
			(void)clock_now_ns(); /* the cost is what is wanted */
		cost = (double)(clock_now_ns() - start) / (double)CLOCK_READS;
		best = cost < best ? cost : best;
	}
	return best;
}

static double syscall_cost_ns(void)
{
	double best = 1e9;

	for (int i = 0; i < CLOCK_SERIES; i++) {
		int64_t start = clock_now_ns();
		struct timespec t;
		double cost;

		for (int j = 0; j < CLOCK_READS; j++)
			(void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC,
				      &t); /* likewise */
		cost = (double)(clock_now_ns() - start) / (double)CLOCK_READS;
		best = cost < best ? cost : best;
	}
	return best;
}

/* A clock source that the vDSO cannot read makes it fall back to the system call. */
bool clock_is_vdso(void)
{
	return getauxval(AT_SYSINFO_EHDR) && clock_cost_ns() < 0.7 * syscall_cost_ns();
}

/* Best of a few series, as the pairs of a test are not disturbed most of the time. */
struct clock_pair clock_pair_cost(void)
{
	struct clock_pair best = { 1e9, 1e9 };

	for (int i = 0; i < CLOCK_SERIES; i++) {
		struct becalm_timer timer = { { 0, 0 }, 0, 0, 0 };
		int64_t start = clock_now_ns();
		double inside;
		double whole;

		becalm_timer_ = &timer;
		for (int j = 0; j < CLOCK_PAIRS; j++) {
			becalm_start_timing();
			becalm_stop_timing();
		}
		becalm_timer_ = NULL;
		whole = (double)(clock_now_ns() - start) / (double)CLOCK_PAIRS;
		inside = (double)timer.total_ns / (double)CLOCK_PAIRS;
		best.inside_ns = inside < best.inside_ns ? inside : best.inside_ns;
		best.whole_ns = whole < best.whole_ns ? whole : best.whole_ns;
	}
	return best;
}
