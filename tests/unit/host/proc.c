/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/proc.h"

#include <sched.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hosts.h"

static void to_zombie(pid_t pid)
{
	siginfo_t info;

	assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

static void a_zombie_tells_how_it_was_scheduled(void **state)
{
	int proc = proc_open();
	pid_t pid = fork();

	(void)state;
	if (!pid) {
		for (int i = 0; i < 20; i++)
			usleep(100); /* each gives up the CPU once */
		_exit(0);
	}
	to_zombie(pid);
	assert_true(proc_wait_ns(proc, pid) > 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(close(proc), 0);
}

static void the_personality_is_read_back(void **state)
{
	int proc = proc_open();
	int pipes[2];
	char byte = 0;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(pipes), 0);
	pid = fork();
	if (!pid) {
		byte = personality(ADDR_NO_RANDOMIZE) < 0 ? 'n' : 'y';
		if (write(pipes[1], &byte, 1) == 1)
			(void)pause();
		_exit(0);
	}
	assert_int_equal(read(pipes[0], &byte, 1), 1);
	if (byte == 'y')
		assert_int_equal(proc_personality(proc, pid), ADDR_NO_RANDOMIZE);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(close(pipes[0]) | close(pipes[1]) | close(proc), 0);
}

static void what_is_gone_is_unknown(void **state)
{
	int proc = proc_open();
	pid_t pid = fork();

	(void)state;
	if (!pid)
		_exit(0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(proc_wait_ns(proc, pid), UNKNOWN);
	assert_int_equal(proc_personality(proc, pid), UNKNOWN);
	assert_int_equal(close(proc), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_zombie_tells_how_it_was_scheduled),
		cmocka_unit_test(the_personality_is_read_back),
		cmocka_unit_test(what_is_gone_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
