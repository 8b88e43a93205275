/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cage.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/words.h"
#include "conf.h"
#include "proc.h"
#include "session.h"

void cage_remark(struct session *s, const char *format, ...)
{
	size_t at = strlen(s->cage.reason);
	va_list args;

	if (at && at + 2 < sizeof(s->cage.reason))
		at += (size_t)sprintf(s->cage.reason + at, "; ");
	va_start(args, format);
	(void)vsnprintf(s->cage.reason + at, sizeof(s->cage.reason) - at, format, args); /* may be cut */
	va_end(args);
}

bool cage_kernel(const struct session *s, int major, int minor)
{
	char release[256];
	int has_major = 0;
	int has_minor = 0;

	if (!tree_peek(&s->root, "proc/sys/kernel/osrelease", release, sizeof(release)) ||
	    sscanf(release, "%d.%d", &has_major, &has_minor) != 2)
		return false;
	return has_major > major || (has_major == major && has_minor >= minor);
}

bool cage_cpus(const struct tree *t, const char *group, const char *file, struct cpus *out)
{
	char path[2 * MOUNT_PATH + 64], list[16384];
	struct fail unused;

	(void)snprintf(path, sizeof(path), "%s/%s", group, file); /* else it is not there */
	return tree_peek(t, path, list, sizeof(list)) && !cpus_parse_file(list, path, out, &unused);
}

struct edit *cage_add_group(struct session *s, const char *parent, const char *name,
			    const char *home, const struct cpus *cpus)
{
	char path[CAGE_PATH], list[16384];
	char after[16384 + 8] = "track";

	(void)snprintf(path, sizeof(path), "%s/%s", parent, name); /* both are bounded */
	if (cpus)
		(void)snprintf(after, sizeof(after), "cpus=%s", cpus_format(cpus, list, sizeof(list)));
	return edits_add(&s->journal.edits, "cage", KIND_GROUP, path, home, after);
}

void cage_add_file(struct session *s, enum kind kind, const char *path, const char *before,
		   const char *after)
{
	assert(cage_allows(kind, path));
	(void)edits_add(&s->journal.edits, "cage", kind, path, before, after);
}

/*
 * Where cpuset lives elsewhere, or nowhere, v2 still finds and kills whatever a
 * benchmark leaves behind. A user's launcher can only start children in a group whose
 * common ancestor with its own it may write to: so it is moved beside it.
 */
static void plan_tracking(struct session *s)
{
	struct cage *c = &s->cage;
	char home[2 * MOUNT_PATH], group[CAGE_GROUP];
	const char *parent = c->mounts.v2;

	if (!parent[0] ||
	    !mounts_group_of(&c->mounts, &s->root, s->plan.launcher, true, home, sizeof(home)))
		return;
	(void)snprintf(group, sizeof(group), "%s/%s", parent, c->name); /* bounded */
	(void)cage_add_group(s, parent, c->name, "", NULL);
	if (s->caller)
		(void)cage_add_group(s, group, "launcher", home, NULL);
	(void)cage_add_group(s, group, "bench", "", NULL);
	(void)snprintf(c->track, sizeof(c->track), "%s/bench", group); /* bounded */
}

/* Which forms there are here; what was asked and is not there becomes less, and told. */
static bool choose(struct session *s)
{
	struct cage *c = &s->cage;
	const char *word = cage_words[s->plan.cage];

	c->form = s->plan.cage;
	if (c->form == CAGE_NONE)
		return false;
	if (cpus_is_empty(&s->plan.measure)) {
		c->form = CAGE_NONE;
		cage_remark(s, "no CPUs were named");
		return false;
	}
	if (c->form != CAGE_AUTO && !conf_lists(s->conf.cages, word)) {
		cage_remark(s, "%s is not allowed by /etc/becalm/keeper.conf", word);
		c->form = CAGE_NONE;
		return false;
	}
	if (!c->mounts.v1[0] && !c->mounts.has_v2_cpuset) {
		c->form = CAGE_NONE;
		cage_remark(s, "no cpuset controller here: affinity only, others may run there");
	}
	return true;
}

