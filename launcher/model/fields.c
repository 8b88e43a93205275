/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fields.h"

#include "../base/fail.h"
#include "../base/number.h"
#include "../base/utf8.h"

/* What ends a key or a value. A table, because a million lines go through here. */
enum { BLANK = 1, EQUALS = 2 };
static const unsigned char kinds[256] = { [' '] = BLANK, ['\t'] = BLANK, ['='] = EQUALS };

/* The first byte from p on that is of one of these kinds, or end. */
static const char *find(const char *p, const char *end, unsigned char any)
{
	while (p < end && !(kinds[(unsigned char)*p] & any))
		p++;
	return p;
}

struct slice fields_verb(struct slice *line)
{
	const char *end = find(line->s, line->s + line->n, BLANK);
	struct slice verb = { line->s, (size_t)(end - line->s) };

	*line = (struct slice){ end, line->n - verb.n };
	return verb;
}

bool fields_next(struct slice *line, struct slice *key, struct slice *value)
{
	const char *end = line->s + line->n;
	const char *p = line->s;
	const char *from;

	while (p < end && kinds[(unsigned char)*p] == BLANK)
		p++;
	from = p;
	p = find(p, end, BLANK | EQUALS);
	*key = (struct slice){ from, (size_t)(p - from) };
	*value = (struct slice){ NULL, 0 };
	if (p < end && *p == '=') {
		from = ++p;
		p = find(p, end, BLANK);
		*value = (struct slice){ from, (size_t)(p - from) };
	} else if (!key->n) {
		return false; /* the line is over */
	}
	*line = (struct slice){ p, (size_t)(end - p) };
	return true;
}

const char *fields_whole(struct slice value, int64_t *out)
{
	int64_t n = 0;
	bool is_long = value.n > 18; /* else it cannot overflow */

	if (!value.n)
		return "is empty";
	if (*value.s == '-' && value.n > 1 && value.s[1] >= '0' && value.s[1] <= '9')
		return "is negative";
	for (size_t i = 0; i < value.n; i++) {
		unsigned int digit = (unsigned int)(unsigned char)value.s[i] - '0';

		if (digit > 9)
			return "is not a whole number";
		if (!is_long)
			n = n * 10 + digit;
		else if (__builtin_mul_overflow(n, 10, &n) ||
			 __builtin_add_overflow(n, (int64_t)digit, &n))
			return "is too large";
	}
	*out = n;
	return NULL;
}

const char *fields_real(struct slice value, double *out)
{
	char word[64];
	struct fail f;

	if (!value.n)
		return "is empty";
	if (value.n >= sizeof(word) || memchr(value.s, '\0', value.n))
		return "is not a number";
	memcpy(word, value.s, value.n);
	word[value.n] = '\0';
	return number_real(word, "", out, &f) ? "is not a finite number" : NULL;
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool fields_decode(struct slice value, char *out, size_t size)
{
	size_t at = 0;

	for (size_t i = 0; i < value.n; i++) {
		int c = (unsigned char)value.s[i];

		if (c == '%') {
			int high = i + 1 < value.n ? hex(value.s[i + 1]) : -1;
			int low = i + 2 < value.n ? hex(value.s[i + 2]) : -1;

			if (high < 0 || low < 0)
				return false;
			c = high * 16 + low;
			i += 2;
		}
		if (!c || at + 1 >= size)
			return false;
		out[at++] = (char)c;
	}
	out[at] = '\0';
	return utf8_is_valid(out);
}
