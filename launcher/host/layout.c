/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layout.h"

#include <errno.h>
#include <sys/personality.h>

int layout_try(void)
{
	int before = personality(0xffffffff); /* only asks */
	unsigned long ours = (unsigned long)before;
	int during;

	if (before < 0)
		return errno;
	if (before & ADDR_NO_RANDOMIZE)
		return 0;
	if (personality(ours | ADDR_NO_RANDOMIZE) < 0)
		return errno;
	during = personality(ours); /* tells what was in force */
	return during & ADDR_NO_RANDOMIZE ? 0 : EOPNOTSUPP;
}
