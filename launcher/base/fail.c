/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

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

char *fail_quote(char *out, size_t size, const char *s)
{
	size_t at = 0;

	while (*s) {
		size_t n = utf8_length(s);
		unsigned char first = (unsigned char)*s;
		int is_plain = n > 1 || (n == 1 && first >= 0x20 && first != 0x7f);
		size_t need = is_plain ? n : 4;

		if (at + need + 4 > size) {
			(void)snprintf(out + at, size - at, "..."); /* room was kept */
			return out;
		}
		if (is_plain)
			memcpy(out + at, s, n);
		else
			(void)snprintf(out + at, 5, "\\x%02x", first); /* four characters */
		at += need;
		s += is_plain ? n : 1;
	}
	out[at] = '\0';
	return out;
}
