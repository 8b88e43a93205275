/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "conf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"
#include "../base/text.h"

#define CONF "etc/becalm/keeper.conf"

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

int conf_load(const struct tree *t, struct conf *out, struct fail *f)
{
	owns_fd int fd = openat(t->fd, CONF, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	owns_text struct text text = { 0 };
	struct stat st;

	*out = conf_default();
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : fail_sys(f, "cannot open '/%s'", CONF);
	if (fstat(fd, &st))
		return fail_sys(f, "cannot look at '/%s'", CONF);
	if (!S_ISREG(st.st_mode) || (st.st_mode & 022) || (st.st_uid && !t->is_fake))
		return fail_set(f, FAIL_HOST, "'/%s' can be written by others than root: refused", CONF);
	if (tree_read(t, CONF, &text, f))
		return -1;
	if (!text.n)
		return 0;
	return conf_parse(text.s, out, f);
}