int cage_plan(struct session *s, struct fail *f)
{
	struct cage *c = &s->cage;

	(void)f; /* a cage that cannot be had is told, not an error */
	*c = (struct cage){ .first = s->journal.edits.n, .is_fake = s->root.is_fake };
	(void)snprintf(c->name, sizeof(c->name), "becalm-%d-%llu", (int)getpid(), proc_start(getpid()));
	mounts_read(&s->root, &c->mounts);
	if (!choose(s))
		return 0;
	if (c->form != CAGE_NONE && c->mounts.v1[0])
		cage_plan_v1(s);
	else if (c->form != CAGE_NONE)
		cage_plan_v2(s);
	if (!c->track[0])
		plan_tracking(s);
	if (c->is_fake)
		edits_cut(&s->journal.edits, c->first);
	return 0;
}

static bool is_made(const struct session *s, const char *path)
{
	const struct edits *e = &s->journal.edits;

	for (size_t i = s->cage.first; i < e->n; i++)
		if (e->list[i].kind == KIND_GROUP && !strcmp(e->list[i].path, path))
			return e->list[i].state == EDIT_MADE;
	return false;
}

void cage_say(const struct session *s, struct text *out)
{
	const struct cage *c = &s->cage;
	bool is_held = s->journal_fd >= 0;
	const char *track = c->track[0] && (!is_held || is_made(s, c->track)) ? c->track : "";
	const char *bench = c->bench[0] && (!is_held || is_made(s, c->bench)) ? c->bench : "";
	const char *form = !bench[0] ? "none" : cage_words[c->form];

	if (c->bench[0] && !strcmp(c->bench, c->track))
		bench = ""; /* one group does both */
	words_line(out, (const char *[]){ "cage", form, bench, track, c->reason, NULL });
	for (size_t i = c->first; i < s->journal.edits.n; i++) {
		const struct edit *e = &s->journal.edits.list[i];

		words_line(out, (const char *[]){ "edit", "cage", e->path, e->before, e->after, NULL });
	}
}

static const char *last_part(const char *path, const char *suffix)
{
	size_t n = strlen(path);
	size_t m = strlen(suffix);

	return n > m && !strcmp(path + n - m, suffix) ? path + n - m : NULL;
}

/* "12-3456" at s, ended by '/' or the end. Returns what is behind it, or NULL. */
static const char *skip_name(const char *s)
{
	size_t n = strspn(s, "0123456789");

	if (!n || s[n] != '-')
		return NULL;
	s += n + 1;
	n = strspn(s, "0123456789");
	return n && (!s[n] || s[n] == '/') ? s + n : NULL;
}

static bool is_own_group(const char *path)
{
	for (const char *s = path; (s = strstr(s, "/becalm-")); s++) {
		const char *rest = skip_name(s + strlen("/becalm-"));

		if (rest && (!*rest || !strcmp(rest, "/bench") || !strcmp(rest, "/launcher") ||
			     !strcmp(rest, "/others")))
			return true;
	}
	return false;
}

bool cage_allows_home(const char *path)
{
	if (*path == '/' || strlen(path) >= 2 * MOUNT_PATH || path[strcspn(path, "\n")])
		return false;
	return !strstr(path, "//") && strcmp(path, "..") != 0 && strncmp(path, "../", 3) != 0 &&
	       !strstr(path, "/../") && !last_part(path, "/..");
}

/* The file systems of what is opened are checked besides (touch.h). */
bool cage_allows(enum kind kind, const char *path)
{
	const char *file;

	if (!cage_allows_home(path))
		return false;
	switch (kind) {
	case KIND_GROUP:
		return is_own_group(path);
	case KIND_CONTROLLER:
		return last_part(path, "/cgroup.subtree_control");
	case KIND_LIST:
		return last_part(path, "/cpuset.cpus") || last_part(path, "/cpus") ||
		       last_part(path, "/cpuset.cpus.exclusive");
	case KIND_BYTES:
		file = last_part(path, "/cpuset.cpus.partition");
		return file && is_own_group(strndupa(path, (size_t)(file - path)));
	default:
		return false;
	}
}
