/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a whole process is its start: a program that does nothing, measured alike. */
#include "measure.h"

double measure_start(const struct measure *m)
{
	static char name[] = "true";
	char *argv[] = { name, NULL };
	const struct launch l = { .path = "/bin/true", .argv = argv, .envp = m->env.vars,
				  .cpus = m->is_bound ? &m->choice->measured : NULL,
				  .groups = { -1, -1 }, .in_fd = m->streams.in_fd, .out_fd = -1,
				  .err_fd = -1, .pipe_fd = -1, .memory_node = -1,
				  .aslr = measure_aslr(m->plan) };
	const struct watch w = { .signals = m->signals, .keeper_fd = -1 };
	double least = 0;

	for (int i = 0; i < 3; i++) {
		struct outcome o;
		struct child c;
		struct fail f;

		if (child_start(&l, &c, &f))
			return 0;
		watch_child(&c, &w, &o);
		if (o.ended != ENDED_EXIT || o.code)
			return 0;
		if (!i || (double)o.wall_ns < least)
			least = (double)o.wall_ns;
	}
	return least;
}
