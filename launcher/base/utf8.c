/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "utf8.h"

static size_t announced(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2)
		return 0;
	if (first < 0xe0)
		return 2;
	return first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

size_t utf8_length(const char *s)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t n = announced(u[0]);

	for (size_t i = 1; i < n; i++)
		if ((u[i] & 0xc0) != 0x80)
			return 0; /* the NUL at the end stops here, too */
	if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f) ||
	    (u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f))
		return 0;
	return n;
}

bool utf8_is_valid(const char *s)
{
	while (*s) {
		size_t n = utf8_length(s);

		if (!n)
			return false;
		s += n;
	}
	return true;
}
