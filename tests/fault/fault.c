/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What a keeper of `make FAULT=1` does in front of each call that changes the host or the
 * journal. /run/becalm.fault says "N WHAT LOG": at the N-th call WHAT happens, once:
 *
 *	launcher	the launcher is killed
 *	keeper		the keeper is killed
 *	both		the launcher, then the keeper
 *	power		the machine is reset, as if its power had gone
 *	a number	the call fails with that errno
 *
 * and each call is a line in the file LOG. Read before main(), because the keeper clears
 * its environment and forks.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../launcher/keeper/touch.h"

#define PLAN "/run/becalm.fault"

static long at;
static char what[32], log_path[200];
static pid_t launcher;
static long count;

__attribute__((constructor)) static void read_plan(void)
{
	FILE *f = fopen(PLAN, "re");

	if (!f)
		return;
	if (fscanf(f, "%ld %31s %199s", &at, what, log_path) != 3)
		log_path[0] = '\0';
	(void)fclose(f); /* read only */
	launcher = getppid();
}

static void log_line(const char *line)
{
	int fd = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	if (fd < 0)
		return;
	(void)dprintf(fd, "%ld %s\n", count, line); /* the walker compares the count */
	(void)close(fd);			    /* as above */
}

static void reset_machine(void)
{
	int fd = open("/proc/sysrq-trigger", O_WRONLY | O_CLOEXEC);

	if (fd >= 0)
		(void)!write(fd, "b", 1); /* does not return */
	pause();
}

int fault_here(const char *path)
{
	if (!log_path[0])
		return 0;
	count++;
	log_line(path);
	if (count != at)
		return 0;
	(void)unlink(PLAN); /* for this keeper alone, not for the next */
	if (!strcmp(what, "power"))
		reset_machine();
	if (!strcmp(what, "launcher") || !strcmp(what, "both"))
		(void)kill(launcher, SIGKILL); /* may be gone already */
	if (!strcmp(what, "keeper") || !strcmp(what, "both"))
		(void)kill(getpid(), SIGKILL); /* does not return */
	errno = atoi(what);
	return errno ? -1 : 0;
}
