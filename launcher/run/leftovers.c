/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "leftovers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/owns.h"
#include "child.h"

int leftovers_adopt(struct fail *f)
{
	if (prctl(PR_SET_CHILD_SUBREAPER, 1) < 0)
		return fail_sys(f, "cannot become a child subreaper");
	return 0;
}

/* True for a child made with SIGCHLD: helpers of our own are not (guard.c). */
static bool is_ordinary(pid_t pid)
{
	siginfo_t info = { 0 };

	return !waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
}

/* Kills every ordinary child that there is now. */
static void kill_children(void)
{
	char path[64];
	char list[4096];
	owns_fd int fd = -1;
	ssize_t n;

	(void)snprintf(path, sizeof(path), "/proc/self/task/%d/children", getpid()); /* fits */
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, list, sizeof(list) - 1);
	list[n > 0 ? n : 0] = '\0';
	for (char *at = list, *end = list;; at = end) {
		long pid = strtol(at, &end, 10);

		if (end == at || pid <= 0)
			break;
		if (*end && is_ordinary((pid_t)pid)) /* a number cut at the end has no blank behind it */
			(void)kill((pid_t)pid, SIGKILL);
	}
}

int leftovers_end(bool *is_stuck)
{
	int64_t deadline = child_clock() + INT64_C(2000000000);
	int count = 0;

	*is_stuck = false;
	for (;;) {
		siginfo_t info = { 0 };

		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG) < 0)
			return count; /* ECHILD: nothing is left */
		if (info.si_pid) {
			count++;
			continue;
		}
		kill_children();
		if (child_clock() > deadline) {
			*is_stuck = true;
			return count;
		}
		(void)poll(NULL, 0, 1); /* they need a moment to die */
	}
}
