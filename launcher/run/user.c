/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "user.h"

#include <grp.h>
#include <pwd.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "../base/number.h"

/* 4294967295 is (uid_t)-1, "leave it as it is", and no user. */
static int id_of(const char *name, int64_t *out, struct fail *f)
{
	const char *value = getenv(name);

	if (!value)
		return fail_set(f, FAIL_HOST, "%s is not set, though SUDO_UID is (--as-root stays root)", name);
	if (number_whole(value, name, 0, UINT32_MAX - 1, out, f))
		return fail_wrap(f, "who called sudo is not clear (--as-root stays root)");
	return 0;
}

int user_is_sudo(bool *out, struct fail *f)
{
	int64_t uid = 0;
	int64_t gid;

	if (getuid() != 0 || !getenv("SUDO_UID")) {
		*out = false;
		return 0;
	}
	if (id_of("SUDO_UID", &uid, f) || id_of("SUDO_GID", &gid, f))
		return -1;
	*out = uid != 0;
	return 0;
}

static void set_names(const struct passwd *user)
{
	(void)setenv("HOME", user->pw_dir, 1); /* no memory: the old value stays */
	(void)setenv("USER", user->pw_name, 1);
	(void)setenv("LOGNAME", user->pw_name, 1);
	(void)setenv("SHELL", user->pw_shell, 1);
}

int user_become(struct fail *f)
{
	const struct passwd *user;
	int64_t uid;
	int64_t gid;
	bool is_sudo;

	if (user_is_sudo(&is_sudo, f))
		return -1;
	if (!is_sudo)
		return 0;
	if (id_of("SUDO_UID", &uid, f) || id_of("SUDO_GID", &gid, f))
		return -1;
	user = getpwuid((uid_t)uid);
	if (!user)
		return fail_set(f, FAIL_HOST, "SUDO_UID=%lld names no user (--as-root stays root)",
				(long long)uid);
	if (initgroups(user->pw_name, (gid_t)gid) || setresgid((gid_t)gid, (gid_t)gid, (gid_t)gid) ||
	    setresuid((uid_t)uid, (uid_t)uid, (uid_t)uid))
		return fail_sys(f, "cannot become the user '%s' who called sudo", user->pw_name);
	/* Becoming another user closed our own /proc files to ourselves (proc(5), dumpable). */
	(void)prctl(PR_SET_DUMPABLE, 1);
	set_names(user);
	return 0;
}
