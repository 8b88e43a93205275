/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "guard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/owns.h"

/* Does the process's environment name our folder? It may be exec'ing or gone: then no. */
static bool is_ours(const char *pid, const char *mark)
{
	char path[64];
	static char block[1 << 17]; /* the block can be padded to several 16 KiB */
	owns_fd int fd = -1;
	ssize_t n;

	(void)snprintf(path, sizeof(path), "/proc/%.20s/environ", pid); /* fits */
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, block, sizeof(block));
	return n > 0 && memmem(block, (size_t)n, mark, strlen(mark) + 1);
}

/* Kills every process that carries our mark; true when there was one. */
static bool kill_marked(const char *folder)
{
	char mark[300];
	bool found = false;
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	(void)snprintf(mark, sizeof(mark), "BECALM_PIPE=%s/pipe", folder); /* fits */
	while (proc && (entry = readdir(proc))) {
		if (entry->d_name[0] < '1' || entry->d_name[0] > '9' || !is_ours(entry->d_name, mark))
			continue;
		if (!kill((pid_t)atol(entry->d_name), SIGKILL))
			found = true;
	}
	if (proc)
		(void)closedir(proc); /* nothing was written */
	return found;
}

static void remove_folder(const char *folder)
{
	char path[300];

	for (const char *const *name = (const char *const[]){ "pipe", "plan", NULL }; *name; name++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, *name); /* fits */
		(void)unlink(path);
	}
	(void)rmdir(folder);
}

/* The guard's whole life: one byte means that all is done, end of file that it is not. */
static void stand(int fd, const volatile int *group, const char *folder)
{
	char word;

	if (read(fd, &word, 1) == 1)
		_exit(0);
	if (*group > 1)
		(void)kill(-*group, SIGKILL); /* it may be empty already */
	for (int i = 0; i < 100 && kill_marked(folder); i++)
		(void)poll(NULL, 0, 5); /* until no new ones appear */
	remove_folder(folder);
	_exit(0);
}

int guard_start(struct guard *g, const char *folder, struct fail *f)
{
	volatile int *group;
	int fds[2];
	pid_t pid;

	group = mmap(NULL, sizeof(*group), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (group == MAP_FAILED)
		return fail_sys(f, "no memory for the guard");
	if (pipe2(fds, O_CLOEXEC) < 0)
		return fail_sys(f, "cannot make a pipe for the guard");
	/*
	 * No exit signal: so it is no child for wait(), and leftovers_end() does not take
	 * it for one. Its own session: a kill of our process group misses it.
	 */
	pid = (pid_t)syscall(SYS_clone, 0UL, NULL, NULL, NULL, 0UL);
	if (pid < 0) {
		(void)close(fds[0]); /* nothing was written */
		(void)close(fds[1]);
		return fail_sys(f, "cannot start the guard");
	}
	if (!pid) {
		(void)setsid(); /* cannot fail: not a group leader */
		(void)prctl(PR_SET_NAME, "becalm-guard");
		(void)dup2(fds[0], 3);
		(void)close_range(4, ~0U, 0);
		for (int fd = 0; fd < 3; fd++)
			(void)close(fd); /* must not hold the launcher's terminal or pipes */
		(void)chdir("/");
		stand(3, group, folder);
	}
	(void)close(fds[0]); /* nothing was written */
	*g = (struct guard){ .pid = pid, .life_fd = fds[1], .group = group };
	return 0;
}

void guard_watch(struct guard *g, int group)
{
	if (g->group)
		*g->group = group;
}

void guard_end(struct guard *g)
{
	if (g->life_fd < 0)
		return;
	(void)!write(g->life_fd, "", 1); /* a guard that was killed: nothing to do */
	owns_close(&g->life_fd);
	g->life_fd = -1;
	(void)waitpid(g->pid, NULL, __WCLONE); /* it ends at once */
	(void)munmap((void *)g->group, sizeof(*g->group));
	g->group = NULL;
}
