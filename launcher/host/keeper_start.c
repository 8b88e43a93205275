/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the keeper's program and starting it, with rights if it must be. */
#include "keeper_start.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/owns.h"

#define PROGRAM "becalm-keeper"

/*
 * A becalm that was not installed uses its neighbour; an installed one (in a folder
 * named bin) only the installed keeper, which nobody but root can change.
 */
int keeper_program(char *out, size_t size, struct fail *f)
{
	char self[3000];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	if (n <= 0)
		return fail_sys(f, "cannot read '/proc/self/exe'");
	self[n] = '\0';
	slash = strrchr(self, '/');
	*slash = '\0';
	n = slash - self;
	if (n < 4 || strcmp(slash - 4, "/bin") != 0) {
		(void)snprintf(out, size, "%s/" PROGRAM, self); /* the buffers fit */
		if (!access(out, X_OK))
			return 0;
	} else {
		slash[-4] = '\0';
		(void)snprintf(out, size, "%s/libexec/" PROGRAM, self); /* likewise */
		if (!access(out, X_OK))
			return 0;
	}
	(void)snprintf(out, size, "%s", BECALM_LIBEXEC "/" PROGRAM);
	if (!access(out, X_OK))
		return 0;
	return fail_sys(f, "cannot find the keeper '%s'", out);
}

static void __attribute__((noreturn)) become(char **argv, int channel, int err, bool is_as_root)
{
	sigset_t none;

	sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL); /* cannot fail */
	if (is_as_root) {
		(void)unsetenv("SUDO_UID"); /* cannot fail: the name is good */
		(void)unsetenv("SUDO_GID");
	}
	if (dup2(channel, 0) == 0 && dup2(channel, 1) == 1 && (err < 0 || dup2(err, 2) == 2))
		(void)execvp(argv[0], argv);
	(void)dprintf(2, "cannot execute '%s': %s\n", argv[0], strerror(errno)); /* as said */
	_exit(127);
}

/* Starts argv with a socket as its input and output, stderr in the file err. */
static pid_t spawn(char **argv, int err, bool is_as_root, int *channel, struct fail *f)
{
	int ends[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return fail_sys(f, "cannot make a socket");
	pid = fork();
	if (pid == 0)
		become(argv, ends[1], err, is_as_root);
	(void)close(ends[1]); /* the child's */
	if (pid < 0) {
		(void)close(ends[0]); /* unused */
		return fail_sys(f, "cannot start '%s'", argv[0]);
	}
	*channel = ends[0];
	return pid;
}

/* What it wrote to its standard error: the last line, or "". */
static void last_words(int err, char *out, size_t size)
{
	ssize_t n = pread(err, out, size - 1, 0);
	char *last;

	out[n > 0 ? n : 0] = '\0';
	n = (ssize_t)strlen(out);
	while (n > 0 && out[n - 1] == '\n')
		out[--n] = '\0';
	last = strrchr(out, '\n');
	if (last)
		memmove(out, last + 1, strlen(last));
}

/* The first bytes prove that it runs. Returns 0, or -1 when it ended without a word. */
static int wait_for_word(int channel)
{
	char byte;
	ssize_t n;

	do
		n = recv(channel, &byte, 1, MSG_PEEK);
	while (n < 0 && errno == EINTR);
	return n == 1 ? 0 : -1;
}

static void reap(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static int start_once(char **argv, bool is_as_root, char *words, size_t size, int *channel,
		      struct fail *f)
{
	owns_fd int err = memfd_create("stderr", MFD_CLOEXEC);
	owns_fd int fd = -1;
	pid_t pid = spawn(argv, err, is_as_root, &fd, f);

	if (pid < 0)
		return -1;
	words[0] = '\0';
	if (wait_for_word(fd)) {
		reap(pid);
		last_words(err, words, size);
		return fail_set(f, FAIL_HOST, "'%s' does not start: %s", argv[0],
				words[0] ? words : "it said nothing");
	}
	reap(pid); /* it has forked: only its child stays, and sudo has no more to do */
	*channel = keep_fd(&fd);
	return 0;
}

static bool ask_password(void)
{
	pid_t pid;
	int status;

	if (!isatty(STDERR_FILENO) || !isatty(STDIN_FILENO))
		return false;
	pid = fork();
	if (pid == 0) {
		(void)execlp("sudo", "sudo", "-v", (char *)NULL);
		_exit(127);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status);
}

static int start_by_sudo(char *program, int *channel, struct fail *f)
{
	char *argv[] = { "sudo", "-n", program, NULL };
	char words[300];

	if (!start_once(argv, false, words, sizeof(words), channel, f))
		return 0;
	if (ask_password() && !start_once(argv, false, words, sizeof(words), channel, f))
		return 0;
	if (!words[0])
		return fail_set(f, FAIL_HOST,
				"the keeper's channel was closed at once (does sudo log its input or output? 'Defaults!%s !log_input, !log_output')",
				program);
	return fail_set(f, FAIL_HOST,
			"sudo does not start the keeper (%s); this line in sudoers lets the group bench use it: %%bench ALL=(root) NOPASSWD: %s \"\"",
			words, program);
}

int keeper_spawn(const char *root, bool may_sudo, bool is_as_root, int *channel, struct fail *f)
{
	char program[4096], words[300];
	char *argv[] = { program, root ? "--root" : NULL, (char *)root, NULL };

	if (keeper_program(program, sizeof(program), f))
		return -1;
	if (may_sudo && !root && geteuid() != 0)
		return start_by_sudo(program, channel, f);
	return start_once(argv, is_as_root, words, sizeof(words), channel, f);
}
