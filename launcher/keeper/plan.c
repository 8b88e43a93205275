/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan.h"

#include <stdint.h>
#include <string.h>

#include "../base/number.h"

const char *const cage_words[] = { "auto", "plain", "shield", "partition", "none", NULL };

struct plan plan_default(void)
{
	return (struct plan){ .cage = CAGE_NONE, .wait_s = -1 };
}

static int word_index(const char *const *words, const char *key, const char *word, int *out,
		      struct fail *f)
{
	char shown[64];

	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return *out = i, 0;
	return fail_set(f, FAIL_USAGE, "%s: no '%s'", key, fail_quote(shown, sizeof(shown), word));
}

static int set_knob(bool *set, const char *key, const char *name, struct fail *f)
{
	char shown[64];

	for (int i = 0; knobs[i]; i++)
		if (!strcmp(knobs[i]->name, name))
			return set[i] = true, 0;
	return fail_set(f, FAIL_USAGE, "%s: no knob '%s' ('becalm host' lists them)", key,
			fail_quote(shown, sizeof(shown), name));
}

static int set_number(const char *word, const char *key, int64_t low, int64_t high, long *out,
		      struct fail *f)
{
	int64_t n;

	if (number_whole(word, key, low, high, &n, f))
		return -1;
	*out = (long)n;
	return 0;
}

/* "/a/b.slice": no empty or dotted part, so that it cannot lead out of the hierarchy. */
static int set_parent(struct plan *p, const char *group, struct fail *f)
{
	char shown[64];
	const char *s = group + (*group == '/');

	if (strlen(group) >= sizeof(p->parent))
		return fail_set(f, FAIL_USAGE, "cage-parent: the name is too long");
	while (*s) {
		size_t n = strcspn(s, "/");

		if (!n || *s == '.' || strcspn(s, "\n\\") < n)
			return fail_set(f, FAIL_USAGE, "cage-parent: '%s' is no name of a group",
					fail_quote(shown, sizeof(shown), group));
		s += n;
		s += *s == '/';
	}
	(void)strcpy(p->parent, *group == '/' ? group + 1 : group); /* measured above */
	return 0;
}

static int set_line(struct plan *p, const char *key, const char *value, struct fail *f)
{
	static const char *const tiers[] = { "none", "default", "strict", "all", NULL };
	static const char *const yes_no[] = { "no", "yes", NULL };
	long n = 0;
	int i = 0;

	if (!strcmp(key, "cpus"))
		return cpus_parse(value, key, &p->measure, f);
	if (!strcmp(key, "reserve"))
		return cpus_parse(value, key, &p->reserve, f);
	if (!strcmp(key, "tier")) {
		if (word_index(tiers, key, value, &i, f))
			return -1;
		return p->tier = i - 1, 0;
	}
	if (!strcmp(key, "only"))
		return p->has_only = true, set_knob(p->is_only, key, value, f);
	if (!strcmp(key, "without"))
		return set_knob(p->is_without, key, value, f);
	if (!strcmp(key, "require") && !strcmp(value, "all"))
		return p->is_all_required = true, 0;
	if (!strcmp(key, "require"))
		return set_knob(p->is_required, key, value, f);
	if (!strcmp(key, "cage-parent"))
		return set_parent(p, value, f);
	if (!strcmp(key, "wait"))
		return set_number(value, key, -1, 100 * 86400, &p->wait_s, f);
	if (!strcmp(key, "cage")) {
		if (word_index(cage_words, key, value, &i, f))
			return -1;
		return p->cage = (enum cage_form)i, 0;
	}
	if (!strcmp(key, "realtime")) {
		if (word_index(yes_no, key, value, &i, f))
			return -1;
		return p->has_realtime = i, 0;
	}
	if (strcmp(key, "launcher") != 0)
		return 1;
	if (set_number(value, key, 1, INT32_MAX, &n, f))
		return -1;
	return p->launcher = (pid_t)n, 0;
}

int plan_line(struct plan *p, char **words, int n, struct fail *f)
{
	if (n == 1 && !strcmp(words[0], "plan")) {
		*p = plan_default();
		return 0;
	}
	return n == 2 ? set_line(p, words[0], words[1], f) : 1;
}

bool plan_requires(const struct plan *p, int knob)
{
	return p->is_required[knob] || (p->is_all_required && plan_wants(p, knob));
}

bool plan_wants(const struct plan *p, int knob)
{
	if (p->is_without[knob])
		return false;
	if (p->is_required[knob])
		return true;
	if (p->has_only)
		return p->is_only[knob];
	return (int)knobs[knob]->tier <= p->tier;
}
