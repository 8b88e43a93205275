/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/tree.h"

#define BOOT "proc/sys/kernel/random/boot_id"

static bool slurp(const char *path, char *out, size_t size)
{
	struct tree real = { .fd = AT_FDCWD, .is_strict = true };

	return tree_peek(&real, path, out, size);
}

struct stat_line {
	char state;		  /* field 3 */
	unsigned long flags;	  /* field 9 */
	unsigned long long start; /* field 22 */
};

/* Counted behind the last ')': names may hold blanks. */
static bool stat_of(pid_t pid, struct stat_line *out)
{
	char path[64], line[1024];
	char *s;

	(void)snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid); /* fits */
	if (pid <= 0 || !slurp(path, line, sizeof(line)))
		return false;
	s = strrchr(line, ')');
	if (!s || !s[1])
		return false;
	out->state = s[2];
	for (int field = 2; field < 22; field++) {
		s = strchr(s + 1, ' ');
		if (!s)
			return false;
		if (field + 1 == 9)
			out->flags = strtoul(s, NULL, 10);
	}
	out->start = strtoull(s, NULL, 10);
	return true;
}

unsigned long long proc_start(pid_t pid)
{
	struct stat_line line;

	return stat_of(pid, &line) ? line.start : 0;
}

bool proc_lives(pid_t pid, unsigned long long start)
{
	struct stat_line line;

	return stat_of(pid, &line) && line.start == start && line.state != 'Z' && line.state != 'X';
}

bool proc_is_kernel(pid_t tid)
{
	const unsigned long kthread = 0x00200000; /* PF_KTHREAD, include/linux/sched.h */
	struct stat_line line;

	return stat_of(tid, &line) && (line.flags & kthread);
}

bool proc_belongs(pid_t pid, uid_t user)
{
	char path[64], text[4096];
	unsigned uids[4];
	char *line;

	(void)snprintf(path, sizeof(path), "/proc/%d/status", (int)pid); /* fits */
	if (pid <= 0 || !slurp(path, text, sizeof(text)))
		return false;
	line = strstr(text, "\nUid:\t");
	if (!line || sscanf(line, "\nUid: %u %u %u %u", &uids[0], &uids[1], &uids[2], &uids[3]) != 4)
		return false;
	for (int i = 0; i < 4; i++)
		if (uids[i] != user)
			return false;
	return true;
}

void proc_boot(const struct tree *t, char *out)
{
	if (!tree_peek(t, BOOT, out, 40) && !slurp("/" BOOT, out, 40))
		(void)strcpy(out, "unknown");
	if (!out[0] || out[strspn(out, "0123456789abcdefghijklmnopqrstuvwxyz-")])
		(void)strcpy(out, "unknown"); /* one word, whatever a fake host says */
}
