/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls that the keeper refuses itself: each is tried behind the filter. */
#include "../../../launcher/keeper/filter.h"

#include "../base/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static long try_execve(void)
{
	char *argv[] = { "/bin/true", NULL };

	return execve(argv[0], argv, argv + 1);
}

static long try_execveat(void)
{
	char *argv[] = { "/bin/true", NULL };

	return syscall(SYS_execveat, AT_FDCWD, argv[0], argv, argv + 1, 0);
}

static long try_fork(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return pid;
}

static long try_ptrace(void)
{
	return ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static long try_unshare(void)
{
	return unshare(CLONE_FILES);
}

static long try_mount(void)
{
	return syscall(SYS_mount, "none", "/nowhere", "tmpfs", 0, NULL);
}

static long try_module(void)
{
	return syscall(SYS_finit_module, -1, "", 0);
}

static long try_internet(void)
{
	return socket(AF_INET, SOCK_STREAM, 0);
}

static long try_netlink(void)
{
	return socket(AF_NETLINK, SOCK_RAW, 0);
}

static long try_local(void)
{
	return socket(AF_UNIX, SOCK_DGRAM, 0);
}

static long try_write(void)
{
	return write(STDERR_FILENO, "", 0);
}

/* Returns 0 or the errno of the call, made behind the filter in a process of its own. */
static int behind_filter(long (*call)(void))
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (pid == 0) {
		filter_calls();
		errno = 0;
		_exit(call() < 0 ? errno : 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void what_it_does_not_need_is_refused(void **state)
{
	(void)state;
	assert_int_equal(behind_filter(try_execve), EPERM);
	assert_int_equal(behind_filter(try_execveat), EPERM);
	assert_int_equal(behind_filter(try_fork), EPERM);
	assert_int_equal(behind_filter(try_ptrace), EPERM);
	assert_int_equal(behind_filter(try_unshare), EPERM);
	assert_int_equal(behind_filter(try_mount), EPERM);
	assert_int_equal(behind_filter(try_module), EPERM);
	assert_int_equal(behind_filter(try_internet), EPERM);
	assert_int_equal(behind_filter(try_netlink), EPERM);
}

static void what_it_needs_is_allowed(void **state)
{
	(void)state;
	assert_int_equal(behind_filter(try_local), 0);
	assert_int_equal(behind_filter(try_write), 0);
}

/* Number 11 is execve there, and would get past a filter of 64-bit numbers. */
static void calls_of_another_numbering_are_refused(void **state)
{
	(void)state;
#if defined(__x86_64__)
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		long rc = 20; /* getpid there; the answer of a kernel without it is ENOSYS */

		filter_calls();
		__asm__ volatile("int $0x80" : "+a"(rc) : : "memory", "r8", "r9", "r10", "r11");
		_exit(rc < 0 ? (int)-rc : 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	/* A kernel without 32-bit calls ends the process. */
	assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == EPERM);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_does_not_need_is_refused),
		cmocka_unit_test(what_it_needs_is_allowed),
		cmocka_unit_test(calls_of_another_numbering_are_refused),
	};

	return cmocka_run_group_tests_name("filter", tests, NULL, NULL);
}
