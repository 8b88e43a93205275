/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "self.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

int self_bind(const struct cpus *cpus, struct fail *f)
{
	if (syscall(SYS_sched_setaffinity, 0, sizeof(cpus->bits), cpus->bits) < 0)
		return fail_sys(f, "cannot keep becalm itself off the measured CPUs");
	return 0;
}

void self_prompt(void)
{
	struct sched_attr attr = {
		.size = sizeof(attr),
		.sched_policy = SCHED_FIFO,
		.sched_flags = SCHED_FLAG_RESET_ON_FORK,
		.sched_priority = 1,
	};

	if (!syscall(SYS_sched_setattr, 0, &attr, 0))
		return;
	attr.sched_policy = SCHED_NORMAL;
	attr.sched_priority = 0;
	attr.sched_runtime = 100000;
	(void)syscall(SYS_sched_setattr, 0, &attr, 0); /* older kernels ignore the slice */
}

void self_relax(void)
{
	const struct sched_attr attr = { .size = sizeof(attr), .sched_policy = SCHED_NORMAL };

	(void)syscall(SYS_sched_setattr, 0, &attr, 0); /* giving up needs no rights */
}
