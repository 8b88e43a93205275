/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

enum pipe_state { PIPE_CLOSED, PIPE_OPENING, PIPE_OPEN, PIPE_SILENT };

/* state and pid are atomic; the rest belongs to whoever has the lock. */
static struct {
	int state;
	pid_t pid;	      /* who opened it */
	pthread_mutex_t lock; /* one record after the other */
	int64_t runs;	      /* reported so far; the number of the last one */
	int fd;
	dev_t dev; /* of the FIFO behind fd: the number may be closed and used anew */
	ino_t ino;
	char inv[24];
	bool has_exit_hook;
} way = { PIPE_CLOSED, 0, PTHREAD_MUTEX_INITIALIZER, 0, -1, 0, 0, "", false };

static int state_now(void)
{
	return __atomic_load_n(&way.state, __ATOMIC_SEQ_CST);
}

/* Returns what it was before. */
static int set_state(int to)
{
	return __atomic_exchange_n(&way.state, to, __ATOMIC_SEQ_CST);
}

static pid_t opener(void)
{
	return __atomic_load_n(&way.pid, __ATOMIC_SEQ_CST);
}

/* True when fd is the FIFO of that inode; inode 0: any. */
static bool is_fifo(int fd, uintmax_t inode, struct stat *out)
{
	return !fstat(fd, out) && S_ISFIFO(out->st_mode) &&
	       (!inode || out->st_ino == inode);
}

/*
 * A descriptor of our own above the standard ones: a program that closed its stdout must
 * not print into the pipe. Closes nothing.
 */
