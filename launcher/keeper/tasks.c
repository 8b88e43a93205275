/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tasks.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/owns.h"
#include "proc.h"
#include "touch.h"

static int mask_of(pid_t tid, struct cpus *out)
{
	*out = (struct cpus){ 0 };
	return syscall(SYS_sched_getaffinity, tid, sizeof(out->bits), out->bits) < 0 ? -1 : 0;
}

static void add(struct tasks *out, pid_t tid)
{
	unsigned long long start = proc_start(tid);
	struct cpus mask;
	char list[16384];

	if (start && !mask_of(tid, &mask) && !cpus_is_empty(&mask))
		tasks_add(out, tid, start, cpus_format(&mask, list, sizeof(list)));
}

static void each_number(const char *folder, void (*each)(struct tasks *out, pid_t n),
			struct tasks *out)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9')
			each(out, (pid_t)atoi(entry->d_name));
	if (dir)
		(void)closedir(dir); /* only read */
}

void tasks_of_process(struct tasks *out, pid_t pid)
{
	char folder[64];

	(void)snprintf(folder, sizeof(folder), "/proc/%d/task", (int)pid); /* fits */
	each_number(folder, add, out);
}

void tasks_of_all(struct tasks *out)
{
	each_number("/proc", tasks_of_process, out);
}

void tasks_of_file(struct tasks *out, const struct tree *t, const char *path)
{
	owns_text struct text list = { 0 };
	struct fail unused;
	char *rest;
	char *line;

	if (tree_read(t, path, &list, &unused) || !list.n)
		return;
	rest = list.s;
	while ((line = strsep(&rest, "\n")))
		add(out, (pid_t)atoi(line));
}

void tasks_put_back(const struct tasks *tasks)
{
	for (size_t i = 0; i < tasks->n; i++) {
		const struct task *task = &tasks->list[i];
		struct cpus now, before;
		struct fail unused;

		if (cpus_parse(task->cpus, "task", &before, &unused) || mask_of(task->tid, &now) ||
		    cpus_equal(&now, &before) || proc_start(task->tid) != task->start)
			continue;
		(void)touch_mask(task->tid, &before); /* see tasks.h */
	}
}
