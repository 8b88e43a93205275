/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tasks.h"

#include <fcntl.h>
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

struct wanted {
	void (*each)(struct tasks *out, pid_t n);
	struct tasks *out;
};

static int take_number(const char *name, void *data)
{
	const struct wanted *w = data;

	if (name[0] >= '0' && name[0] <= '9')
		w->each(w->out, (pid_t)atoi(name));
	return 0;
}

static void each_number(const char *folder, void (*each)(struct tasks *out, pid_t n),
			struct tasks *out)
{
	const struct tree real = { .fd = AT_FDCWD, .is_strict = true };
	struct wanted w = { each, out };

	(void)tree_list(&real, folder, take_number, &w); /* it may be gone */
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
