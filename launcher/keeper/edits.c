/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "edits.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/owns.h"
#include "touch.h"

const char *const kind_words[] = { "bytes", "number", "list",  "mask", "word",
				   "controller", "group",  "device", NULL };
const char *const how_words[] = { "set", "follow", "keep", NULL };

static size_t trimmed(const char *s)
{
	size_t n = strlen(s);

	while (n && strchr(" \n\t", s[n - 1]))
		n--;
	return n;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int mask_parse(const char *text, struct cpus *out)
{
	struct cpus set = { 0 };
	int bit = 0;
	int in_group = 0;

	for (size_t n = trimmed(text); n; n--) {
		int digit = hex_digit(text[n - 1]);

		if (text[n - 1] == ',' && in_group == 8) {
			in_group = 0;
			continue;
		}
		if (digit < 0 || in_group == 8 || bit + 4 > CPUS_MAX)
			return -1;
		for (int i = 0; i < 4; i++)
			if (digit >> i & 1)
				cpus_add(&set, bit + i);
		bit += 4;
		in_group++;
	}
	if (!bit || !in_group)
		return -1;
	*out = set;
	return 0;
}

void mask_format(const struct cpus *set, struct text *out)
{
	int group = CPUS_MAX / 32 - 1;
	bool is_first = true;

	for (; group >= 0; group--) {
		unsigned bits = (unsigned)(set->bits[group / 2] >> (group % 2 * 32));

		if (!bits && is_first && group)
			continue;
		text_printf(out, is_first ? "%x" : ",%08x", bits);
		is_first = false;
	}
}

static int number_of(const char *s, long long *out)
{
	char *end;

	errno = 0;
	*out = strtoll(s, &end, 10);
	return errno || end == s || (size_t)(end - s) != trimmed(s) ? -1 : 0;
}

/* The bracketed word of s; the whole, trimmed, when nothing is bracketed. */
static const char *word_of(const char *s, size_t *n)
{
	const char *open = strchr(s, '[');
	const char *close = open ? strchr(open, ']') : NULL;

	*n = close ? (size_t)(close - open - 1) : trimmed(s);
	return close ? open + 1 : s;
}

static int set_of(enum kind kind, const char *s, struct cpus *out)
{
	struct fail unused;

	return kind == KIND_MASK ? mask_parse(s, out) : cpus_parse_file(s, "list", out, &unused);
}

static bool has_controller(const char *s)
{
	for (; *s; s += strcspn(s, " \n")) {
		s += strspn(s, " \n+");
		if (!strncmp(s, "cpuset", 6) && (!s[6] || strchr(" \n", s[6])))
			return true;
	}
	return false;
}

static bool same_bytes(const char *a, size_t na, const char *b, size_t nb)
{
	return na == nb && !strncmp(a, b, na);
}

bool kind_same(enum kind kind, const char *a, const char *b)
{
	struct cpus x, y;
	long long m, n;
	size_t na, nb;

	switch (kind) {
	case KIND_NUMBER:
		return !number_of(a, &m) && !number_of(b, &n) && m == n;
	case KIND_LIST:
	case KIND_MASK:
		return !set_of(kind, a, &x) && !set_of(kind, b, &y) && cpus_equal(&x, &y);
	case KIND_WORD:
		a = word_of(a, &na);
		b = word_of(b, &nb);
		return same_bytes(a, na, b, nb);
	case KIND_CONTROLLER:
		return has_controller(a) == has_controller(b);
	default:
		return same_bytes(a, trimmed(a), b, trimmed(b));
	}
}

static bool is_plain(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < 0x20 ? *s != '\n' : (unsigned char)*s > 0x7e)
			return false;
	return true;
}

bool kind_valid(enum kind kind, const char *value)
{
	const char *word;
	size_t word_size;
	struct cpus set;
	long long n;

	if (strlen(value) > VALUE_LONGEST || !is_plain(value))
		return false;
	switch (kind) {
	case KIND_NUMBER:
	case KIND_DEVICE:
		return !number_of(value, &n);
	case KIND_LIST:
	case KIND_MASK:
		return !set_of(kind, value, &set);
	case KIND_BYTES:
		return trimmed(value) > 0;
	case KIND_WORD:
		word = word_of(value, &word_size);
		return word_size && strcspn(word, "[ \n\t") >= word_size;
	default:
		return true;
	}
}

char *kind_back(enum kind kind, const char *content)
{
	char *back = xstrdup(content);
	size_t n;

	if (kind == KIND_WORD) {
		const char *word = word_of(back, &n);

		memmove(back, word, n);
		back[n] = '\0';
	} else if (kind == KIND_CONTROLLER) {
		bool was_on = has_controller(content);

		free(back);
		return xstrdup(was_on ? "+cpuset" : "-cpuset");
	}
	return back;
}

struct edit *edits_add(struct edits *e, const char *knob, enum kind kind, const char *path,
		       const char *before, const char *after)
{
	if (e->n == e->room) {
		e->room = e->room ? e->room * 2 : 16;
		e->list = xrealloc(e->list, e->room, sizeof(*e->list));
	}
	e->list[e->n] = (struct edit){
		.knob = knob,
		.kind = kind,
		.path = xstrdup(path),
		.before = xstrdup(before),
		.after = xstrdup(after),
		.fd = -1,
	};
	return &e->list[e->n++];
}

void edits_cut(struct edits *e, size_t n)
{
	while (e->n > n) {
		struct edit *last = &e->list[--e->n];

		free(last->path);
		free(last->before);
		free(last->after);
		free(last->reads);
		owns_close(&last->fd);
	}
}

void edits_free(struct edits *e)
{
	edits_cut(e, 0);
	free(e->list);
	*e = (struct edits){ 0 };
}

int edit_settled(const struct tree *t, const struct edit *e, const char *want, struct text *now)
{
	for (int tries = 0;; tries++) {
		if (touch_read(t, e->path, now))
			return -1;
		if (t->is_fake || tries == 40 || !strstr(e->path, "/cpufreq/") ||
		    kind_same(e->kind, text_of(now), want))
			return 0;
		(void)poll(NULL, 0, 5); /* only time passes */
	}
}
