/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fields.h"

#include "../base/fail.h"
#include "../base/number.h"
#include "../base/utf8.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static size_t word_length(struct slice line)
{
	size_t n = 0;

	while (n < line.n && !is_blank(line.s[n]))
		n++;
	return n;
}

static void skip(struct slice *line, size_t n)
{
	line->s += n;
	line->n -= n;
}

struct slice fields_verb(struct slice *line)
{
	struct slice verb = { line->s, word_length(*line) };

	skip(line, verb.n);
	return verb;
}

bool fields_next(struct slice *line, struct slice *key, struct slice *value)
{
	size_t n = 0;

	while (line->n && is_blank(*line->s))
		skip(line, 1);
	if (!line->n)
		return false;
	while (n < line->n && line->s[n] != '=' && !is_blank(line->s[n]))
		n++;
	*key = (struct slice){ line->s, n };
	*value = (struct slice){ NULL, 0 };
	skip(line, n);
	if (!line->n || *line->s != '=')
		return true;
	skip(line, 1);
	*value = (struct slice){ line->s, word_length(*line) };
	skip(line, value->n);
	return true;
}

const char *fields_whole(struct slice value, int64_t *out)
{
	int64_t n = 0;

	if (!value.n)
		return "is empty";
	if (*value.s == '-' && value.n > 1 && value.s[1] >= '0' && value.s[1] <= '9')
		return "is negative";
	for (size_t i = 0; i < value.n; i++) {
		unsigned int digit = (unsigned int)(unsigned char)value.s[i] - '0';

		if (digit > 9)
			return "is not a whole number";
		if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (int64_t)digit, &n))
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
