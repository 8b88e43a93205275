/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads: eight threads report 1,000 runs each. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include "../../include/becalm.h"

static void *work(void *arg)
{
	char name[32];
	int64_t ns = (int64_t)(intptr_t)arg;

	(void)snprintf(name, sizeof(name), "threads.t%d", (int)ns); /* fits */
	for (int i = 0; i < 1000; i++)
		(void)becalm_run(name, 1, ns, ns); /* the launcher counts */
	return NULL;
}

int main(void)
{
	pthread_t threads[8];

	for (intptr_t i = 0; i < 8; i++)
		if (pthread_create(&threads[i], NULL, work, (void *)(i + 1)))
			return 1;
	for (int i = 0; i < 8; i++)
		(void)pthread_join(threads[i], NULL); /* cannot fail */
	return 0;
}
