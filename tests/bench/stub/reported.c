/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reported N: the time that one becalm_run() takes, in ns, on stderr. */
#include <becalm.h>

#include <stdio.h>
#include <stdlib.h>

static int64_t now_ns(void)
{
	struct timespec t;

	(void)becalm_clock_(1, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 100000;
	int64_t start;

	(void)becalm_open(); /* the hello is not what is measured */
	start = now_ns();
	for (long i = 0; i < n; i++)
		(void)becalm_run("reported.run", 1, 100 + i % 100, 200);
	(void)fprintf(stderr, "reported_ns %.1f\n", (double)(now_ns() - start) / (double)n);
	return 0;
}
