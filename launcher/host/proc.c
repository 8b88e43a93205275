/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* The number behind "\nname:"; UNKNOWN when it is not there. */
static int64_t field(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoll(at + strlen(name), NULL, 10) : UNKNOWN;
}

void proc_witness(int proc_fd, pid_t pid, struct witness *out)
{
	char text[4096];
	char *end;

	out->wait_ns = UNKNOWN;
	out->switches_voluntary = out->switches_involuntary = UNKNOWN;
	if (read_once(proc_fd, pid, "schedstat", text, sizeof(text))) {
		(void)strtoll(text, &end, 10); /* the time that it ran */
		if (*end == ' ')
			out->wait_ns = strtoll(end, NULL, 10);
	}
	if (read_once(proc_fd, pid, "status", text, sizeof(text))) {
		out->switches_voluntary = field(text, "\nvoluntary_ctxt_switches:");
		out->switches_involuntary = field(text, "\nnonvoluntary_ctxt_switches:");
	}
}

int64_t proc_personality(int proc_fd, pid_t pid)
{
	char text[32];

	if (!read_once(proc_fd, pid, "personality", text, sizeof(text)))
		return UNKNOWN;
	return strtoll(text, NULL, 16);
}
