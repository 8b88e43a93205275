/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_CHILD_H
#define RUN_CHILD_H

/*
 * From fork to exec: one child, started vfork-style, with the steps of the design
 * done in it in order. The child writes CLOCK_MONOTONIC into a shared page as its
 * last act before execve: that is the start of the measured length, so exec is
 * included and a late wake-up of the launcher never is.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/cpus.h"
#include "../base/fail.h"

/* The descriptor number at which a child finds the pipe (BECALM_FD). */
enum { CHILD_PIPE_FD = 63, CHILD_GROUPS = 2 };

enum aslr { ASLR_LEAVE, ASLR_OFF, ASLR_ON };

struct launch {
	const char *path;  /* for execve, as resolved */
	char *const *argv;
	char *const *envp;
	const struct cpus *cpus; /* affinity; NULL: left alone */
	int groups[CHILD_GROUPS]; /* cgroup.procs or tasks files to enter, open for writing; -1: none */
	int in_fd, out_fd, err_fd; /* -1: the launcher's own */
	int pipe_fd;		   /* becomes CHILD_PIPE_FD; -1: none */
	int memory_node;	   /* bind memory to this NUMA node; -1: left alone */
	enum aslr aslr;
	bool is_foreground; /* stay in the launcher's process group, keep its signals */
};

struct child {
	pid_t pid;
	int pidfd;
	int64_t started_ns;  /* CLOCK_MONOTONIC, by the child */
	int aslr_errno;	     /* why the personality could not be set; 0: it was */
	int memory_errno;    /* why memory could not be bound; 0: it was */
	struct cpus cpus;    /* the affinity as read back */
};

/*
 * Starts it. All signals should be blocked (see signals.h); the child gets default
 * dispositions and an empty mask. A failed step or exec is a failure here, with
 * FAIL_NOTFOUND or FAIL_NOEXEC where it was the command's fault, and no child is left.
 */
int child_start(const struct launch *l, struct child *out, struct fail *f);

/* CLOCK_MONOTONIC now, in ns. */
int64_t child_clock(void);

#endif
