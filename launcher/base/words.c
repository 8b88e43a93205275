/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void words_add(struct text *out, const char *word)
{
	if (out->n && out->s[out->n - 1] != '\n')
		text_puts(out, " ");
	if (!*word)
		text_puts(out, "%");
	for (const unsigned char *c = (const unsigned char *)word; *c; c++)
		if (*c > 0x20 && *c < 0x7f && *c != '%')
			text_add(out, c, 1);
		else
			text_printf(out, "%%%02X", *c);
}

void words_number(struct text *out, long long n)
{
	char digits[24];

	(void)snprintf(digits, sizeof(digits), "%lld", n); /* fits */
	words_add(out, digits);
}

void words_line(struct text *out, const char *const *words)
{
	for (; *words; words++)
		words_add(out, *words);
	text_puts(out, "\n");
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Decodes one word in place; it ends with NUL. */
static int decode(char *word)
{
	char *to = word;

	if (!strcmp(word, "%")) {
		*word = '\0';
		return 0;
	}
	for (const char *c = word; *c; c++) {
		if ((unsigned char)*c < 0x21 || (unsigned char)*c > 0x7e)
			return -1;
		if (*c != '%') {
			*to++ = *c;
			continue;
		}
		if (hex(c[1]) < 0 || hex(c[2]) < 0 || (c[1] == '0' && c[2] == '0'))
			return -1;
		*to++ = (char)(hex(c[1]) * 16 + hex(c[2]));
		c += 2;
	}
	*to = '\0';
	return 0;
}

int words_split(char *line, char *words[WORDS_MAX])
{
	static char nothing[1];
	char *next = line;
	int n = 0;

	for (int i = 0; i < WORDS_MAX; i++)
		words[i] = nothing;
	if (!*line)
		return 0;
	while (next) {
		char *word = next;

		if (n == WORDS_MAX)
			return -1;
		next = strchr(word, ' ');
		if (next)
			*next++ = '\0';
		if (!*word || decode(word))
			return -1;
		words[n++] = word;
	}
	return n;
}

int lines_next(struct lines *l, char **line)
{
	char *start = l->have.n ? l->have.s + l->used : NULL;
	size_t rest = l->have.n - l->used;
	char *end = start && rest ? memchr(start, '\n', rest) : NULL;

	if (!end) {
		if (rest > WORDS_LINE)
			return -1;
		if (start && rest && l->used)
			memmove(l->have.s, start, rest);
		l->have.n = rest;
		l->used = 0;
		return 0;
	}
	if (end - start > WORDS_LINE || memchr(start, '\0', (size_t)(end - start)))
		return -1;
	*end = '\0';
	*line = start;
	l->used += (size_t)(end - start) + 1;
	return 1;
}

long lines_fill(struct lines *l, int fd)
{
	char block[4096];
	ssize_t n;

	do
		n = read(fd, block, sizeof(block));
	while (n < 0 && errno == EINTR);
	if (n > 0)
		text_add(&l->have, block, (size_t)n);
	return n;
}

void lines_free(struct lines *l)
{
	text_free(&l->have);
	*l = (struct lines){ 0 };
}
