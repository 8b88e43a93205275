/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "look.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROWEST = 40, WIDEST = 110 };

/* By name: nl_langinfo() would need a locale that is installed. */
static bool says_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
	}
	return false;
}

/* TERM unset counts as dumb, as for git. */
static bool is_dumb(void)
{
	const char *term = getenv("TERM");

	return !term || !*term || !strcmp(term, "dumb");
}

/* COLUMNS is not asked: shells do not export it, and what tests set is nonsense. */
static int width_of(int fd)
{
	struct winsize size = { 0 };

	if (!isatty(fd) || ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col)
		return LOOK_WIDTH;
	return size.ws_col < NARROWEST ? NARROWEST : size.ws_col > WIDEST ? WIDEST : size.ws_col;
}

struct look look_of(int fd, enum color color)
{
	const char *no_color = getenv("NO_COLOR");
	bool can = isatty(fd) && !is_dumb() && !(no_color && *no_color);

	return (struct look){
		.width = width_of(fd),
		.is_utf8 = says_utf8(),
		.is_color = color == COLOR_ALWAYS || (color == COLOR_AUTO && can),
	};
}

void look_tint(const struct look *l, enum tint tint, const char *s, struct text *out)
{
	static const char *const codes[] = { "", "1", "2", "32", "33", "31" };

	if (l->is_color && tint != TINT_NONE)
		text_printf(out, "\033[%sm%s\033[0m", codes[tint], s);
	else
		text_puts(out, s);
}

const char *look_dots(const struct look *l)
{
	return l->is_utf8 ? "\u2026" : "...";
}

static bool starts_character(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

int look_columns(const char *s)
{
	int columns = 0;

	for (; *s; s++) {
		if (*s == '\033')
			s += strcspn(s, "m");
		else
			columns += starts_character(*s);
		if (!*s)
			break;
	}
	return columns;
}

/* A blank, but not between a number and its unit. */
static bool may_break(const char *s, size_t i)
{
	return s[i] == ' ' && !(i && s[i - 1] >= '0' && s[i - 1] <= '9');
}

/* Bytes of the longest beginning of s that may end there and fits 'room' columns. */
static size_t cut_at(const char *s, int room)
{
	size_t cut = 0;
	int columns = 0;

	for (size_t i = 0; s[i]; i++) {
		if (may_break(s, i) && (columns <= room || !cut))
			cut = i;
		columns += starts_character(s[i]);
		if (columns > room && cut)
			return cut;
	}
	return strlen(s);
}

void look_fold(const struct look *l, const char *words, int start, int indent, struct text *out)
{
	int column = start;

	for (;;) {
		int room = l->width - column > 20 ? l->width - column : 20;
		size_t cut = cut_at(words, room);

		text_add(out, words, cut);
		if (cut)
			text_tame(out->s + out->n - cut);
		text_puts(out, "\n");
		words += cut;
		while (*words == ' ')
			words++;
		if (!*words)
			return;
		text_printf(out, "%*s", indent, "");
		column = indent;
	}
}
