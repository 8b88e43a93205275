/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/proc.h"

#include <sched.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hosts.h"

static void to_zombie(pid_t pid)
{
	siginfo_t info;

	assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

/* Waits for the end of file, then works for 30 ms of its own time. */
static void work(int gate)
{
	struct timespec used = {0};
	char byte;

	while (read(gate, &byte, 1) > 0)
		;
	while (!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) && used.tv_nsec < 30000000)
		;
	_exit(0);
}

static void a_zombie_tells_how_long_it_waited(void **state)
{
	int proc = proc_open();
	cpu_set_t before;
	cpu_set_t one;
	int gate[2];
	pid_t pids[2];
	int first = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	while (!CPU_ISSET(first, &before))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	assert_int_equal(pipe(gate), 0);
	for (int i = 0; i < 2; i++) {
		pids[i] = fork();
		if (!pids[i]) {
			(void)close(gate[1]); /* or the end of file never comes */
			work(gate[0]);
		}
	}
	assert_int_equal(close(gate[0]) | close(gate[1]), 0);
	for (int i = 0; i < 2; i++) {
		to_zombie(pids[i]);
		assert_true(proc_wait_ns(proc, pids[i]) > 1000000); /* they share a CPU */
		assert_int_equal(waitpid(pids[i], NULL, 0), pids[i]);
	}
	assert_int_equal(sched_setaffinity(0, sizeof(before), &before), 0);
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
		cmocka_unit_test(a_zombie_tells_how_long_it_waited),
		cmocka_unit_test(the_personality_is_read_back),
		cmocka_unit_test(what_is_gone_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
