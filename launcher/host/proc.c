/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/owns.h"

int proc_open(void)
{
	return open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* These files come whole in one read. False: cannot be read. */
static bool read_once(int proc_fd, pid_t pid, const char *name, char *out, size_t size)
{
	char path[48];
	ssize_t n;

	(void)snprintf(path, sizeof(path), "%d/%s", (int)pid, name); /* fits */
	owns_fd int fd = openat(proc_fd, path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	n = read(fd, out, size - 1);
	if (n <= 0)
		return false;
	out[n] = '\0';
	return true;
}

int64_t proc_wait_ns(int proc_fd, pid_t pid)
{
	char text[96];
	char *end;

	if (!read_once(proc_fd, pid, "schedstat", text, sizeof(text)))
		return UNKNOWN;
	(void)strtoll(text, &end, 10); /* the time that it ran */
	return *end == ' ' ? strtoll(end, NULL, 10) : UNKNOWN;
}

int64_t proc_personality(int proc_fd, pid_t pid)
{
	char text[32];

	if (!read_once(proc_fd, pid, "personality", text, sizeof(text)))
		return UNKNOWN;
	return strtoll(text, NULL, 16);
}

bool proc_has_left(pid_t pid, const struct cpus *given)
{
	struct cpus own = { 0 };

	if (syscall(SYS_sched_getaffinity, pid, sizeof(own.bits), own.bits) < 0)
		return false;
	own = cpus_minus(&own, given);
	return !cpus_is_empty(&own);
}
