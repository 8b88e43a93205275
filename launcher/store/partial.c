/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partial.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../base/owns.h"

static const char suffix[] = ".partial";
enum { LINKS_MAX = 40 }; /* as the kernel follows */
enum { SYNC_EVERY_NS = 1000000000 };

static int64_t now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s);
	size_t m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* Follows symbolic links, also one to a file that does not exist yet. */
static int follow(char path[PATH_MAX], const char *shown, struct fail *f)
{
	char target[PATH_MAX];
	char joined[2 * PATH_MAX];
	ssize_t n;

	for (int i = 0; i < LINKS_MAX; i++) {
		const char *slash = strrchr(path, '/');
		int folder = slash ? (int)(slash - path + 1) : 0;

		n = readlink(path, target, sizeof(target) - 1);
		if (n < 0)
			return 0; /* no link */
		target[n] = '\0';
		(void)snprintf(joined, sizeof(joined), "%.*s%s", target[0] == '/' ? 0 : folder, path,
			       target); /* fits */
		if (strlen(joined) + sizeof(suffix) + 4 >= PATH_MAX)
			break;
		strcpy(path, joined);
	}
	return fail_set(f, FAIL_HOST, "cannot write '%s': too many symbolic links", shown);
}

static int open_folder(const char *path, const char *shown, struct fail *f)
{
	const char *slash = strrchr(path, '/');
	owns_mem char *folder = xstrdup(slash ? path : ".");
	int fd;

	if (slash)
		folder[slash - path + 1] = '\0';
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 && errno == EACCES)
		fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC); /* no right to list it */
	if (fd >= 0)
		return fd;
	if (errno == ENOENT)
		return fail_set(f, FAIL_HOST, "cannot write '%s': there is no folder '%s'", shown,
				folder);
	return fail_sys(f, "cannot write '%s': cannot open the folder '%s'", shown, folder);
}

/* Sets folder, name, temporary and shown from a path; FILE may not exist yet. */
static int locate(const char *path, struct partial *p, struct fail *f)
{
	char followed[PATH_MAX];
	const char *slash;
	size_t n = strlen(path);

	if (n + sizeof(suffix) + 4 >= PATH_MAX)
		return fail_set(f, FAIL_HOST, "cannot write '%s': the name is too long", path);
	strcpy(followed, path);
	if (follow(followed, path, f))
		return -1;
	slash = strrchr(followed, '/');
	p->name = xstrdup(slash ? slash + 1 : followed);
	if (!p->name[0])
		return fail_set(f, FAIL_HOST, "cannot write '%s': it is a folder, not a file", path);
	p->temporary = xcalloc(strlen(p->name) + sizeof(suffix), 1);
	(void)sprintf(p->temporary, "%s%s", p->name, suffix); /* that much room */
	p->shown = xcalloc(strlen(followed) + sizeof(suffix), 1);
	(void)sprintf(p->shown, "%s%s", followed, suffix); /* that much room */
	p->folder = open_folder(followed, path, f);
	return p->folder < 0 ? -1 : 0;
}

static int open_stream(const char *path, struct partial *p, struct fail *f)
{
	p->is_stream = true;
	p->shown = xstrdup(path);
	if (strcmp(path, "-") != 0)
		p->fd = open(path, O_WRONLY | O_CLOEXEC);
	else
		p->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (p->fd < 0)
		return fail_sys(f, "cannot write to %s%s%s", *path == '-' ? "standard output" : "'",
				*path == '-' ? "" : path, *path == '-' ? "" : "'");
	return 0;
}

/* FILE as it is now, if there is one. Returns its mode, 0 when there is none, or -1. */
static int check_file(const struct partial *p, const char *path, struct fail *f)
{
	struct stat st;

	if (fstatat(p->folder, p->name, &st, 0))
		return errno == ENOENT ? 0 : fail_sys(f, "cannot write '%s'", path);
	if (S_ISDIR(st.st_mode))
		return fail_set(f, FAIL_HOST, "cannot write '%s': it is a folder, not a file", path);
	if (faccessat(p->folder, p->name, W_OK, AT_EACCESS))
		return fail_sys(f, "cannot write '%s'", path);
	return (int)(st.st_mode & 07777);
}

/*
 * A becalm that was killed while it started a process leaves a child that has the file
 * open until its exec, a few milliseconds: that is waited for.
 */
