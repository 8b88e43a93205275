/* SPDX-License-Identifier: 0BSD */
#include "line.h"

#include <string.h>

/* The end of what a field may use; the tail always fits. */
static const size_t limit = LINE_MAX_BYTES - LINE_TAIL;

static void put(struct line *l, const char *bytes, size_t n)
{
	memcpy(l->s + l->n, bytes, n);
	l->n += n;
}

void line_begin(struct line *l, const char *verb)
{
	l->n = 0;
	l->is_cut = false;
	put(l, verb, strlen(verb));
}

/* False: no room for the key and at least one byte. */
static bool put_key(struct line *l, const char *key, size_t end)
{
	size_t n = strlen(key);

	if (l->n + n + 3 > end) {
		l->is_cut = true;
		return false;
	}
	put(l, " ", 1);
	put(l, key, n);
	put(l, "=", 1);
	return true;
}

static void add_whole(struct line *l, const char *key, int64_t value, size_t end)
{
	char digits[24];
	size_t at = sizeof(digits);
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	do
		digits[--at] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		digits[--at] = '-';
	if (l->n + strlen(key) + 2 + sizeof(digits) - at > end) {
		l->is_cut = true;
		return;
	}
	(void)put_key(l, key, end); /* fits */
	put(l, digits + at, sizeof(digits) - at);
}

void line_whole(struct line *l, const char *key, int64_t value)
{
	add_whole(l, key, value, limit);
}

void line_text(struct line *l, const char *key, const char *value)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t whole; /* where the last complete character ended */

	if (!put_key(l, key, limit))
		return;
	whole = l->n;
	for (; *value; value++) {
		unsigned char c = (unsigned char)*value;
		char escaped[3] = { '%', hex[c >> 4], hex[c & 15] };
		bool is_plain = c > 0x20 && c != 0x7f && c != '%' && c != '=';

		if ((c & 0xc0) != 0x80)
			whole = l->n;
		if (l->n + 4 > limit) {
			l->n = whole; /* half a character is none */
			l->is_cut = true;
			return;
		}
		put(l, is_plain ? value : escaped, is_plain ? 1 : 3);
	}
}

void line_raw(struct line *l, const char *key, const char *value)
{
	size_t n = strlen(value);

	if (l->n + strlen(key) + 2 + n > limit) {
		l->is_cut = true;
		return;
	}
	(void)put_key(l, key, limit); /* fits */
	put(l, value, n);
}

void line_end(struct line *l, int64_t nr, const char *inv, int64_t pid)
{
	const size_t end = LINE_MAX_BYTES - 1;

	if (nr)
		add_whole(l, "nr", nr, end);
	if (*inv && put_key(l, "inv", end))
		put(l, inv, strlen(inv)); /* at most 20 digits: pipe.c saw to it */
	add_whole(l, "pid", pid, end);
	put(l, "\n", 1);
}
