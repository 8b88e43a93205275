/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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
	owns_fd int fd = openat(t->fd, path, O_RDONLY | O_CLOEXEC);
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
	owns_fd int fd = openat(t->fd, path, O_RDONLY | O_CLOEXEC);
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
	int fd = openat(t->fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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
