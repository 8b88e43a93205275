/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "guard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/owns.h"

/* All that can be: a terminal or a group of processes may send any of them. */
static void ignore_signals(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t none;

	for (int sig = 1; sig < NSIG; sig++)
		if (sig != SIGCHLD && sig != SIGSEGV && sig != SIGBUS && sig != SIGFPE && sig != SIGILL &&
		    sig != SIGABRT && sig != SIGSYS && sig != SIGTRAP)
			(void)sigaction(sig, &ignore, NULL); /* SIGKILL and SIGSTOP refuse */
	sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL); /* cannot fail */
}

static void __attribute__((noreturn)) wait_and_go(int from_child)
{
	char ready;
	ssize_t n = read(from_child, &ready, 1);

	_exit(n == 1 ? 0 : 125);
}

static void settle(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	(void)setsid(); /* cannot fail just after fork */
	(void)umask(022);
	(void)!chdir("/"); /* hold no file system busy */
	if (null >= 0)
		(void)dup2(null, STDERR_FILENO); /* a terminal that may go */
	owns_close(&null);
}

int guard_fork(struct fail *f)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return fail_sys(f, "cannot make a pipe");
	ignore_signals();
	pid = fork();
	if (pid < 0)
		return fail_sys(f, "cannot fork");
	if (pid > 0) {
		(void)close(ends[1]); /* else its end never comes */
		wait_and_go(ends[0]);
	}
	(void)close(ends[0]); /* the parent's */
	settle();
	if (write(ends[1], "", 1) != 1)
		return fail_sys(f, "cannot tell the parent");
	(void)close(ends[1]); /* said all */
	return 0;
}
