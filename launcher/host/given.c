/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "given.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/text.h"

const char *const given_cgroups_words[] = {"none", "v1", "v2", "hybrid", NULL};

/* One hierarchy's mount; paths as mountinfo has them, decoded. */
struct mount {
	char root[512];	 /* the part of the hierarchy that is visible there */
	char point[512]; /* where; "" when there is no such mount */
};

/* Calls line() for each line of text, cutting it up in place. */
static void each_line(char *text, void (*line)(char *s, void *data), void *data)
{
	char *rest = text;
	char *s;

	while ((s = strsep(&rest, "\n")))
		line(s, data);
}

/* "\040" and the like become the character. (fs/proc_namespace.c: mangle()) */
static void decode(const char *s, char *out, size_t size)
{
	size_t at = 0;

	while (*s && at + 1 < size) {
		if (s[0] == '\\' && strspn(s + 1, "01234567") >= 3) {
			out[at++] =
			    (char)((s[1] - '0') * 64 + (s[2] - '0') * 8 + (s[3] - '0'));
			s += 4;
		} else {
			out[at++] = *s++;
		}
	}
	out[at] = '\0';
}

static bool has_word(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *s = list; s; s = strchr(s, ',') ? strchr(s, ',') + 1 : NULL)
		if (!strncmp(s, word, n) && (s[n] == ',' || !s[n]))
			return true;
	return false;
}

struct mounts {
	struct mount v1; /* of the v1 hierarchy with the cpuset controller */
	struct mount v2;
	bool has_v1; /* any v1 hierarchy with a controller */
};

/* "31 23 0:28 ROOT POINT options optional... - TYPE source SUPEROPTIONS" */
static void mount_line(char *s, void *data)
{
	struct mounts *m = data;
	char *end = strstr(s, " - ");
	char type[32];
	char options[256];
	char root[512];
	char point[512];
	struct mount *to = NULL;

	if (!end || sscanf(s, "%*s %*s %*s %511s %511s", root, point) != 2 ||
	    sscanf(end, " - %31s %*s %255s", type, options) != 2)
		return;
	if (!strcmp(type, "cgroup2"))
		to = &m->v2;
	else if (!strcmp(type, "cgroup") && has_word(options, "cpuset"))
		to = &m->v1;
	if (!strcmp(type, "cgroup") && !strstr(options, "name="))
		m->has_v1 = true;
	if (!to || to->point[0])
		return; /* the first mount of a hierarchy will do */
	decode(root, to->root, sizeof(to->root));
	decode(point, to->point, sizeof(to->point));
}

struct groups {
	char v1[512], v2[512]; /* "" when there is none */
};

/* "3:cpuset,cpu:/a" or "0::/a" */
static void group_line(char *s, void *data)
{
	struct groups *g = data;
	char *controllers = strchr(s, ':');
	char *path = controllers ? strchr(controllers + 1, ':') : NULL;

	if (!path)
		return;
	*path++ = '\0';
	controllers++;
	if (!*controllers)
		(void)snprintf(g->v2, sizeof(g->v2), "%s",
			       path); /* cut: the mount's root is used */
	else if (has_word(controllers, "cpuset"))
		(void)snprintf(g->v1, sizeof(g->v1), "%s", path); /* likewise */
}

/*
 * The folder of our group: what of its path lies below the mount's root, behind the
 * mount point. A group outside of what is mounted here ("/..", or another root):
 * the mount point itself.
 */
static void folder(const struct mount *m, const char *group, char *out, size_t size)
{
	size_t n = strcmp(m->root, "/") ? strlen(m->root) : 0;
	const char *below = "";

	if (!strncmp(group, m->root, n) && (group[n] == '/' || !group[n]) &&
	    !strstr(group, "/.."))
		below = group + n;
	(void)snprintf(out, size, "%s%s", m->point + 1,
		       strcmp(below, "/") ? below : ""); /* fits */
}

/* Reads the first of the files that is there and not empty. 1: none. */
static int read_first(const struct tree *t, const char *dir, const char *const *files,
		      struct given *g, struct fail *f)
{
	char path[sizeof(g->file)];
	char list[8192];
	struct cpus limit;

