/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "environ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "seeds.h"

/* What a program can hardly do without; kept by --clean-env. */
static const char *const clean_keeps[] = { "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM",
					   "LANG", "TMPDIR", NULL };

static bool is_name(const char *var, const char *name, size_t n)
{
	return !strncmp(var, name, n) && var[n] == '=' && !name[n];
}

static int find(const struct environ *e, const char *name)
{
	for (int i = 0; i < e->count; i++)
		if (is_name(e->vars[i], name, strlen(name)))
			return i;
	return -1;
}

static void append(struct environ *e, char *var)
{
	if (e->count + 1 >= e->room) {
		e->room = e->count * 2 + 64;
		e->vars = xrealloc(e->vars, (size_t)e->room, sizeof(*e->vars));
	}
	e->vars[e->count++] = var;
	e->vars[e->count] = NULL;
}

void environ_set(struct environ *e, const char *name, const char *value)
{
	size_t n = strlen(name);
	char *var = xcalloc(n + strlen(value) + 2, 1);
	int at = find(e, name);

	memcpy(var, name, n);
	var[n] = '=';
	strcpy(var + n + 1, value);
	if (at < 0) {
		append(e, var);
		return;
	}
	free(e->vars[at]);
	e->vars[at] = var;
}

const char *environ_get(const struct environ *e, const char *name)
{
	int at = find(e, name);

	return at < 0 ? NULL : e->vars[at] + strlen(name) + 1;
}

void environ_free(struct environ *e)
{
	for (int i = 0; i < e->count; i++)
		free(e->vars[i]);
	free(e->vars);
	*e = (struct environ){ 0 };
}

static bool is_in_words(const char *var, size_t n, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == n && !strncmp(*words, var, n))
			return true;
	return false;
}

/* Is the name var[0 ... n-1] in the list "A,B,C"? */
static bool is_in_list(const char *var, size_t n, const char *list)
{
	while (*list) {
		size_t word = strcspn(list, ",");

		if (word == n && !strncmp(list, var, n))
			return true;
		list += word + (list[word] == ',');
	}
	return false;
}

static bool is_kept(const struct plan *p, const char *var)
{
	size_t n = strcspn(var, "=");

	if (!strncmp(var, "BECALM_", 7) && strncmp(var, "BECALM_TEST_", 12) != 0)
		return false;
	if (p->keep_env)
		return is_in_list(var, n, p->keep_env);
	return !p->clean_env || is_in_words(var, n, clean_keeps);
}

/* getenv() in a given block. */
static const char *value_in(char *const *block, const char *name)
{
	for (; *block; block++)
		if (is_name(*block, name, strlen(name)))
			return *block + strlen(name) + 1;
	return NULL;
}

struct environ environ_make(const struct plan *p, char *const *from)
{
	struct environ e = { 0 };

	for (char *const *var = from; *var; var++)
		if (is_kept(p, *var))
			append(&e, xstrdup(*var));
	for (int i = 0; i < p->env_count; i++) {
		owns_mem char *name = xstrdup(p->env[i]);
		char *value = strchr(name, '=');
		const char *ours;

		if (value) {
			*value = '\0';
			environ_set(&e, name, value + 1);
			continue;
		}
		ours = value_in(from, name);
		if (ours)
			environ_set(&e, name, ours);
	}
	e.has_own_seed = environ_get(&e, "PYTHONHASHSEED") != NULL;
	return e;
}

size_t environ_size(const struct environ *e)
{
	size_t n = 0;

	for (int i = 0; i < e->count; i++)
		n += strlen(e->vars[i]) + 1;
	return n;
}

/* Fills up with BECALM_PAD to the next multiple of the block, and 'more' beyond. */
static void pad(struct environ *e, size_t more)
{
	const size_t fixed = sizeof("BECALM_PAD="); /* with its NUL */
	size_t used = environ_size(e) + fixed;
	size_t size = (used + ENVIRON_BLOCK - 1) / ENVIRON_BLOCK * ENVIRON_BLOCK - used + more;
	owns_mem char *filling = xcalloc(size + 1, 1);

	memset(filling, '.', size);
	environ_set(e, "BECALM_PAD", filling);
}

/* Those that the user set stay, unless --hash-seed was given. */
static void set_seeds(struct environ *e, const struct environ *base, const struct plan *p,
		      int64_t drawn)
{
	char number[24];

	(void)snprintf(number, sizeof(number), "%lld", (long long)drawn); /* fits */
	for (const struct seed *s = seeds; s->language; s++) {
		bool is_forced = s->is_drawn && p->hash_seed != UNKNOWN;

		if (s->variable && (is_forced || !environ_get(base, s->variable)))
			environ_set(e, s->variable, s->is_drawn ? number : s->value);
	}
}

struct environ environ_draw(const struct environ *base, const struct plan *p, const struct draw *d)
{
	struct environ e = { .has_own_seed = base->has_own_seed };

	for (int i = 0; i < base->count; i++)
		append(&e, xstrdup(base->vars[i]));
	if (d->hash_seed != UNKNOWN)
		set_seeds(&e, base, p, d->hash_seed);
	if (p->entropy != ENTROPY_INHERIT)
		pad(&e, (size_t)d->pad);
	return e;
}

int environ_check(const char *word, struct fail *f)
{
	size_t n = strcspn(word, "=");
	char shown[80];
	bool is_good = n > 0 && (word[0] < '0' || word[0] > '9');

	for (size_t i = 0; i < n && is_good; i++)
		is_good = word[i] == '_' || (word[i] >= '0' && word[i] <= '9') ||
			  ((word[i] | 32) >= 'a' && (word[i] | 32) <= 'z');
	if (!is_good)
		return fail_set(f, FAIL_USAGE, "--env: '%s' is not NAME=value or NAME",
				fail_quote(shown, sizeof(shown), word));
	return 0;
}
