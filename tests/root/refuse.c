/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For LD_PRELOAD: writes to some files fail, as the kernel's do. REFUSE="SUFFIX=ERRNO ..."
 * names them by the end of their path. The keeper empties its environment, so it is read
 * before main().
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char rules[4096];

static void __attribute__((constructor)) read_rules(void)
{
	const char *text = getenv("REFUSE");

	(void)snprintf(rules, sizeof(rules), "%s", text ? text : "");
}

static int refusal(const char *path)
{
	char copy[sizeof(rules)];
	char *rest = copy;
	char *rule;

	(void)strcpy(copy, rules);
	while ((rule = strsep(&rest, " "))) {
		char *error = strrchr(rule, '=');
		size_t n = strlen(path);

		if (!error)
			continue;
		*error++ = '\0';
		if (n >= strlen(rule) && !strcmp(path + n - strlen(rule), rule))
			return atoi(error);
	}
	return 0;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
	char link[40], path[4096];
	ssize_t size;

	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	size = readlink(link, path, sizeof(path) - 1);
	path[size > 0 ? size : 0] = '\0';
	errno = rules[0] ? refusal(path) : 0;
	return errno ? -1 : (ssize_t)syscall(SYS_write, fd, bytes, n);
}