static int lock(const struct partial *p, struct fail *f)
{
	const struct timespec pause = { .tv_nsec = 5000000 };

	for (int i = 0; i < 100 && flock(p->fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; i++)
		(void)nanosleep(&pause, NULL); /* a signal: looks earlier */
	if (!flock(p->fd, LOCK_EX | LOCK_NB))
		return 0;
	if (errno == EWOULDBLOCK)
		return fail_set(f, FAIL_HOST, "another becalm is writing '%s'", p->shown);
	return 0; /* a file system without locks */
}

/* What a dead session left becomes FILE.partial.old; a living one keeps its file. */
static int move_aside(struct partial *p, struct text *remark, struct fail *f)
{
	char old[NAME_MAX + 16];
	struct stat st;

	p->fd = openat(p->folder, p->temporary, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (p->fd < 0 && errno == ENOENT)
		return 0;
	if (p->fd < 0)
		return fail_sys(f, "cannot write '%s'", p->shown);
	if (lock(p, f))
		return -1;
	(void)snprintf(old, sizeof(old), "%s.old", p->temporary); /* too long: rename says so */
	if (!fstat(p->fd, &st) && st.st_size > 0) {
		if (renameat(p->folder, p->temporary, p->folder, old))
			return fail_sys(f, "cannot rename '%s' to '%s.old'", p->shown, p->shown);
		text_printf(remark, "'%s' of a session that did not end is now '%s.old'", p->shown,
			    p->shown);
	} else if (unlinkat(p->folder, p->temporary, 0)) {
		return fail_sys(f, "cannot write '%s'", p->shown);
	}
	(void)close(keep_fd(&p->fd)); /* only read */
	return 0;
}

static int create_file(const char *path, struct text *remark, struct partial *p, struct fail *f)
{
	int mode;

	if (locate(path, p, f))
		return -1;
	mode = check_file(p, path, f);
	if (mode < 0 || move_aside(p, remark, f))
		return -1;
	p->fd = openat(p->folder, p->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (p->fd < 0)
		return fail_sys(f, "cannot create '%s'", p->shown);
	if (mode > 0)
		(void)fchmod(p->fd, (mode_t)mode); /* a courtesy: as the file that it replaces */
	return lock(p, f);
}

int partial_create(const char *path, struct text *remark, struct partial *out, struct fail *f)
{
	struct partial p = { .fd = -1, .folder = -1, .synced_ns = now_ns() };
	struct stat st;
	bool is_stream = !strcmp(path, "-") ||
			 (!stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode));

	if (is_stream ? open_stream(path, &p, f) : create_file(path, remark, &p, f)) {
		partial_close(&p);
		return -1;
	}
	*out = p;
	return 0;
}

/* An interrupted session's FILE becomes FILE.partial again, and stays itself meanwhile. */
static int copy_back(const struct partial *p)
{
	owns_fd int from = openat(p->folder, p->name, O_RDONLY | O_CLOEXEC);
	owns_fd int to = -1;
	ssize_t n = 1;

	if (from < 0)
		return -1;
	to = openat(p->folder, p->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	while (to >= 0 && n > 0)
		n = sendfile(to, from, NULL, 1 << 20);
	if (to < 0 || n < 0 || lseek(to, 0, SEEK_SET) < 0)
		return -1;
	return keep_fd(&to);
}

int partial_reopen(const char *path, struct partial *out, struct fail *f)
{
	struct partial p = { .fd = -1, .folder = -1, .synced_ns = now_ns() };
	owns_mem char *file = xstrdup(path);

	if (ends_with(file, suffix))
		file[strlen(file) - strlen(suffix)] = '\0';
	if (locate(file, &p, f)) {
		partial_close(&p);
		return -1;
	}
	p.fd = openat(p.folder, p.temporary, O_RDWR | O_CLOEXEC);
	if (p.fd < 0 && errno == ENOENT) {
		p.fd = copy_back(&p);
		p.is_copy = p.fd >= 0;
	}
	if (p.fd < 0)
		(void)fail_sys(f, "cannot resume '%s'", p.shown); /* told by the descriptor */
	if (p.fd < 0 || lock(&p, f)) {
		partial_close(&p);
		return -1;
	}
	*out = p;
	return 0;
}

int partial_cut(struct partial *p, off_t size, struct fail *f)
{
	if (ftruncate(p->fd, size) || lseek(p->fd, size, SEEK_SET) < 0)
		return fail_sys(f, "cannot cut '%s' to its finished invocations", p->shown);
	p->size = size;
	return 0;
}

int partial_add(struct partial *p, const struct text *lines, struct fail *f)
{
	size_t done = 0;

	while (done < lines->n) {
		ssize_t n = write(p->fd, lines->s + done, lines->n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			(void)fail_sys(f, "cannot write to '%s'", p->shown); /* returned below */
			if (!p->is_stream && !ftruncate(p->fd, p->size))
				(void)lseek(p->fd, p->size, SEEK_SET); /* nothing more to try */
			return -1;
		}
		done += (size_t)n;
	}
	p->size += (off_t)lines->n;
	return 0;
}

static int sync_folder(const struct partial *p, struct fail *f)
{
	if (fsync(p->folder) && errno != EINVAL && errno != EROFS && errno != EBADF) /* O_PATH */
		return fail_sys(f, "cannot write the folder of '%s' to the disk", p->shown);
	return 0;
}

static int sync_file(const struct partial *p, struct fail *f)
{
	if (fsync(p->fd) && errno != EINVAL && errno != EROFS)
		return fail_sys(f, "cannot write '%s' to the disk", p->shown);
	return 0;
}

int partial_sync(struct partial *p, struct fail *f)
{
	if (p->is_stream)
		return 0;
	if (sync_file(p, f) || (!p->is_named && sync_folder(p, f)))
		return -1;
	p->is_named = true;
	p->synced_ns = now_ns();
	return 0;
}

int partial_sync_due(struct partial *p, struct fail *f)
{
	if (now_ns() - p->synced_ns < SYNC_EVERY_NS)
		return 0;
	return partial_sync(p, f);
}

int partial_commit(struct partial *p, struct fail *f)
{
	if (p->is_stream)
		return 0;
	if (sync_file(p, f))
		return -1;
	if (renameat(p->folder, p->temporary, p->folder, p->name))
		return fail_sys(f, "cannot rename '%s' to '%s'", p->shown, p->name);
	return sync_folder(p, f);
}

void partial_discard(struct partial *p)
{
	if (!p->is_stream)
		(void)unlinkat(p->folder, p->temporary, 0); /* if not, it is an empty session */
}

void partial_close(struct partial *p)
{
	owns_close(&p->fd);
	owns_close(&p->folder);
	free(p->name);
	free(p->temporary);
	free(p->shown);
	*p = (struct partial){ .fd = -1, .folder = -1 };
}
