/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../base/text.h"

/* Copies one field, with "\040" for a blank decoded; "" when it does not fit. */
static void copy_field(const char *field, size_t n, char *out)
{
	size_t at = 0;

	for (size_t i = 0; i < n && at < MOUNT_PATH - 1; i++) {
		if (field[i] == '\\' && i + 3 < n && strspn(field + i + 1, "01234567") >= 3) {
			out[at++] = (char)((field[i + 1] - '0') * 64 + (field[i + 2] - '0') * 8 +
					   (field[i + 3] - '0'));
			i += 3;
		} else {
			out[at++] = field[i];
		}
	}
	out[at < MOUNT_PATH - 1 ? at : 0] = '\0';
}

/* The n-th field of the line (counted from 0), parted by single blanks. */
static const char *field_at(const char *line, int n, size_t *size)
{
	while (n-- && line) {
		line = strchr(line, ' ');
		if (line)
			line++;
	}
	*size = line ? strcspn(line, " \n") : 0;
	return line;
}

static bool has_option(const char *options, const char *word)
{
	size_t n = strlen(word);

	for (const char *s = options; *s && *s != '\n'; s += strcspn(s, ",\n"), s += *s == ',')
		if (!strncmp(s, word, n) && strchr(",\n", s[n]))
			return true;
	return false;
}

static void take_line(const char *line, struct mounts *out)
{
	size_t n_root, n_at, n_options;
	const char *root = field_at(line, 3, &n_root);
	const char *at = field_at(line, 4, &n_at);
	const char *dash = strstr(line, " - ");
	const char *type, *options;
	bool is_v1, is_v2;

	if (!root || !at || !dash || n_at < 2)
		return;
	type = dash + 3;
	is_v2 = !strncmp(type, "cgroup2 ", 8);
	options = field_at(type, 2, &n_options);
	is_v1 = options && ((!strncmp(type, "cgroup ", 7) && has_option(options, "cpuset")) ||
			    !strncmp(type, "cpuset ", 7));
	if (is_v1 && !out->v1[0]) {
		copy_field(at + 1, n_at - 1, out->v1);
		copy_field(root, n_root, out->v1_root);
		out->is_noprefix = has_option(options, "noprefix") || !strncmp(type, "cpuset ", 7);
	} else if (is_v2 && !out->v2[0]) {
		copy_field(at + 1, n_at - 1, out->v2);
		copy_field(root, n_root, out->v2_root);
	}
}

void mounts_parse(const char *mountinfo, struct mounts *out)
{
	*out = (struct mounts){ .has_v2_cpuset = false };
	while (mountinfo && *mountinfo) {
		size_t n = strcspn(mountinfo, "\n");
		owns_mem char *line = strndup(mountinfo, n);

		if (line)
			take_line(line, out);
		mountinfo += n + (mountinfo[n] == '\n');
	}
}

void mounts_read(const struct tree *t, struct mounts *out)
{
	owns_text struct text info = { 0 };
	char path[MOUNT_PATH + 32], list[1024];
	struct fail unused;

	(void)snprintf(path, sizeof(path), "proc/%d/mountinfo", (int)getpid()); /* 'self' is a link */
	(void)tree_read(t, t->is_fake ? "proc/self/mountinfo" : path, &info, &unused); /* none: no hierarchies */
	mounts_parse(text_of(&info), out);
	(void)snprintf(path, sizeof(path), "%s/cgroup.controllers", out->v2); /* fits */
	if (!out->v2[0] || !tree_peek(t, path, list, sizeof(list)))
		return;
	for (char *rest = list, *word; (word = strsep(&rest, " "));)
		out->has_v2_cpuset |= !strcmp(word, "cpuset");
}

/* "3:cpuset:/a/b" or "0::/a/b". */
static const char *group_in(const char *line, bool is_v2)
{
	const char *controllers = strchr(line, ':');
	const char *path = controllers ? strchr(controllers + 1, ':') : NULL;
	owns_mem char *names = path ? strndup(controllers + 1, (size_t)(path - controllers - 1)) : NULL;

	if (!names)
		return NULL;
	if (is_v2)
		return !*names && !strncmp(line, "0:", 2) ? path + 1 : NULL;
	return has_option(names, "cpuset") ? path + 1 : NULL;
}

bool mounts_group_of(const struct mounts *m, const struct tree *t, pid_t pid, bool is_v2, char *out,
		     size_t size)
{
	const char *root = is_v2 ? m->v2_root : m->v1_root;
	size_t n_root = strcmp(root, "/") ? strlen(root) : 0;
	owns_text struct text groups = { 0 };
	char path[64];
	struct fail unused;

	(void)snprintf(path, sizeof(path), "proc/%d/cgroup", (int)pid); /* fits */
	if (!(is_v2 ? m->v2 : m->v1)[0] ||
	    tree_read(t, t->is_fake ? "proc/self/cgroup" : path, &groups, &unused) || !groups.n)
		return false;
	for (char *rest = groups.s, *line; (line = strsep(&rest, "\n"));) {
		const char *group = group_in(line, is_v2);

		/* "/..": outside of our namespace of groups. */
		if (!group || strncmp(group, root, n_root) != 0 || strstr(group, "/..") ||
		    (group[n_root] && group[n_root] != '/'))
			continue;
		group += n_root;
		return snprintf(out, size, "%s%s", is_v2 ? m->v2 : m->v1, strcmp(group, "/") ? group : "") <
		       (int)size;
	}
	return false;
}
