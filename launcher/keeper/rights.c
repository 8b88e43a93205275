/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rights.h"

#include <cap-ng.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"

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

/* Writing "0" moves the writer. What is not there or refuses leaves us where we are. */
static void leave_group(const char *folder)
{
	char path[4200];
	owns_fd int fd = -1;

	(void)snprintf(path, sizeof(path), "%s/cgroup.procs", folder); /* fits */
	fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd >= 0)
		(void)!write(fd, "0", 1);
}

/* Moving costs milliseconds even to where one is (the kernel waits for all CPUs). */
static bool is_in_root_groups(void)
{
	FILE *groups = fopen("/proc/self/cgroup", "re");
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
static void leave_groups(void)
{
	FILE *mounts = fopen("/proc/self/mountinfo", "re");
	char line[8192];

	while (mounts && fgets(line, sizeof(line), mounts)) {
		char root[4096], at[4096];
		const char *type = strstr(line, " - ");

		if (!type || sscanf(line, "%*s %*s %*s %4095s %4095s", root, at) != 2 || strchr(at, '\\'))
			continue;
		if (!strncmp(type, " - cgroup2 ", 11) ||
		    (!strncmp(type, " - cgroup ", 10) &&
		     (strstr(type, "name=systemd") || strstr(type, "freezer") || strstr(type, "cpuset"))))
			leave_group(at);
	}
	if (mounts)
		(void)fclose(mounts); /* only read */
}

static void spare_from_memory_killer(void)
{
	owns_fd int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd >= 0)
		(void)!write(fd, "-1000", 5); /* needs CAP_SYS_RESOURCE; without: as any process */
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

#define DENY(nr) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/* The keeper executes nothing, traces nobody and loads nothing. */
static void deny_calls(void)
{
	static struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		DENY(SYS_execve),
		DENY(SYS_execveat),
		DENY(SYS_ptrace),
		DENY(SYS_init_module),
		DENY(SYS_finit_module),
		DENY(SYS_mount),
		DENY(SYS_bpf),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(rules) / sizeof(rules[0]), rules };

	if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		(void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program); /* a kernel without it */
}

void rights_settle(const struct tree *t)
{
	if (geteuid() == 0 && !t->is_fake) {
		if (!is_in_root_groups())
			leave_groups();
		spare_from_memory_killer();
	}
	if (geteuid() == 0)
		drop_capabilities(t->is_fake);
	deny_calls();
}
