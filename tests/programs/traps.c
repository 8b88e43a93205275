/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * traps FILE MS: works for MS milliseconds; adds a line to FILE for each SIGINT,
 * SIGTERM or SIGHUP that it gets: tidies up for 0.3 s after the first, exits 1 at a second.
 */

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const char *path;
static volatile sig_atomic_t got;

static void on_signal(int sig)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);

	(void)sig; /* all alike */
	if (fd < 0 || write(fd, "signal\n", 7) != 7)
		_exit(2);
	(void)close(fd);
	if (got++)
		_exit(1);
}

static void rest(long ms)
{
	struct timespec left = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&left, &left) && !got)
		;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	path = argv[1];
	(void)signal(SIGINT, on_signal);
	(void)signal(SIGTERM, on_signal);
	(void)signal(SIGHUP, on_signal);
	rest(atol(argv[2]));
	if (!got)
		return 0;
	for (int i = 0; i < 30; i++)
		(void)usleep(10000);
	return 0;
}
