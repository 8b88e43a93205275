/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * forker: opens the stub, forks four copies that report and return from main like the
 * original, waits for them and reports one run: only that one is a sample.
 */
#include <sys/wait.h>
#include <unistd.h>

#include "../../include/becalm.h"

int main(void)
{
	(void)becalm_open(); /* works without a launcher, too */
	for (int i = 0; i < 4; i++)
		if (!fork())
			return becalm_run("forker.copy", 1, 1000 + i, 1000 + i);
	while (wait(NULL) > 0)
		;
	return becalm_run("forker.original", 1, 500, 500);
}
