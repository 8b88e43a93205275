/* SPDX-License-Identifier: 0BSD */
#include "plan.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../include/becalm.h"

/* One test's count, in a list: a program has few tests. */
struct plan_known {
	struct plan_known *next;
	int64_t iters;
	char name[1];
};

static struct plan_wish wish;
static struct plan_known *known;
static pthread_once_t read_once = PTHREAD_ONCE_INIT;

/* Digits only, at most 18 of them; 0 for anything else. */
static int64_t whole(const char *s)
{
	size_t n = strspn(s, "0123456789");

	return s[n] || n > 18 ? 0 : strtoll(s, NULL, 10);
}

/* Undoes %XX in place. */
static void decode(char *s)
{
	char *to = s;
	char pair[3] = { 0, 0, 0 };

	for (; *s; s++) {
		if (*s == '%' && strspn(s + 1, "0123456789abcdefABCDEF") >= 2) {
			memcpy(pair, s + 1, 2);
			*to++ = (char)strtol(pair, NULL, 16);
			s += 2;
		} else {
			*to++ = *s;
		}
	}
	*to = '\0';
}

static void know(char *name, int64_t iters)
{
	struct plan_known *k;

	if (!name || !iters)
		return;
	decode(name);
	k = (struct plan_known *)malloc(sizeof(*k) + strlen(name));
	if (!k)
		return; /* it will find its count anew */
	strcpy(k->name, name);
	k->iters = iters;
	k->next = known;
	known = k;
}

static void take_line(char *line)
{
	char *rest = NULL;
	char *verb = strtok_r(line, " \t\n", &rest);
	char *name = NULL;
	int64_t iters = 0;
	int is_plan = verb && !strcmp(verb, "plan");

	for (char *word; verb && (word = strtok_r(NULL, " \t\n", &rest));) {
		if (!strncmp(word, "runs=", 5) && is_plan)
			wish.runs = whole(word + 5);
		else if (!strncmp(word, "duration_ns=", 12) && is_plan)
			wish.duration_ns = whole(word + 12);
		else if (!strncmp(word, "iters=", 6))
			iters = whole(word + 6);
		else if (!strncmp(word, "name=", 5))
			name = word + 5;
	}
	if (is_plan)
		wish.iters = iters;
	else if (verb && !strcmp(verb, "count"))
		know(name, iters);
}

static void read_plan(void)
{
	const char *path = getenv("BECALM_PLAN");
	FILE *file = path && *path ? fopen(path, "re") : NULL;
	char line[4097];

	while (file && fgets(line, sizeof(line), file))
		take_line(line);
	if (file)
		(void)fclose(file); /* only read */
}

const struct plan_wish *plan_get(void)
{
	(void)pthread_once(&read_once, read_plan); /* cannot fail */
	return &wish;
}

int64_t plan_count(const char *name)
{
	(void)plan_get();
	for (const struct plan_known *k = known; k; k = k->next)
		if (!strcmp(k->name, name))
			return k->iters;
	return 0;
}

int64_t becalm_plan(const char *name)
{
	int64_t iters = plan_get()->iters;

	return iters ? iters : plan_count(name);
}

int64_t becalm_plan_ns(void)
{
	return plan_get()->duration_ns;
}

int64_t becalm_plan_runs(void)
{
	return plan_get()->runs;
}
