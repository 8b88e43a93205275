/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touch.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/owns.h"

int touch_read(const struct tree *t, const char *path, struct text *out)
{
	owns_fd int fd = tree_open_kernel(t, path, O_RDONLY);
	char block[4096];

	if (fd < 0)
		return -1;
	text_clear(out);
	for (;;) {
		ssize_t n = read(fd, block, sizeof(block));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -1 : 0;
		if (out->n + (size_t)n > TOUCH_LONGEST || memchr(block, '\0', (size_t)n)) {
			errno = EFBIG;
			return -1;
		}
		text_add(out, block, (size_t)n);
	}
}

/* "always [madvise] never" after writing "never": "always madvise [never]". */
static bool move_brackets(const char *content, const char *word, size_t n, struct text *out)
{
	bool is_found = false;

	if (!strchr(content, '[') || !n)
		return false;
	while (*content) {
		size_t skip = strspn(content, " []\n");
		const char *name = content + skip;
		size_t size = strcspn(name, " []\n");
		bool is_it = size == n && !strncmp(name, word, n);

		if (!size)
			break;
		text_printf(out, "%s%s%.*s%s", out->n ? " " : "", is_it ? "[" : "", (int)size, name,
			    is_it ? "]" : "");
		is_found |= is_it;
		content = name + size;
	}
	text_puts(out, "\n");
	return is_found;
}

static int write_fake(const struct tree *t, const char *path, const char *value)
{
	size_t n = strcspn(value, "\n");
	owns_text struct text now = { 0 };
	owns_text struct text content = { 0 };
	owns_fd int fd = -1;

	if (touch_read(t, path, &now))
		return -1;
	if (!move_brackets(text_of(&now), value, n, &content)) {
		text_clear(&content);
		text_puts(&content, value);
		if (!value[n] && (!now.n || now.s[now.n - 1] == '\n'))
			text_puts(&content, "\n");
	}
	fd = tree_open_kernel(t, path, O_WRONLY);
	if (fd < 0 || touch_append(fd, &content))
		return -1;
	return ftruncate(fd, (off_t)content.n); /* last: a refused write leaves the file */
}

int touch_write(const struct tree *t, const char *path, const char *value)
{
	owns_fd int fd = -1;
	size_t n = strlen(value);

	if (t->is_fake)
		return write_fake(t, path, value);
	fd = tree_open_kernel(t, path, O_WRONLY);
	if (fd < 0)
		return -1;
	errno = EIO; /* of a short write */
	return write(fd, value, n) == (ssize_t)n ? 0 : -1;
}

bool touch_can_write(const struct tree *t, const char *path)
{
	return !faccessat(t->fd, path, W_OK, AT_EACCESS);
}

/* The folder that the path lies in; *name is what it is called there. */
static int open_above(const struct tree *t, const char *path, const char **name)
{
	const char *slash = strrchr(path, '/');
	owns_mem char *above = slash ? strndup(path, (size_t)(slash - path)) : xstrdup(".");

	*name = slash ? slash + 1 : path;
	return tree_open_beneath(t, above ? above : ".", O_PATH | O_DIRECTORY);
}

int touch_mkdir(const struct tree *t, const char *path)
{
	const char *name;
	owns_fd int above = open_above(t, path, &name);

	return above < 0 ? -1 : mkdirat(above, name, 0755);
}

int touch_rmdir(const struct tree *t, const char *path)
{
	const char *name;
	owns_fd int above = open_above(t, path, &name);

	return above < 0 ? -1 : unlinkat(above, name, AT_REMOVEDIR);
}

int touch_chown(const struct tree *t, const char *path, uid_t uid, gid_t gid)
{
	owns_fd int fd = tree_open_kernel(t, path, O_WRONLY);

	return fd < 0 ? -1 : fchown(fd, uid, gid);
}

int touch_kill(int pidfd, int sig)
{
	return pidfd_send_signal(pidfd, sig, NULL, 0);
}

int touch_mask(pid_t tid, const struct cpus *mask)
{
	return (int)syscall(SYS_sched_setaffinity, tid, sizeof(mask->bits), mask->bits) < 0 ? -1 : 0;
}

int touch_scheduler(pid_t pid, int policy, int priority)
{
	struct sched_param param = { .sched_priority = priority };

	return sched_setscheduler(pid, policy, &param);
}

int touch_device(const struct tree *t, const char *path, int32_t value)
{
	owns_fd int fd = -1;
	struct stat st;

	fd = tree_open_beneath(t, path, O_RDWR);
	if (fd < 0 || fstat(fd, &st))
		return -1;
	if (!S_ISCHR(st.st_mode)) {
		errno = ENODEV;
		return -1;
	}
	if (write(fd, &value, sizeof(value)) != sizeof(value))
		return -1;
	return keep_fd(&fd);
}

int touch_append(int fd, const struct text *bytes)
{
	size_t at = 0;

	while (at < bytes->n) {
		ssize_t n = write(fd, bytes->s + at, bytes->n - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		at += (size_t)n;
	}
	return 0;
}

int touch_sync(int fd)
{
	return fsync(fd);
}

int touch_create(int dir, const char *name, int flags, mode_t mode)
{
	return openat(dir, name, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
}

int touch_rename(int dir, const char *from, const char *to)
{
	return renameat(dir, from, dir, to);
}

int touch_unlink(int dir, const char *name)
{
	return unlinkat(dir, name, 0);
}
