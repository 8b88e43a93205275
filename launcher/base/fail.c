/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fail_set(struct fail *f, enum fail_kind kind, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)vsnprintf(f->text, sizeof(f->text), format, args); /* may be cut */
	va_end(args);
	f->kind = kind;
	return -1;
}

int fail_sys(struct fail *f, const char *format, ...)
{
	const char *why = strerror(errno);
	size_t n;
	va_list args;

	va_start(args, format);
	(void)vsnprintf(f->text, sizeof(f->text), format, args); /* may be cut */
	va_end(args);
	n = strlen(f->text);
	(void)snprintf(f->text + n, sizeof(f->text) - n, ": %s", why); /* may be cut */
	f->kind = FAIL_HOST;
	return -1;
}

int fail_wrap(struct fail *f, const char *format, ...)
{
	char inner[sizeof(f->text)];
	size_t n;
	va_list args;

	memcpy(inner, f->text, sizeof(inner));
	va_start(args, format);
	(void)vsnprintf(f->text, sizeof(f->text), format, args); /* may be cut */
	va_end(args);
	n = strlen(f->text);
	(void)snprintf(f->text + n, sizeof(f->text) - n, ": %s", inner); /* may be cut */
	return -1;
}

int fail_status(const struct fail *f)
{
	switch (f->kind) {
	case FAIL_TIME:
		return 124;
	case FAIL_NOEXEC:
		return 126;
	case FAIL_NOTFOUND:
		return 127;
	default:
		return 125;
	}
}

/* The length of the valid UTF-8 character at s, or 0. (RFC 3629) */
static size_t utf8_length(const unsigned char *s)
{
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;

	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

char *fail_quote(char *out, size_t size, const char *s)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t at = 0;

	while (*u) {
		size_t n = utf8_length(u);
		int is_plain = n > 1 || (n == 1 && *u >= 0x20 && *u != 0x7f);
		size_t need = is_plain ? n : 4;

		if (at + need + 4 > size) {
			(void)snprintf(out + at, size - at, "..."); /* room was kept */
			return out;
		}
		if (is_plain)
			memcpy(out + at, u, n);
		else
			(void)snprintf(out + at, 5, "\\x%02x", *u); /* four characters */
		at += need;
		u += is_plain ? n : 1;
	}
	out[at] = '\0';
	return out;
}
