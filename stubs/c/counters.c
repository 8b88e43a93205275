/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Context switches happen in the kernel: excluding it would count none. */
static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
	bool is_in_kernel;
} kinds[COUNTERS_KINDS] = {
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, false },
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, false },
	{ "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, false },
	{ "switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, true },
};

static struct {
	int leader;		    /* descriptor; -1: none */
	int count;		    /* members */
	int member[COUNTERS_KINDS]; /* place in the group; -1: not there */
	bool is_rusage[COUNTERS_KINDS];
	char missing[COUNTERS_KINDS][128];
} group = {
	-1, 0, { -1, -1, -1, -1 }, { false, false, false, false }, { "", "", "", "" }
};
static struct rusage before;

static int open_one(int kind)
{
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.size = sizeof(attr);
	attr.type = kinds[kind].type;
	attr.config = kinds[kind].config;
	attr.disabled = group.leader < 0;
	attr.exclude_kernel = !kinds[kind].is_in_kernel;
	attr.exclude_hv = 1;
	attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			   PERF_FORMAT_TOTAL_TIME_RUNNING;
	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, group.leader,
			    PERF_FLAG_FD_CLOEXEC);
}

static void say_why(int kind, int why)
{
	const char *text =
		why == ENOENT || why == EOPNOTSUPP || why == ENODEV
			? "this machine has none (a virtual machine, usually)"
		: why == EACCES || why == EPERM
			? "not permitted (kernel.perf_event_paranoid, or a container's filter)"
			: strerror(why);

	(void)snprintf(group.missing[kind], sizeof(group.missing[kind]), "%s",
		       text); /* may be cut */
}

/* getrusage() counts faults and switches of a thread for everybody. */
static bool has_rusage(int kind)
{
	struct rusage now;

	return kind >= COUNTERS_FAULTS && !getrusage(RUSAGE_THREAD, &now);
}

void counters_open(bool is_wanted)
{
	for (int kind = 0; kind < COUNTERS_KINDS; kind++) {
		int fd = is_wanted ? open_one(kind) : -1;

		if (fd >= 0) {
			group.member[kind] = group.count++;
			group.leader = group.leader < 0 ? fd : group.leader;
		} else if (!is_wanted) {
			(void)strcpy(group.missing[kind], "--no-counters");
		} else if (!(group.is_rusage[kind] = has_rusage(kind))) {
			say_why(kind, errno);
		}
	}
}

const char *counters_missing(int kind)
{
	return group.missing[kind][0] ? group.missing[kind] : NULL;
}

const char *counters_name(int kind)
{
	return kinds[kind].name;
}

void counters_start(void)
{
	if (group.is_rusage[COUNTERS_FAULTS] || group.is_rusage[COUNTERS_SWITCHES])
		(void)getrusage(RUSAGE_THREAD, &before); /* was good before */
	if (group.leader < 0)
		return;
	(void)ioctl(group.leader, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	(void)ioctl(group.leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

static void read_rusage(int64_t *out)
{
	const struct rusage *was = &before;
	struct rusage now;

	if (getrusage(RUSAGE_THREAD, &now))
		return;
	if (group.is_rusage[COUNTERS_FAULTS])
		out[COUNTERS_FAULTS] =
			now.ru_minflt + now.ru_majflt - was->ru_minflt - was->ru_majflt;
	if (group.is_rusage[COUNTERS_SWITCHES])
		out[COUNTERS_SWITCHES] =
			now.ru_nvcsw + now.ru_nivcsw - was->ru_nvcsw - was->ru_nivcsw;
}

void counters_stop(int64_t out[COUNTERS_KINDS])
{
	/* PERF_FORMAT_GROUP: nr, time enabled, time running, the values */
	uint64_t got[3 + COUNTERS_KINDS] = { 0 };
	bool is_whole;

	if (group.leader >= 0)
		(void)ioctl(group.leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	/* A group that had to share the hardware counted a part of the run only. */
	is_whole = group.leader >= 0 && read(group.leader, got, sizeof(got)) > 0 &&
		   got[1] == got[2];
	for (int kind = 0; kind < COUNTERS_KINDS; kind++)
		out[kind] = is_whole && group.member[kind] >= 0
				    ? (int64_t)got[3 + group.member[kind]]
				    : -1;
	read_rusage(out);
}
