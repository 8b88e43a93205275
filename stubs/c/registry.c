/* SPDX-License-Identifier: 0BSD */
#include "registry.h"

#include <string.h>

static struct becalm_test *first_test;
static struct becalm_test **last_test = &first_test;
static struct becalm_hook *first_hook;
static struct becalm_hook **last_hook = &first_hook;

int becalm_add_(struct becalm_test *test)
{
	*last_test = test;
	last_test = &test->next;
	return 0;
}

int becalm_add_hook_(struct becalm_hook *hook)
{
	*last_hook = hook;
	last_hook = &hook->next;
	return 0;
}

struct becalm_test *registry_tests(void)
{
	return first_test;
}

/* spec is what was written behind the group: "name, .iters_per_sec = 1e7". */
static void name_one(struct becalm_test *test)
{
	size_t group = strlen(test->group);
	size_t name = strcspn(test->spec, ", \t\n");

	memcpy(test->name, test->group, group);
	test->name[group] = '.';
	memcpy(test->name + group + 1, test->spec, name); /* sizeof both had two NULs */
	test->name[group + 1 + name] = '\0';
}

const struct becalm_test *registry_name(void)
{
	for (struct becalm_test *t = first_test; t; t = t->next) {
		name_one(t);
		for (const struct becalm_test *u = first_test; u != t; u = u->next)
			if (!strcmp(u->name, t->name))
				return t;
	}
	return NULL;
}

void registry_before_run(const char *test)
{
	for (const struct becalm_hook *h = first_hook; h; h = h->next)
		h->before_run(test);
}
