/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pairs: a start/stop pair against two bare clock reads, in turn; and a body of known
 * length timed as a whole against the same body in 1,000 pairs. Prints "name value".
 */
#include <becalm.h>

#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 41, PAIRS = 20000, PARTS = 1000, STEPS = 1000 };

static int64_t now_ns(void)
{
	struct timespec t;

	(void)becalm_clock_(1, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values)
{
	qsort(values, TRIES, sizeof(*values), by_size);
	return values[TRIES / 2];
}

static double bare(void)
{
	int64_t start = now_ns();
	struct timespec a;
	struct timespec b;

	for (int i = 0; i < PAIRS; i++) {
		(void)becalm_clock_(1, &a); /* cannot fail */
		(void)becalm_clock_(1, &b);
		becalm_keep(b.tv_nsec - a.tv_nsec);
	}
	return (double)(now_ns() - start) / PAIRS;
}

static double ours(struct becalm_timer *timer)
{
	int64_t start = now_ns();

	becalm_timer_ = timer;
	for (int i = 0; i < PAIRS; i++) {
		becalm_start_timing();
		becalm_stop_timing();
	}
	becalm_timer_ = NULL;
	return (double)(now_ns() - start) / PAIRS;
}

static void part(void)
{
	unsigned int sum = 0;

	for (unsigned int i = 0; i < STEPS; i++) {
		sum += i;
		becalm_keep(sum);
	}
}

static double whole_body(void)
{
	int64_t start = now_ns();

	for (int i = 0; i < PARTS; i++)
		part();
	return (double)(now_ns() - start);
}

static double body_in_pairs(void)
{
	struct becalm_timer timer = { { 0, 0 }, 0, 0, 0 };

	becalm_timer_ = &timer;
	for (int i = 0; i < PARTS; i++) {
		becalm_start_timing();
		part();
		becalm_stop_timing();
	}
	becalm_timer_ = NULL;
	return (double)timer.total_ns;
}

/* The cost of an empty pair inside, as the library measures it. */
static double pair_inside(void)
{
	double best = 1e9;

	for (int i = 0; i < 5; i++) {
		struct becalm_timer timer = { { 0, 0 }, 0, 0, 0 };

		(void)ours(&timer); /* its total is what is wanted */
		best = (double)timer.total_ns / PAIRS < best ? (double)timer.total_ns / PAIRS : best;
	}
	return best;
}

int main(void)
{
	struct becalm_timer timer = { { 0, 0 }, 0, 0, 0 };
	double ratios[TRIES];
	double ns[TRIES];
	double shares[TRIES];
	double inside = pair_inside();

	for (int i = 0; i < TRIES; i++) {
		double two_reads = bare();

		ns[i] = ours(&timer);
		ratios[i] = ns[i] / two_reads;
		shares[i] = (body_in_pairs() - PARTS * inside) / whole_body();
	}
	(void)printf("pair_ns %.1f\npair_ratio %.3f\ntimed_ratio %.4f\n", median(ns), median(ratios),
		     median(shares));
	return 0;
}