	for (; *files; files++) {
		(void)snprintf(path, sizeof(path), "%s%s%s", dir, *dir ? "/" : "",
			       *files); /* fits */
		if (!tree_peek(t, path, list, sizeof(list)) || !list[0])
			continue;
		if (cpus_parse_file(list, path, &limit, f))
			return -1;
		g->group = limit;
		memcpy(g->file, path, sizeof(path));
		return 0;
	}
	return 1;
}

/* Climbs from our group to the mount point until a limit can be read. 1: nowhere. */
static int climb(const struct tree *t, const struct mount *m, const char *group,
		 const char *const *files, struct given *g, struct fail *f)
{
	char dir[sizeof(g->file)];
	size_t top = strlen(m->point) - 1;
	int rc;

	folder(m, group, dir, sizeof(dir));
	for (;;) {
		char *slash = strrchr(dir, '/');

		rc = read_first(t, dir, files, g, f);
		if (rc <= 0 || strlen(dir) <= top || !slash)
			break;
		*slash = '\0';
	}
	(void)snprintf(g->name, sizeof(g->name), "%s", group); /* of equal size */
	return rc;
}

static int read_group(const struct tree *t, const struct mounts *m,
		      const struct groups *own, struct given *g, struct fail *f)
{
	static const char *const v1[] = {"cpuset.effective_cpus", "cpuset.cpus",
					 "effective_cpus", "cpus", NULL};
	static const char *const v2[] = {"cpuset.cpus.effective", NULL};
	static const char *const partitions[] = {"cpuset.cpus.isolated", NULL};
	struct given isolated = {0};
	int rc = 1;

	if (m->v1.point[0])
		rc = climb(t, &m->v1, own->v1, v1, g, f);
	if (rc <= 0) {
		g->cpuset_version = 1;
		return rc;
	}
	if (!m->v2.point[0])
		return 0;
	rc = climb(t, &m->v2, own->v2, v2, g, f);
	if (rc)
		return rc < 0 ? -1 : 0;
	g->cpuset_version = 2;
	if (read_first(t, m->v2.point + 1, partitions, &isolated, f) < 0)
		return -1;
	g->isolated = isolated.group;
	return 0;
}

static void line_of_mask(char *s, void *data)
{
	static const char name[] = "Cpus_allowed_list:";

	if (!strncmp(s, name, sizeof(name) - 1))
		(void)snprintf(data, 4096, "%s",
			       s + sizeof(name) - 1); /* room of read_affinity() */
}

static int read_affinity(const struct tree *t, struct given *g, struct fail *f)
{
	char status[16384];
	char list[4096] = "";
	struct cpus mask = {0};

	if (!t->is_fake) {
		/* The raw call, because glibc's set is smaller than ours. */
		if (syscall(SYS_sched_getaffinity, 0, sizeof(mask), &mask) < 0)
			return fail_sys(f, "cannot read our affinity mask");
		g->affinity = mask;
		return 0;
	}
	if (!tree_peek(t, "proc/self/status", status, sizeof(status)))
		return 0;
	each_line(status, line_of_mask, list);
	if (!list[0])
		return 0;
	return cpus_parse_file(list, "proc/self/status", &g->affinity, f);
}

int given_read(const struct tree *t, struct given *out, struct fail *f)
{
	owns_text struct text content = {0};
	struct mounts mounts = {0};
	struct groups own = {0};
	struct given g = {0};
	struct fail absent;

	memset(&g.group, 0xff, sizeof(g.group));
	memset(&g.affinity, 0xff, sizeof(g.affinity));
	if (!tree_read(t, "proc/self/mountinfo", &content, &absent) && content.n)
		each_line(content.s, mount_line, &mounts);
	if (!tree_read(t, "proc/self/cgroup", &content, &absent) && content.n)
		each_line(content.s, group_line, &own);
	if (mounts.has_v1)
		g.cgroups = mounts.v2.point[0] ? CGROUPS_HYBRID : CGROUPS_V1;
	else
		g.cgroups = mounts.v2.point[0] ? CGROUPS_V2 : CGROUPS_NONE;
	if (read_group(t, &mounts, &own, &g, f) || read_affinity(t, &g, f))
		return -1;
	*out = g;
	return 0;
}
