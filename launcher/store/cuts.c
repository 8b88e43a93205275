/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuts.h"

#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../model/record.h"

enum { DIGITS_MAX = 18 }; /* fit 64 bits */

/* A number of digits only, or null, at *at; false when it is anything else. */
static bool take_number(const char **at, const char *end, int64_t *out)
{
	const char *s = *at;
	int64_t x = 0;

	if (end - s >= 4 && !memcmp(s, "null", 4)) {
		*out = UNKNOWN;
		*at = s + 4;
		return true;
	}
	while (s < end && *s >= '0' && *s <= '9' && s - *at < DIGITS_MAX)
		x = 10 * x + (*s++ - '0');
	if (s == *at || (**at == '0' && s - *at > 1))
		return false;
	*out = x;
	*at = s;
	return true;
}

static bool take_char(const char **at, const char *end, char c)
{
	if (*at == end || **at != c)
		return false;
	(*at)++;
	return true;
}

static struct cut_run *next_run(struct cuts *c)
{
	if (c->run_count == c->run_room) {
		c->run_room = 2 * c->run_room + 1024;
		c->runs = xrealloc(c->runs, c->run_room, sizeof(*c->runs));
	}
	return &c->runs[c->run_count++];
}

/* [[1,2,3],[4,5,6]] at *at. */
static bool take_list(struct cuts *c, const char **at, const char *end)
{
	if (!take_char(at, end, '['))
		return false;
	do {
		struct cut_run *run = next_run(c);

		if (!take_char(at, end, '[') || !take_number(at, end, &run->number[0]) ||
		    !take_char(at, end, ',') || !take_number(at, end, &run->number[1]) ||
		    !take_char(at, end, ',') || !take_number(at, end, &run->number[2]) ||
		    !take_char(at, end, ']'))
			return false;
	} while (take_char(at, end, ','));
	return take_char(at, end, ']');
}

static void end_list(struct cuts *c)
{
	if (c->count == c->room) {
		c->room = 2 * c->room + 16;
		c->ends = xrealloc(c->ends, c->room, sizeof(*c->ends));
	}
	c->ends[c->count++] = c->run_count;
}

/*
 * Without a backslash in the line every quotation mark opens or closes a string, so that
 * the key is found by its letters. Every key of that name must be followed by a list of
 * plain runs: then no other number can be taken for a cut.
 */
bool cuts_take(struct cuts *c, const char *line, size_t n)
{
	static const char key[] = "\"runs\"";
	const char *end = line + n;
	const char *from = line;
	const char *at;

	text_clear(&c->line);
	c->run_count = c->count = 0;
	if (memchr(line, '\\', n))
		return false;
	while ((at = memmem(from, (size_t)(end - from), key, sizeof(key) - 1))) {
		at += sizeof(key) - 1;
		text_add(&c->line, from, (size_t)(at - from));
		from = at;
		if (at < end && strchr(",}]", *at))
			continue; /* a value */
		if (!take_char(&at, end, ':') || !take_list(c, &at, end))
			return false;
		text_printf(&c->line, ":%zu ", c->count); /* blank: what follows is no digit of it */
		end_list(c);
		from = at;
	}
	text_add(&c->line, from, (size_t)(end - from));
	return c->count > 0;
}

const struct cut_run *cuts_of(const struct cuts *c, const struct json *o, size_t *n)
{
	struct fail unused;
	struct json_in in = { .where = "", .f = &unused };
	int64_t i = c->count ? json_int(&in, o, "runs", UNKNOWN) : UNKNOWN;
	size_t start;

	if (in.is_bad || i < 0 || (size_t)i >= c->count)
		return NULL;
	start = i ? c->ends[i - 1] : 0;
	*n = c->ends[i] - start;
	return &c->runs[start];
}

void cuts_free(struct cuts *c)
{
	text_free(&c->line);
	free(c->runs);
	free(c->ends);
	*c = (struct cuts){ 0 };
}