static int own(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

/*
 * Not blocking, because opening a FIFO whose reader is gone would block for ever. When it
 * is full we poll.
 */
static int open_path(const char *path, struct stat *id)
{
	int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	int high;

	if (fd < 0)
		return -1;
	high = is_fifo(fd, 0, id) ? own(fd) : (errno = ENXIO, -1);
	(void)close(fd); /* nothing was written */
	return high;
}

/* "N:INODE" */
static int open_inherited(const char *text, struct stat *id)
{
	char *end;
	unsigned long fd = strtoul(text, &end, 10);
	uintmax_t inode = *end == ':' ? strtoumax(end + 1, &end, 10) : 0;

	if (*end || !inode || fd > INT32_MAX || !is_fifo((int)fd, inode, id)) {
		errno = EBADF;
		return -1;
	}
	return own((int)fd);
}

/* -1: no way, and *was_announced says whether there should be one. */
static int find(bool *was_announced, struct stat *id)
{
	const char *path = getenv("BECALM_PIPE");
	const char *inherited = getenv("BECALM_FD");
	int fd = -1;

	*was_announced = (path && *path) || (inherited && *inherited);
	if (path && *path)
		fd = open_path(path, id);
	if (fd < 0 && inherited && *inherited) {
		int why = errno;

		fd = open_inherited(inherited, id);
		if (fd < 0 && path && *path)
			errno = why; /* of the way that should have worked */
	}
	return fd;
}

static void complain(const char *why)
{
	(void)dprintf(STDERR_FILENO,
		      "becalm: %s; nothing more is reported to the launcher\n", why);
}

/* Says why the way that should be there is not. */
static void complain_of_open(int why)
{
	char text[256];

	(void)snprintf(text, sizeof(text), "the launcher's pipe cannot be opened: %s",
		       why == ENXIO ? "nobody reads it" : strerror(why)); /* fits */
	complain(text);
}

/*
 * False when another file has our number, because somebody closed "all" descriptors: it
 * is theirs, so it is not closed here.
 */
static bool is_still_ours(void)
{
	struct stat now;

	return way.fd >= 0 && !fstat(way.fd, &now) && now.st_ino == way.ino &&
	       now.st_dev == way.dev && S_ISFIFO(now.st_mode);
}

/* Finds the way, perhaps again. False: there is none; said if it was announced. */
static bool ready(void)
{
	bool was_announced;
	struct stat id;

	if (is_still_ours())
		return true;
	way.fd = find(&was_announced, &id);
	if (way.fd < 0 && was_announced)
		complain_of_open(errno);
	if (way.fd < 0)
		return false;
	way.dev = id.st_dev;
	way.ino = id.st_ino;
	return true;
}

/* Writes all of a line at once; waits while the pipe is full and the launcher lives. */
static int write_line(const struct line *l)
{
	struct pollfd wait = { way.fd, POLLOUT, 0 };
	ssize_t n;

	for (;;) {
		n = write(way.fd, l->s, l->n);
		if (n == (ssize_t)l->n)
			return 0;
		if (n >= 0)
			return errno = EIO,
			       -1; /* cannot be: lines are at most PIPE_BUF */
		if (errno == EAGAIN)
			(void)poll(&wait, 1, -1); /* whatever it says, write() says why */
		else if (errno != EINTR)
			return -1;
	}
}

/*
 * A reader that went away must not kill the benchmark. SIGPIPE of a write is pending for
 * this thread alone; one that was pending before is somebody else's.
 */
static int write_quietly(const struct line *l)
{
	static const struct timespec at_once = { 0, 0 };
	sigset_t only;
	sigset_t old;
	sigset_t pending;
	int result;
	int why;

	(void)sigemptyset(&only); /* cannot fail */
	(void)sigaddset(&only, SIGPIPE);
	(void)sigpending(&pending);
	(void)pthread_sigmask(SIG_BLOCK, &only, &old);
	result = write_line(l);
	why = errno;
	if (result && why == EPIPE && sigismember(&pending, SIGPIPE) != 1)
		(void)sigtimedwait(&only, NULL, &at_once); /* ignored: none there */
	(void)pthread_sigmask(SIG_SETMASK, &old, NULL);
	errno = why;
	return result;
}

/* The launcher went away: in silence. Anything else is said once. */
static int give_up(int why)
{
	char text[64];

	if (set_state(PIPE_SILENT) != PIPE_SILENT && why != EPIPE && why != EBADF) {
		(void)snprintf(text, sizeof(text),
			       "cannot write to the launcher's pipe (error %d)",
			       why); /* fits */
		complain(text);
	}
	errno = why;
	return -1;
}

static int send_locked(struct line *l, bool is_run)
{
	line_end(l, is_run ? ++way.runs : 0, way.inv, way.pid);
	if (!ready())
		return give_up(EBADF);
	return write_quietly(l) ? give_up(errno) : 0;
}

int pipe_send(struct line *l, bool is_run)
{
	int result;

	(void)pthread_mutex_lock(&way.lock); /* cannot fail */
	result = send_locked(l, is_run);
	(void)pthread_mutex_unlock(&way.lock); /* likewise */
	return result;
}

/* The invocation's number as the launcher wrote it, when it is one. */
static void read_invocation(void)
{
	const char *inv = getenv("BECALM_INVOCATION");

	way.inv[0] = '\0';
	if (inv && strlen(inv) <= 20 && inv[strspn(inv, "0123456789")] == '\0')
		strcpy(way.inv, inv); /* 20 < 24 */
}

static int say_hello(const char *build)
{
	struct line l;
	int persona = personality(0xffffffff);

	line_begin(&l, "becalm 1\nhello");
	line_raw(&l, "lib", "becalm-c/1");
	if (build)
		line_raw(&l, "build", build);
	line_whole(&l, "clock_ns", (int64_t)(clock_cost_ns() + 0.5));
	line_raw(&l, "aslr",
		 persona >= 0 && (persona & ADDR_NO_RANDOMIZE) ? "off" : "on");
	return pipe_send(&l, false);
}

/* The one thread that got here opens; the others wait for what it finds. */
static void open_now(const char *build)
{
	__atomic_store_n(&way.pid, getpid(), __ATOMIC_SEQ_CST);
	way.runs = 0;
	read_invocation();
	if (!ready()) {
		(void)set_state(PIPE_SILENT);
		return;
	}
	if (!way.has_exit_hook)
		way.has_exit_hook = !atexit(pipe_close);
	(void)set_state(say_hello(build) ? PIPE_SILENT : PIPE_OPEN);
}

bool pipe_open(const char *build)
{
	int expected = PIPE_CLOSED;

	if (state_now() == PIPE_OPEN)
		return opener() == getpid();
	if (__atomic_compare_exchange_n(&way.state, &expected, PIPE_OPENING, false,
					__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
		open_now(build);
		return state_now() == PIPE_OPEN;
	}
	/* A copy forked while another thread was opening must not wait for it. */
	while (state_now() == PIPE_OPENING) {
		if (opener() && opener() != getpid())
			return false;
		(void)sched_yield(); /* microseconds */
	}
	return state_now() == PIPE_OPEN;
}

void pipe_close(void)
{
	struct line l;

	if (state_now() != PIPE_OPEN || opener() != getpid())
		return;
	(void)pthread_mutex_lock(&way.lock); /* cannot fail */
	line_begin(&l, "bye");
	line_whole(&l, "runs", way.runs);
	/* The descriptor stays: another thread may be about to report. */
	if (!send_locked(&l, false))
		(void)set_state(PIPE_CLOSED);
	(void)pthread_mutex_unlock(&way.lock); /* cannot fail */
}
