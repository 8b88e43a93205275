/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layout.h"

#include <errno.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

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

const char *layout_why_random(const char *path)
{
	const mode_t group = S_ISGID | S_IXGRP; /* without x it means locking, not rights */
	int error = layout_try();
	struct stat st;

	if (error)
		return strerror(error);
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 || stat(path, &st))
		return NULL;
	if (st.st_mode & S_ISUID || (st.st_mode & group) == group)
		return "the program is set-user-id or set-group-id";
	if (geteuid() && getxattr(path, "security.capability", NULL, 0) > 0)
		return "the program has file capabilities";
	return NULL;
}
