/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the launcher itself does with the cage: look whether it sits in one, and empty it. */
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"

bool keeper_is_inside(void)
{
	owns_fd int fd = open("/proc/self/cgroup", O_RDONLY | O_CLOEXEC);
	char groups[8192];
	ssize_t n = fd < 0 ? 0 : read(fd, groups, sizeof(groups) - 1);
	const char *at = groups;

	groups[n > 0 ? n : 0] = '\0';
	while ((at = strstr(at, "/becalm-"))) {
		at += 8;
		at += strspn(at, "0123456789");
		if (*at != '-')
			continue;
		at += 1 + strspn(at + 1, "0123456789");
		if (!strncmp(at, "/bench", 6) && (at[6] == '\n' || at[6] == '/' || !at[6]))
			return true;
	}
	return false;
}

/* Sends SIGKILL to all in the group's list. Returns how many there were, -1: unreadable. */
static int kill_listed(const char *group)
{
	char path[4096];
	FILE *list;
	int pid, n = 0;

	(void)snprintf(path, sizeof(path), "/%s/cgroup.procs", group); /* else absent */
	list = fopen(path, "re");
	if (!list)
		return -1;
	while (fscanf(list, "%d", &pid) == 1) {
		n++;
		(void)kill(pid, SIGKILL); /* gone already, or told by the next look */
	}
	(void)fclose(list); /* only read */
	return n;
}

int keeper_cage_kill(const struct keeper_cage *c, struct fail *f)
{
	const struct timespec pause = { 0, 500000 };

	if (!c->group || !*c->group)
		return 0;
	if (c->kill_fd >= 0)
		(void)!pwrite(c->kill_fd, "1", 1, 0); /* the list below tells */
	for (int i = 0; i < 4000; i++) {
		if (kill_listed(c->group) <= 0)
			return 0;
		(void)nanosleep(&pause, NULL); /* a shorter one will do */
	}
	return fail_set(f, FAIL_HOST, "something in '/%s' does not die", c->group);
}
