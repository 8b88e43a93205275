/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spread THREADS MS: that many threads are busy so long; prints on how many CPUs each
 * spent a tenth of its time or more, together: "threads 2 cpus 2". */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 64, CPUS = 1024 };

static int64_t length_ns;
static int64_t spent[MOST][CPUS];

static int64_t now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void *work(void *arg)
{
	int64_t *mine = arg;
	int64_t start = now();
	int64_t last = start;

	while (last - start < length_ns) {
		int cpu = sched_getcpu();
		int64_t t = now();

		if (cpu >= 0 && cpu < CPUS)
			mine[cpu] += t - last;
		last = t;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 2;
	pthread_t threads[MOST];
	int cpus = 0;

	length_ns = (int64_t)(argc > 2 ? atoi(argv[2]) : 200) * 1000000;
	if (n < 1 || n > MOST)
		return 2;
	for (int i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, work, spent[i]))
			return 1;
	for (int i = 0; i < n; i++)
		(void)pthread_join(threads[i], NULL); /* cannot fail */
	for (int cpu = 0; cpu < CPUS; cpu++) {
		int64_t sum = 0;

		for (int i = 0; i < n; i++)
			sum += spent[i][cpu];
		cpus += sum > length_ns / 10;
	}
	(void)printf("threads %d cpus %d\n", n, cpus); /* the caller reads it */
	return 0;
}
