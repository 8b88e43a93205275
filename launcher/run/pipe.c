/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/owns.h"
#include "child.h"

#define FOLDER "becalm-pipe-"

enum { PIPE_SIZE = 1 << 20, DRAIN_BLOCK = 1 << 16 };

/* A folder is ours while its lock is; whoever finds the lock free may remove it (sweep). */
static int lock_folder(const char *folder)
{
	owns_fd int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat ours, named;

	if (fd < 0 || flock(fd, LOCK_EX) || fstat(fd, &ours) || lstat(folder, &named) ||
	    ours.st_ino != named.st_ino || ours.st_dev != named.st_dev)
		return -1;
	return keep_fd(&fd);
}

/* Removes what a session left that was killed together with its guard, or before it had one. */
static void sweep_one(int base, const char *name)
{
	owns_fd int fd = openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat folder, pipe;

	if (fd < 0 || fstat(fd, &folder) || folder.st_uid != geteuid() || (folder.st_mode & 07777) != 0700 ||
	    flock(fd, LOCK_EX | LOCK_NB))
		return; /* not ours, or its session lives */
	if (!fstatat(fd, "pipe", &pipe, AT_SYMLINK_NOFOLLOW) && S_ISFIFO(pipe.st_mode)) {
		(void)unlinkat(fd, "plan", 0); /* may not have been made */
		(void)unlinkat(fd, "pipe", 0);
	}
	(void)unlinkat(base, name, AT_REMOVEDIR); /* not empty: not made by becalm */
}

static void sweep(const char *base)
{
	DIR *dir = opendir(base);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, FOLDER, strlen(FOLDER)) &&
		    strlen(entry->d_name) == strlen(FOLDER "XXXXXX"))
			sweep_one(dirfd(dir), entry->d_name);
	if (dir)
		(void)closedir(dir); /* only read */
}

/* Another's sweep may take the new folder away before it is locked: then it makes one more. */
static int make_folder(struct pipe *p, struct fail *f)
{
	const char *bases[] = { getenv("XDG_RUNTIME_DIR"), "/dev/shm", getenv("TMPDIR"), "/tmp" };

	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
		if (!bases[i] || bases[i][0] != '/' || strlen(bases[i]) > sizeof(p->folder) - 24)
			continue;
		for (int tries = 0; tries < 100; tries++) {
			(void)snprintf(p->folder, sizeof(p->folder), "%s/" FOLDER "XXXXXX", bases[i]); /* fits */
			if (!mkdtemp(p->folder) || chmod(p->folder, 0700)) /* whatever the umask is */
				break;
			p->folder_fd = lock_folder(p->folder);
			if (p->folder_fd >= 0)
				return sweep(bases[i]), 0;
			(void)rmdir(p->folder); /* gone already, or a file system without locks */
		}
	}
	p->folder[0] = '\0';
	return fail_sys(f, "cannot make a private folder in '/tmp' for the pipe");
}

static int open_ends(struct pipe *p, struct fail *f)
{
	struct stat st;

	if (mkfifo(p->path, 0600) < 0 || chmod(p->path, 0600))
		return fail_sys(f, "cannot make the pipe '%s'", p->path);
	p->read_fd = open(p->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	p->write_fd = open(p->path, O_WRONLY | O_CLOEXEC); /* a reader is there: no waiting */
	if (p->read_fd < 0 || p->write_fd < 0 || fstat(p->read_fd, &st) < 0)
		return fail_sys(f, "cannot open the pipe '%s'", p->path);
	(void)fcntl(p->read_fd, F_SETPIPE_SZ, PIPE_SIZE); /* a smaller one works too */
	(void)snprintf(p->descriptor, sizeof(p->descriptor), "%d:%020llu", CHILD_PIPE_FD, /* fits */
		       (unsigned long long)st.st_ino);
	return 0;
}

int pipe_open(struct pipe *p, struct fail *f)
{
	struct pipe made = { .folder_fd = -1, .read_fd = -1, .write_fd = -1 };

	if (make_folder(&made, f))
		return -1;
	(void)snprintf(made.path, sizeof(made.path), "%s/pipe", made.folder); /* fits */
	(void)snprintf(made.plan, sizeof(made.plan), "%s/plan", made.folder); /* fits */
	if (open_ends(&made, f)) {
		pipe_close(&made);
		return -1;
	}
	*p = made;
	return 0;
}

int pipe_plan(struct pipe *p, const char *content, struct fail *f)
{
	owns_fd int fd = open(p->plan, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	size_t n = strlen(content);

	if (fd < 0 || fchmod(fd, 0600) || write(fd, content, n) != (ssize_t)n)
		return fail_sys(f, "cannot write the plan file '%s'", p->plan);
	return 0;
}

int pipe_write_end(struct pipe *p)
{
	int flags = fcntl(p->write_fd, F_GETFL);

	if (flags >= 0 && (flags & (O_NONBLOCK | O_APPEND | O_ASYNC))) {
		owns_close(&p->write_fd);
		p->write_fd = open(p->path, O_WRONLY | O_CLOEXEC);
	}
	return p->write_fd;
}

void pipe_drain(struct pipe *p, void (*take)(void *data, const char *bytes, size_t n), void *data)
{
	static char block[DRAIN_BLOCK];

	for (;;) {
		ssize_t n = read(p->read_fd, block, sizeof(block));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return; /* empty, for now */
		take(data, block, (size_t)n);
	}
}

void pipe_close(struct pipe *p)
{
	owns_close(&p->read_fd);
	owns_close(&p->write_fd);
	p->read_fd = p->write_fd = -1;
	if (!p->folder[0])
		return;
	(void)unlink(p->path); /* may not have been made */
	(void)unlink(p->plan);
	(void)rmdir(p->folder);
	owns_close(&p->folder_fd); /* last: its lock keeps the folder ours */
	p->folder_fd = -1;
	p->folder[0] = '\0';
}
