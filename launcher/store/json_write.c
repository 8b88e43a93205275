/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The writing half of json.h: nothing but text. Building trees first would take longer
 * than a benchmark's run.
 */

#include <math.h>
#include <string.h>

#include "../model/record.h"
#include "../model/units.h"
#include "json.h"

/* The comma and the key that stand before a value. */
static void lead(struct text *t, const char *key)
{
	if (t->n && !strchr("{[:\n", t->s[t->n - 1]))
		text_add(t, ",", 1);
	if (!key)
		return;
	json_quote(t, key, strlen(key));
	text_add(t, ":", 1);
}

void json_open(struct text *t, const char *key, char bracket)
{
	lead(t, key);
	text_add(t, &bracket, 1);
}

void json_close(struct text *t, char bracket)
{
	text_add(t, &bracket, 1);
}

void json_put_int(struct text *t, const char *key, int64_t value)
{
	char digits[24];
	char *at = digits + sizeof(digits);
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	/* By hand: printf() takes five times as long, and there are millions of these. */
	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		*--at = '-';
	lead(t, key);
	text_add(t, at, (size_t)(digits + sizeof(digits) - at));
}

static void put_word(struct text *t, const char *key, const char *word)
{
	lead(t, key);
	text_puts(t, word);
}

void json_put_known(struct text *t, const char *key, int64_t value)
{
	if (value == UNKNOWN)
		put_word(t, key, "null");
	else
		json_put_int(t, key, value);
}

void json_put_real(struct text *t, const char *key, double value)
{
	char number[40];

	put_word(t, key, isfinite(value) ? units_plain(value, number, sizeof(number)) : "null");
}

void json_put_bool(struct text *t, const char *key, bool value)
{
	put_word(t, key, value ? "true" : "false");
}

void json_put_string(struct text *t, const char *key, const char *value)
{
	if (!value) {
		put_word(t, key, "null");
		return;
	}
	lead(t, key);
	json_quote(t, value, strlen(value));
}

/* Past the string that starts at s[i]; the text is valid JSON of ours. */
static size_t past_string(const char *s, size_t i)
{
	for (i++; s[i] != '"'; i++)
		i += s[i] == '\\';
	return i + 1;
}

static void new_line(struct text *out, int level)
{
	text_printf(out, "\n%*s", 2 * level, "");
}

/* On the text itself: jansson would write 0.95 as 0.94999999999999996. */
void json_indent(struct text *t)
{
	struct text out = { 0 };
	const char *s = text_of(t);
	int level = 0;

	for (size_t i = 0; s[i];) {
		size_t end = s[i] == '"' ? past_string(s, i) : i + 1;
		bool is_open = strchr("{[", s[i]) != NULL;
		bool is_empty = is_open && strchr("]}", s[i + 1]);

		if (strchr("]}", s[i]) && !strchr("{[", s[i - 1]))
			new_line(&out, --level);
		text_add(&out, s + i, end - i);
		if (s[i] == ':')
			text_puts(&out, " ");
		if (s[i] == ',' || (is_open && !is_empty))
			new_line(&out, level += is_open);
		i = end;
	}
	text_puts(&out, "\n");
	text_free(t);
	*t = out;
}
