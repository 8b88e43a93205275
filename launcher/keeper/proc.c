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
	struct tree real = { .fd = AT_FDCWD };

	return tree_peek(&real, path, out, size);
}

/* Field 3 (state) and 22 (start): counted behind the last ')', names may hold blanks. */
static bool stat_of(pid_t pid, char *state, unsigned long long *start)
{
	char path[64], line[1024];
	char *s;

	(void)snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid); /* fits */
	if (pid <= 0 || !slurp(path, line, sizeof(line)))
		return false;
	s = strrchr(line, ')');
	if (!s || !s[1])
		return false;
	*state = s[2];
	for (int field = 2; s && field < 22; field++)
		s = strchr(s + 1, ' ');
	if (!s)
		return false;
	*start = strtoull(s, NULL, 10);
	return true;
}

unsigned long long proc_start(pid_t pid)
{
	unsigned long long start;
	char state;

	return stat_of(pid, &state, &start) ? start : 0;
}

bool proc_lives(pid_t pid, unsigned long long start)
{
	unsigned long long now;
	char state;

	return stat_of(pid, &state, &now) && now == start && state != 'Z' && state != 'X';
}

bool proc_user(pid_t pid, uid_t *out)
{
	char path[64], text[4096];
	char *uid;

	(void)snprintf(path, sizeof(path), "/proc/%d/status", (int)pid); /* fits */
	if (pid <= 0 || !slurp(path, text, sizeof(text)))
		return false;
	uid = strstr(text, "\nUid:\t");
	if (!uid)
		return false;
	*out = (uid_t)strtoul(uid + 6, NULL, 10);
	return true;
}

void proc_boot(const struct tree *t, char *out)
{
	if (!tree_peek(t, BOOT, out, 40) && !slurp("/" BOOT, out, 40))
		(void)strcpy(out, "unknown");
	if (!out[0] || out[strspn(out, "0123456789abcdefghijklmnopqrstuvwxyz-")])
		(void)strcpy(out, "unknown"); /* one word, whatever a fake host says */
}
