/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "conf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"

#define FOLDER "etc/becalm"
#define NAME "keeper.conf"
#define CONF FOLDER "/" NAME

struct conf conf_default(void)
{
	return (struct conf){ .longest_ns = INT64_C(12) * 3600 * 1000000000, .has_realtime = true };
}

bool conf_lists(const char *list, const char *word)
{
	size_t n = strlen(word);

	if (!*list)
		return true;
	for (const char *s = list; s; s = strchr(s, ',')) {
		s += *s == ',';
		if (!strncmp(s, word, n) && (!s[n] || s[n] == ','))
			return true;
	}
	return false;
}

static int set_list(const char *value, char *out, size_t size, struct fail *f)
{
	if (!*value || strlen(value) >= size || value[strspn(value, "abcdefghijklmnopqrstuvwxyz-,")])
		return fail_set(f, FAIL_HOST, "not a list such as a,b,c");
	memcpy(out, value, strlen(value) + 1);
	return 0;
}

static int set_line(const char *key, const char *value, struct conf *c, struct fail *f)
{
	if (!strcmp(key, "knobs"))
		return set_list(value, c->knobs, sizeof(c->knobs), f);
	if (!strcmp(key, "cages"))
		return set_list(value, c->cages, sizeof(c->cages), f);
	if (!strcmp(key, "longest"))
		return number_time(value, "longest", &c->longest_ns, f);
	if (!strcmp(key, "cpus")) {
		c->has_cpus = true;
		return cpus_parse(value, "cpus", &c->cpus, f);
	}
	if (!strcmp(key, "realtime") && (!strcmp(value, "yes") || !strcmp(value, "no"))) {
		c->has_realtime = value[0] == 'y';
		return 0;
	}
	return fail_set(f, FAIL_HOST, "no such setting");
}

int conf_parse(char *text, struct conf *out, struct fail *f)
{
	struct conf c = conf_default();
	int row = 0;
	char *rest = text;
	char *line;

	while ((line = strsep(&rest, "\n"))) {
		char *key, *value;

		row++;
		line[strcspn(line, "#")] = '\0';
		key = line + strspn(line, " \t");
		value = key + strcspn(key, " \t");
		if (*value)
			*value++ = '\0';
		value += strspn(value, " \t");
		value[strcspn(value, " \t\r")] = '\0';
		if (*key && set_line(key, value, &c, f))
			return fail_wrap(f, "'/%s', line %d", CONF, row);
	}
	*out = c;
	return 0;
}

/* Whoever may write to the folder could exchange the file. */
static bool is_roots(const struct tree *t, int fd, mode_t type)
{
	struct stat st;

	return !fstat(fd, &st) && (st.st_mode & S_IFMT) == type && !(st.st_mode & 022) &&
	       (!st.st_uid || t->is_fake);
}

int conf_load(const struct tree *t, struct conf *out, struct fail *f)
{
	owns_fd int folder = tree_open_beneath(t, FOLDER, O_RDONLY | O_DIRECTORY);
	owns_fd int fd = folder < 0 ? -1 : openat(folder, NAME, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char text[16384];
	ssize_t n;

	*out = conf_default();
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : fail_sys(f, "cannot open '/%s'", CONF);
	if (!is_roots(t, folder, S_IFDIR) || !is_roots(t, fd, S_IFREG))
		return fail_set(f, FAIL_HOST, "'/%s' can be written by others than root: refused", CONF);
	n = read(fd, text, sizeof(text));
	if (n < 0)
		return fail_sys(f, "cannot read '/%s'", CONF);
	if (n == sizeof(text) || memchr(text, '\0', (size_t)n))
		return fail_set(f, FAIL_HOST, "'/%s' is no text of less than 16 KiB", CONF);
	text[n] = '\0';
	return conf_parse(text, out, f);
}
