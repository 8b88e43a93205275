/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * daemonize FILE: leaves a daemon (new session, double fork) that keeps every inherited
 * descriptor open, the pipe of becalm and stdout among them, writes its pid into FILE
 * and stays for two minutes.
 */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int stay(const char *path)
{
	const char *fifo = getenv("BECALM_PIPE");
	FILE *f = fopen(path, "w");

	if (!f)
		return 1;
	if (fifo)
		(void)open(fifo, O_RDWR); /* held open on purpose */
	(void)signal(SIGTERM, SIG_IGN);
	(void)signal(SIGHUP, SIG_IGN);
	(void)fprintf(f, "%d\n", (int)getpid());
	(void)fclose(f);
	(void)sleep(120);
	return 0;
}

int main(int argc, char **argv)
{
	int ready[2];
	char byte;

	if (argc < 2 || pipe(ready))
		return 2;
	if (!fork()) {
		(void)setsid();
		if (fork())
			return 0;
		(void)close(ready[0]);
		if (fork()) {
			(void)wait(NULL);
			return 0;
		}
		return stay(argv[1]);
	}
	(void)close(ready[1]);
	(void)wait(NULL);
	/* The daemon holds the other end: no end of file. Wait until it has said its pid. */
	for (int i = 0; i < 500 && access(argv[1], R_OK); i++)
		(void)usleep(10000);
	(void)fcntl(ready[0], F_SETFL, O_NONBLOCK);
	return read(ready[0], &byte, 1) == 0;
}
