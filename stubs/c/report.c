/* SPDX-License-Identifier: 0BSD */
/* The low-level calls of becalm.h. */
#include "../../include/becalm.h"

#include <errno.h>

#include "pipe.h"

int becalm_open(void)
{
	return pipe_open(NULL);
}

int becalm_run(const char *name, int64_t iters, int64_t timed_ns, int64_t wall_ns)
{
	struct line l;

	if (!name || !*name)
		return errno = EINVAL, -1;
	line_begin(&l, "run");
	line_text(&l, "name", name);
	line_whole(&l, "iters", iters);
	line_whole(&l, "timed_ns", timed_ns);
	line_whole(&l, "wall_ns", wall_ns);
	if (l.is_cut)
		return errno = ENAMETOOLONG, -1;
	return pipe_open(NULL) ? pipe_send(&l, true) : 0;
}

int becalm_note(const char *level, const char *code, const char *name, const char *text)
{
	struct line l;

	if (!level || !code || !text)
		return errno = EINVAL, -1;
	line_begin(&l, "note");
	line_text(&l, "level", level);
	line_text(&l, "code", code);
	if (name)
		line_text(&l, "name", name);
	line_text(&l, "text", text);
	return pipe_open(NULL) ? pipe_send(&l, false) : 0;
}

void becalm_close(void)
{
	pipe_close();
}
