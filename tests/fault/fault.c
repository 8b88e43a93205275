/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Stands between a keeper of `make FAULT=1` and the C library: each function here has the
 * name of one there, so that the calls of the keeper and of libcgroup come by. One line in
 * the file becalm.fault beside the program or in /run, "N WHAT LOG [all]", says what happens at
 * the N-th call that changes the host or the journal (all: at the N-th call of any kind below):
 *
 *	launcher	the launcher is killed
 *	keeper		the keeper is killed
 *	both		the launcher, then the keeper
 *	power		the machine is reset, as if its power had gone
 *	a number	the call fails with that errno; "5+": so does each one after it
 *
 * and each call is a line in the file LOG: its number, and what it changes. Read before
 * main(), because the keeper clears its environment and forks.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) (__extension__(__typeof__(&name))real(#name))
#define NEXT(is_change, what, name, ...) \
	(step(is_change, what) ? -1 : REAL(name)(__VA_ARGS__))

static long at, count;
static char plan[300], what[32], log_path[200];
static bool is_all, is_lasting;
static bool is_inside = true; /* our own calls, and those of gcov at the end */
static pid_t launcher;

void __gcov_dump(void) __attribute__((weak));

static void *real(const char *name)
{
	void *f = dlsym(RTLD_NEXT, name);

	if (!f)
		abort();
	return f;
}

static void stay_out(void)
{
	is_inside = true;
}

/* Beside the program, so that two of them on one host do not take each other's. */
static FILE *open_plan(void)
{
	ssize_t n = readlink("/proc/self/exe", plan, sizeof(plan) - 32);
	FILE *f;

	plan[n < 0 ? 0 : n] = '\0';
	(void)strcpy(strrchr(plan, '/') ? strrchr(plan, '/') : plan, "/becalm.fault");
	f = fopen(plan, "re");
	return f ? f : fopen(strcpy(plan, "/run/becalm.fault"), "re");
}

__attribute__((constructor)) static void read_plan(void)
{
	FILE *f = open_plan();
	char scope[8] = "";

	if (!f)
		return;
	is_inside = fscanf(f, "%ld %31s %199s %7s", &at, what, log_path, scope) < 3;
	(void)fclose(f); /* read only */
	is_all = !strcmp(scope, "all");
	is_lasting = strchr(what, '+') != NULL;
	launcher = getppid();
	(void)atexit(stay_out); /* at most: a few calls more */
}

static void log_line(const char *line)
{
	int fd = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	if (fd < 0)
		return;
	(void)dprintf(fd, "%ld %s\n", count, line); /* the walker compares the count */
	(void)close(fd);			    /* as above */
}

static void reset_machine(void)
{
	int fd = open("/proc/sysrq-trigger", O_WRONLY | O_CLOEXEC);

	if (fd >= 0)
		(void)!write(fd, "b", 1); /* does not return */
	pause();
}

static void die(void)
{
	if (!strcmp(what, "power"))
		reset_machine();
	if (!strcmp(what, "launcher") || !strcmp(what, "both"))
		(void)kill(launcher, SIGKILL); /* may be gone already */
	if (!strcmp(what, "keeper") || !strcmp(what, "both")) {
		if (__gcov_dump)
			__gcov_dump();
		(void)kill(getpid(), SIGKILL); /* does not return */
	}
}

/* In front of each call. Returns -1 with errno when it is to fail. */
static int step(bool is_change, const char *line)
{
	int before = errno;
	int fails = 0;

	if (is_inside || (!is_change && !is_all))
		return 0;
	is_inside = true;
	count++;
	log_line(line + (*line == '/'));
	if (count == at) {
		(void)unlink(plan); /* for this keeper alone, not for the next */
		die();
	}
	if (count == at || (count > at && is_lasting && at))
		fails = atoi(what);
	errno = fails ? fails : before;
	is_inside = false;
	return fails ? -1 : 0;
}

/* What a descriptor is open for: "append" in our own folder, "" where a write changes nothing. */
static const char *target(int fd)
{
	static char path[4096];
	bool was_inside = is_inside;
	char link[64];
	ssize_t n;

	is_inside = true;
	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	is_inside = was_inside;
	path[n < 0 ? 0 : n] = '\0';
	if (path[0] != '/' || !strcmp(path, "/dev/null"))
		return "";
	return !strncmp(path, "/run/becalm/", 12) ? "append" : path;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
	const char *path = target(fd);

	return NEXT(*path, *path ? path : "write", write, fd, bytes, n);
}

static bool makes(int flags)
{
	return flags & (O_CREAT | O_TRUNC);
}

int open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	return NEXT(makes(flags), path, open, path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
	va_end(args);
	return NEXT(makes(flags), path, openat, dir, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
	return step(!strchr("r", mode[0]) || strchr(mode, '+'), path) ? NULL : REAL(fopen)(path, mode);
}

/* Of a folder that is there this changes nothing, and libcgroup tries all the way down. */
static bool is_new(int dir, const char *path)
{
	struct stat st;

	return REAL(fstatat)(dir, path, &st, AT_SYMLINK_NOFOLLOW) != 0;
}

int mkdir(const char *path, mode_t mode)
{
	return NEXT(is_new(AT_FDCWD, path), path, mkdir, path, mode);
}

int mkdirat(int dir, const char *path, mode_t mode)
{
	return NEXT(is_new(dir, path), path, mkdirat, dir, path, mode);
}

long syscall(long number, ...)
{
	bool is_mask = number == SYS_sched_setaffinity;
	va_list args;
	long a[6];

	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	return NEXT(is_mask, is_mask ? "mask" : number == SYS_openat2 ? (const char *)a[1] : "syscall",
		    syscall, number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* CHANGE: result, name, parameters, what to say, arguments. LOOK: nothing is changed. */
#define CHANGE(type, name, params, say, ...) \
	type name params { return NEXT(true, say, name, __VA_ARGS__); }
#define LOOK(type, name, params, ...) \
	type name params { return NEXT(false, #name, name, __VA_ARGS__); }

CHANGE(int, rmdir, (const char *path), path, path)
CHANGE(int, unlink, (const char *path), path, path)
CHANGE(int, unlinkat, (int dir, const char *path, int flags), path, dir, path, flags)
CHANGE(int, renameat, (int a, const char *from, int b, const char *to), to, a, from, b, to)
CHANGE(int, fsync, (int fd), "sync", fd)
CHANGE(int, ftruncate, (int fd, off_t n), target(fd), fd, n)
CHANGE(int, fchown, (int fd, uid_t uid, gid_t gid), target(fd), fd, uid, gid)
CHANGE(int, pidfd_send_signal, (int fd, int sig, siginfo_t *info, unsigned flags), "kill", fd, sig, info, flags)
CHANGE(int, sched_setscheduler, (pid_t pid, int policy, const struct sched_param *p), "scheduler", pid, policy, p)

LOOK(ssize_t, read, (int fd, void *bytes, size_t n), fd, bytes, n)
LOOK(ssize_t, readlink, (const char *restrict path, char *restrict out, size_t n), path, out, n)
LOOK(int, stat, (const char *restrict path, struct stat *restrict st), path, st)
LOOK(int, fstat, (int fd, struct stat *st), fd, st)
LOOK(int, fstatat, (int dir, const char *restrict path, struct stat *restrict st, int flags), dir, path, st, flags)
LOOK(int, fstatfs, (int fd, struct statfs *fs), fd, fs)
LOOK(int, faccessat, (int dir, const char *path, int mode, int flags), dir, path, mode, flags)
LOOK(int, flock, (int fd, int how), fd, how)
LOOK(int, pipe2, (int ends[2], int flags), ends, flags)
LOOK(int, pidfd_open, (pid_t pid, unsigned flags), pid, flags)
LOOK(int, poll, (struct pollfd *fds, nfds_t n, int ms), fds, n, ms)
LOOK(int, sched_getscheduler, (pid_t pid), pid)
LOOK(int, sched_getparam, (pid_t pid, struct sched_param *p), pid, p)
LOOK(pid_t, fork, (void))

DIR *opendir(const char *path)
{
	return step(false, path) ? NULL : REAL(opendir)(path);
}

DIR *fdopendir(int fd)
{
	return step(false, "fdopendir") ? NULL : REAL(fdopendir)(fd);
}

/* Else a keeper that ends so would write no coverage. */
void _exit(int status)
{
	is_inside = true;
	if (__gcov_dump)
		__gcov_dump();
	REAL(_exit)(status);
	__builtin_unreachable();
}
