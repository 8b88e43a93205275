/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rights.h"

#include <cap-ng.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"
#include "filter.h"

static int read_id(const char *name, int64_t *out, struct fail *f)
{
	const char *value = getenv(name);

	return number_whole(value ? value : "", name, 0, UINT32_MAX - 1, out, f);
}

/* "/usr/libexec/becalm-keeper" or with arguments behind it. */
static bool is_our_command(const char *command)
{
	size_t n = command ? strcspn(command, " ") : 0;

	return n >= 13 && !strncmp(command + n - 13, "becalm-keeper", 13);
}

int rights_caller(struct caller *out, struct fail *f)
{
	int64_t uid = getuid();
	int64_t gid = getgid();
	bool is_sudo = is_our_command(getenv("SUDO_COMMAND"));
	bool has_user = getenv("SUDO_UID") && geteuid() == 0;

	if (has_user && (read_id("SUDO_UID", &uid, f) || read_id("SUDO_GID", &gid, f)))
		return -1;
	(void)clearenv(); /* cannot fail on Linux */
	if (getuid() != geteuid())
		return fail_set(f, FAIL_HOST, "becalm-keeper must not be set-user-id: start it by sudo");
	*out = (struct caller){ (uid_t)uid, (gid_t)gid, is_sudo && geteuid() == 0 };
	return 0;
}

int rights_check_program(struct fail *f)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n <= 0)
		return fail_sys(f, "cannot read '/proc/self/exe'");
	path[n] = '\0';
	for (char *slash = path + n; slash; slash = strrchr(path, '/')) {
		const char *name = slash == path ? "/" : path;
		struct stat st;

		*slash = '\0';
		if (stat(*path ? path : "/", &st))
			return fail_sys(f, "cannot look at '%s'", name);
		if (st.st_uid || (st.st_mode & 022))
			return fail_set(f, FAIL_HOST,
					"sudo must not start a keeper that others than root can change: '%s' is writable for them (make install puts it where it is safe)",
					*path ? path : "/");
		if (!*path)
			break;
	}
	return 0;
}

/* One of /proc's files about ourselves ('self' is a link). */
static int open_own(const struct tree *t, const char *name, int flags)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "proc/%d/%s", (int)getpid(), name); /* fits */
	return tree_open_kernel(t, path, flags);
}

static FILE *read_own(const struct tree *t, const char *name)
{
	int fd = open_own(t, name, O_RDONLY);

	return fd < 0 ? NULL : fdopen(fd, "r"); /* fails with memory only: then all ends */
}

/* Writing "0" moves the writer. What is not there or refuses leaves us where we are. */
static void leave_group(const struct tree *t, const char *folder)
{
	char path[4200];
	owns_fd int fd = -1;

	(void)snprintf(path, sizeof(path), "%s/cgroup.procs", folder + 1); /* fits */
	fd = tree_open_kernel(t, path, O_WRONLY);
	if (fd >= 0)
		(void)!write(fd, "0", 1);
}

/* Moving costs milliseconds even to where one is (the kernel waits for all CPUs). */
static bool is_in_root_groups(const struct tree *t)
{
	FILE *groups = read_own(t, "cgroup");
	bool is_in_root = groups != NULL;
	char line[4096];

	while (groups && fgets(line, sizeof(line), groups)) {
		const char *path = strrchr(line, ':');
		bool is_watched = !strncmp(line, "0::", 3) || strstr(line, "name=systemd") ||
				  strstr(line, "freezer") || strstr(line, "cpuset");

		is_in_root &= !is_watched || (path && !strcmp(path, ":/\n"));
	}
	if (groups)
		(void)fclose(groups); /* only read */
	return is_in_root;
}

/*
 * The memory and CPU hierarchies are left alone: they are limits, which the keeper
 * should not escape. Through the others a service or a session is stopped.
 */
static void leave_groups(const struct tree *t)
{
	FILE *mounts = read_own(t, "mountinfo");
	char line[8192];

	while (mounts && fgets(line, sizeof(line), mounts)) {
		char root[4096], at[4096];
		const char *type = strstr(line, " - ");

		if (!type || sscanf(line, "%*s %*s %*s %4095s %4095s", root, at) != 2 || strchr(at, '\\'))
			continue;
		if (!strncmp(type, " - cgroup2 ", 11) ||
		    (!strncmp(type, " - cgroup ", 10) &&
		     (strstr(type, "name=systemd") || strstr(type, "freezer") || strstr(type, "cpuset"))))
			leave_group(t, at);
	}
	if (mounts)
		(void)fclose(mounts); /* only read */
}

static void spare_from_memory_killer(const struct tree *t)
{
	owns_fd int fd = open_own(t, "oom_score_adj", O_WRONLY);

	if (fd >= 0)
		(void)!write(fd, "-1000", 5); /* needs CAP_SYS_RESOURCE; without: as any process */
}

/*
 * sudo hands on what the user set: a limit that kills or starves the keeper while it holds
 * the host, a policy under which it never runs, another kernel's version by personality.
 * Without CAP_SYS_RESOURCE the hard limits stay.
 */
static void forget_callers_limits(void)
{
	static const int kinds[] = { RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_AS, RLIMIT_STACK, RLIMIT_NOFILE };
	const struct sched_param none = { 0 };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		rlim_t most = kinds[i] == RLIMIT_NOFILE ? 1024 : RLIM_INFINITY;
		struct rlimit limit = { most, most };

		if (!setrlimit((__rlimit_resource_t)kinds[i], &limit) || getrlimit((__rlimit_resource_t)kinds[i], &limit))
			continue;
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit((__rlimit_resource_t)kinds[i], &limit); /* no more can be had */
	}
	(void)sched_setscheduler(0, SCHED_OTHER, &none); /* as above */
	(void)setpriority(PRIO_PROCESS, 0, 0);		 /* as above */
	(void)personality(PER_LINUX);			 /* cannot fail */
}

/*
 * CHOWN hands the benchmark's group to the user, KILL empties it, SYS_NICE sets
 * masks and SCHED_FIFO, SYS_ADMIN is asked for by kernel.numa_balancing, and the root
 * folders of cgroup hierarchies have mode 0555: DAC_OVERRIDE.
 */
static void drop_capabilities(bool is_fake)
{
	capng_clear(CAPNG_SELECT_BOTH);
	(void)capng_update(CAPNG_ADD, CAPNG_EFFECTIVE | CAPNG_PERMITTED, CAP_DAC_OVERRIDE);
	if (!is_fake)
		(void)capng_updatev(CAPNG_ADD, CAPNG_EFFECTIVE | CAPNG_PERMITTED, CAP_CHOWN, CAP_KILL,
				    CAP_SYS_NICE, CAP_SYS_ADMIN, -1);
	(void)capng_apply(CAPNG_SELECT_BOTH); /* less is better; what stays does no harm */
}

void rights_settle(const struct tree *t)
{
	if (geteuid() == 0)
		forget_callers_limits();
	if (geteuid() == 0 && !t->is_fake) {
		if (!is_in_root_groups(t))
			leave_groups(t);
		spare_from_memory_killer(t);
	}
	if (geteuid() == 0)
		drop_capabilities(t->is_fake);
	filter_calls();
}
