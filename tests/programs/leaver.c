/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * leaver [SECONDS]: reports a run and leaves a daemon (setsid, double fork) that keeps the
 * pipe open and sleeps. It prints the daemon's pid.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../include/becalm.h"

static void become_daemon(unsigned int seconds)
{
	const char *path = getenv("BECALM_PIPE");

	(void)setsid(); /* cannot fail in a fresh child */
	if (fork())
		_exit(0);
	if (path)
		(void)open(path, O_WRONLY | O_NONBLOCK); /* held open, not used */
	(void)printf("%d\n", (int)getpid());
	(void)fflush(stdout); /* a closed stdout is fine */
	(void)close(STDOUT_FILENO);
	(void)close(STDERR_FILENO);
	(void)sleep(seconds);
	_exit(0);
}

int main(int argc, char **argv)
{
	pid_t child = fork();

	if (!child)
		become_daemon(argc > 1 ? (unsigned int)atoi(argv[1]) : 30);
	return becalm_run("leaver.run", 1, 500, 500);
}
