/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "owns.h"

static void make_room(struct text *t, size_t more)
{
	size_t need = t->n + more + 1;

	if (need <= t->room)
		return;
	t->room = need + need / 2 + 32;
	t->s = xrealloc(t->s, t->room, 1);
}

void text_add(struct text *t, const void *bytes, size_t n)
{
	make_room(t, n);
	if (n)
		memcpy(t->s + t->n, bytes, n);
	t->n += n;
	t->s[t->n] = '\0';
}

void text_puts(struct text *t, const char *s)
{
	text_add(t, s, strlen(s));
}

void text_printf(struct text *t, const char *format, ...)
{
	va_list args;
	va_list again;
	int n;

	va_start(args, format);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (n > 0) {
		make_room(t, (size_t)n);
		(void)vsnprintf(t->s + t->n, (size_t)n + 1, format, again); /* fits */
		t->n += (size_t)n;
	}
	va_end(again);
}

void text_clear(struct text *t)
{
	t->n = 0;
	if (t->s)
		t->s[0] = '\0';
}

void text_free(struct text *t)
{
	free(t->s);
	*t = (struct text){ 0 };
}

const char *text_of(const struct text *t)
{
	return t->s ? t->s : "";
}

void text_tame(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 127)
			*s = '?';
}
