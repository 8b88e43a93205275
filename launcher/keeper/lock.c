/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/owns.h"
#include "touch.h"

#define FOLDER "run/becalm"

/* Whoever may write to the folder could exchange the journal. */
static int check_folder(int dir, struct fail *f)
{
	struct stat st;

	if (fstat(dir, &st))
		return fail_sys(f, "cannot look at '/%s'", FOLDER);
	if (st.st_uid != 0 && st.st_uid != geteuid())
		return fail_set(f, FAIL_HOST, "'/%s' belongs to user %u, not to root: remove it", FOLDER,
				(unsigned)st.st_uid);
	if (st.st_mode & 022)
		return fail_set(f, FAIL_HOST, "'/%s' can be written by others than root: remove it",
				FOLDER);
	return 0;
}

bool lock_look(const struct tree *t, struct lock *out, struct fail *f)
{
	owns_fd int dir = tree_open_beneath(t, FOLDER, O_RDONLY | O_DIRECTORY);

	*out = LOCK_NONE;
	f->kind = FAIL_NONE;
	if (dir < 0 || check_folder(dir, f))
		return false;
	out->dir = keep_fd(&dir);
	return true;
}

static int open_folder(const struct tree *t, struct lock *l, struct fail *f)
{
	if (t->is_fake)
		(void)touch_mkdir(t, "run"); /* there already, or the next call tells */
	if (touch_mkdir(t, FOLDER) && errno != EEXIST)
		return fail_sys(f, "cannot make '/%s'", FOLDER);
	owns_close(&l->dir);
	l->dir = tree_open_beneath(t, FOLDER, O_RDONLY | O_DIRECTORY);
	if (l->dir < 0 && errno != ENOENT)
		return fail_sys(f, "cannot open '/%s'", FOLDER);
	return l->dir < 0 ? 1 : check_folder(l->dir, f);
}

/* The holder removes the file before it lets go: is ours still the one by that name? */
static bool is_current(int dir, int fd)
{
	struct stat ours, named;

	return !fstat(fd, &ours) && !fstatat(dir, "lock", &named, AT_SYMLINK_NOFOLLOW) &&
	       ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

int lock_try(const struct tree *t, struct lock *l, struct fail *f)
{
	for (int i = 0; i < 100; i++) {
		owns_fd int fd = -1;
		int rc = open_folder(t, l, f);

		if (rc < 0)
			return -1;
		if (rc)
			continue; /* just removed by the holder before us */
		fd = touch_create(l->dir, "lock", O_RDWR, 0600);
		if (fd < 0 && errno == ENOENT)
			continue;
		if (fd < 0)
			return fail_sys(f, "cannot open '/%s/lock'", FOLDER);
		if (flock(fd, LOCK_EX | LOCK_NB))
			return errno == EWOULDBLOCK ? 1 : fail_sys(f, "cannot lock '/%s/lock'", FOLDER);
		if (!is_current(l->dir, fd))
			continue;
		l->fd = keep_fd(&fd);
		return 0;
	}
	return 1;
}

void lock_drop(const struct tree *t, struct lock *l)
{
	if (l->fd >= 0) {
		/* Of a keeper that died while it wrote it, before it changed anything. */
		if (!faccessat(l->dir, "journal.new", F_OK, AT_SYMLINK_NOFOLLOW))
			(void)touch_unlink(l->dir, "journal.new"); /* as below */
		(void)touch_unlink(l->dir, "lock");	/* stays: the next one takes it */
		(void)touch_rmdir(t, FOLDER);		/* not empty: a journal is kept */
		if (t->is_fake)
			(void)touch_rmdir(t, "run");	/* likewise */
	}
	owns_close(&l->fd);
	owns_close(&l->dir);
	*l = LOCK_NONE;
}
