/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "side.h"

#include <fcntl.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../model/judge.h"
#include "../run/child.h"
#include "../run/watch.h"

int side_run(const char *what, const char *text, char *const *envp, const struct cpus *cpus,
	     struct signals *signals, struct fail *f)
{
	char *argv[] = { (char *)"sh", (char *)"-c", (char *)text, NULL };
	owns_fd int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	const struct launch l = { .path = "/bin/sh", .argv = argv, .envp = envp, .cpus = cpus,
				  .groups = { -1, -1 }, .in_fd = null, .out_fd = STDERR_FILENO,
				  .err_fd = -1, .pipe_fd = -1, .memory_node = -1 };
	const struct watch w = { .signals = signals, .keeper_fd = -1 };
	struct outcome o;
	struct child c;

	if (child_start(&l, &c, f))
		return fail_wrap(f, "%s", what);
	watch_child(&c, &w, &o);
	if (o.ended == ENDED_INTERRUPTED || (o.ended == ENDED_EXIT && !o.code))
		return 0; /* the session loop sees the signal itself */
	if (o.ended == ENDED_EXIT)
		return fail_set(f, FAIL_HOST, "%s '%s' exited with status %d", what, text, o.code);
	return fail_set(f, FAIL_HOST, "%s '%s' died of %s", what, text, judge_signal(o.code));
}
