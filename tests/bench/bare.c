/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The floor that `make bench` measures against: N times vfork, exec and wait4, with parent
 * and child pinned to the CPUs that becalm would use, and nothing else. Prints the
 * nanoseconds of one to stderr.
 *
 *	bare N PARENT-CPU CHILD-CPU PROGRAM [ARGUMENT]...
 *
 * A CPU of '-' is none: left where the scheduler puts it, as tools that pin nothing do.
 */

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void pin(const char *cpu)
{
	cpu_set_t set;

	if (!strcmp(cpu, "-"))
		return;
	CPU_ZERO(&set);
	CPU_SET(atoi(cpu), &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0)
		_exit(126);
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
	int n = argc > 4 ? atoi(argv[1]) : 0;
	double start;

	if (n < 1) {
		fprintf(stderr, "usage: bare N PARENT-CPU CHILD-CPU PROGRAM [ARGUMENT]...\n");
		return 2;
	}
	pin(argv[2]);
	start = now_ns();
	for (int i = 0; i < n; i++) {
		struct rusage usage;
		int status;
		pid_t pid = vfork();

		if (!pid) {
			pin(argv[3]);
			execve(argv[4], argv + 4, environ);
			_exit(127);
		}
		if (pid < 0 || wait4(pid, &status, 0, &usage) != pid || status)
			return 1;
	}
	fprintf(stderr, "%.0f\n", (now_ns() - start) / n); /* stdout is the program's */
	return 0;
}
