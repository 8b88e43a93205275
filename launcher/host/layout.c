/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layout.h"

#include <errno.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

static const unsigned long query = 0xffffffff;

static int try_here(void)
{
	int before = personality(query);

	if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0)
		return errno;
	return personality(query) & ADDR_NO_RANDOMIZE ? 0 : EOPNOTSUPP;
}

int layout_try(void)
{
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(try_here());
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM; /* killed for trying */
}
