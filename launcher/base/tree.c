/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "owns.h"

#define LONGEST ((size_t)1 << 20)

int tree_open(struct tree *t, const char *root, struct fail *f)
{
	struct tree made = { .is_fake = root != NULL };

	if (root && !realpath(root, made.root))
		return fail_sys(f, "cannot use '%s' as a host root", root);
	made.fd = open(root ? made.root : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (made.fd < 0)
		return fail_sys(f, "cannot use '%s' as a host root", root ? root : "/");
	*t = made;
	return 0;
}

void tree_close(struct tree *t)
{
	owns_close(&t->fd);
	t->fd = -1;
}

/*
 * RESOLVE_NO_SYMLINKS guards the folders too, O_NOFOLLOW only the last name. A
 * seccomp filter may hide openat2 (Docker's did): then O_NOFOLLOW must do.
 */
int tree_open_beneath(const struct tree *t, const char *path, int flags)
{
	struct open_how how = {
		.flags = (unsigned long long)(flags | O_CLOEXEC | O_NOFOLLOW),
		.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS |
			   (t->fd == AT_FDCWD ? 0 : RESOLVE_BENEATH),
	};
	int fd;

	if (!(flags & O_PATH))
		how.flags |= O_NONBLOCK; /* a FIFO must not stop us */
	fd = (int)syscall(SYS_openat2, t->fd, path, &how, sizeof(how));
	if (fd < 0 && (errno == ENOSYS || errno == EPERM) && !strstr(path, ".."))
		fd = openat(t->fd, path, (int)how.flags);
	return fd;
}

static bool is_kernel_file(int fd)
{
	struct statfs fs;

	if (fstatfs(fd, &fs))
		return false;
	switch ((unsigned long)fs.f_type) {
	case SYSFS_MAGIC:
	case PROC_SUPER_MAGIC:
	case CGROUP_SUPER_MAGIC:
	case CGROUP2_SUPER_MAGIC:
		return true;
	default:
		return false;
	}
}

int tree_open_kernel(const struct tree *t, const char *path, int flags)
{
	owns_fd int fd = tree_open_beneath(t, path, flags);

	if (fd < 0)
		return -1;
	if (!t->is_fake && !is_kernel_file(fd)) {
		errno = EXDEV;
		return -1;
	}
	return keep_fd(&fd);
}

static int open_here(const struct tree *t, const char *path, int flags)
{
	if (t->is_strict)
		return tree_open_kernel(t, path, flags);
	return openat(t->fd, path, flags | O_CLOEXEC);
}

bool tree_has(const struct tree *t, const char *path)
{
	return !faccessat(t->fd, path, F_OK, 0);
}

static ssize_t read_all(int fd, char *buffer, size_t size)
{
	size_t at = 0;

	while (at < size) {
		ssize_t n = read(fd, buffer + at, size - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (!n)
			break;
		at += (size_t)n;
	}
	return (ssize_t)at;
}

static size_t trimmed(const char *s, size_t n)
{
	while (n && isspace((unsigned char)s[n - 1]))
		n--;
	return n;
}

int tree_read(const struct tree *t, const char *path, struct text *out, struct fail *f)
{
	owns_fd int fd = open_here(t, path, O_RDONLY);
	char block[16384];

	if (fd < 0)
		return fail_sys(f, "cannot open '%s/%s'", t->root, path);
	text_clear(out);
	for (;;) {
		ssize_t n = read_all(fd, block, sizeof(block));

		if (n < 0)
			return fail_sys(f, "cannot read '%s/%s'", t->root, path);
		if (!n)
			break;
		if (out->n + (size_t)n > LONGEST)
			return fail_set(f, FAIL_HOST, "'%s/%s' is longer than 1 MiB", t->root, path);
		text_add(out, block, (size_t)n);
	}
	if (out->n) {
		out->n = trimmed(out->s, out->n);
		out->s[out->n] = '\0';
	}
	return 0;
}

bool tree_peek(const struct tree *t, const char *path, char *out, size_t size)
{
	owns_fd int fd = open_here(t, path, O_RDONLY);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read_all(fd, out, size - 1);
	if (n < 0)
		return false;
	out[trimmed(out, (size_t)n)] = '\0';
	return true;
}

bool tree_number(const struct tree *t, const char *path, long long *out)
{
	char text[64];
	char *end;
	long long n;

	if (!tree_peek(t, path, text, sizeof(text)) || !text[0])
		return false;
	errno = 0;
	n = strtoll(text, &end, 10);
	if (errno || *end)
		return false;
	*out = n;
	return true;
}

int tree_list(const struct tree *t, const char *path, int (*each)(const char *name, void *data),
	      void *data)
{
	int fd = open_here(t, path, O_RDONLY | O_DIRECTORY);
	struct dirent *entry;
	int rc = 0;
	DIR *dir;

	if (fd < 0)
		return -1;
	dir = fdopendir(fd);
	if (!dir) {
		(void)close(fd); /* nothing was written */
		return -1;
	}
	while (!rc && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			rc = each(entry->d_name, data);
	(void)closedir(dir); /* nothing was written */
	return rc;
}
