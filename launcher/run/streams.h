/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_STREAMS_H
#define RUN_STREAMS_H

/*
 * The standard streams of the children. stdin is /dev/null or a file opened anew for
 * each invocation. stdout and stderr are inherited, dropped, appended to a file, or
 * captured: a memory file each, emptied after every invocation. Never a pty: it costs
 * the benchmark three times as much a write.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "../base/fail.h"
#include "../base/text.h"
#include "../model/plan.h"

struct streams {
	enum output output;
	const char *stdin_path;	 /* NULL: /dev/null */
	int in_fd, out_fd, err_fd; /* for the child; -1: inherit */
	off_t out_read;		 /* how far stdout was handed to 'take' */
};

/* The output mode that 'output_default' stands for was chosen before. */
int streams_open(struct streams *s, const struct plan *p, enum output output, struct fail *f);
void streams_close(struct streams *s);

/* Before each invocation. */
int streams_begin(struct streams *s, struct fail *f);

/* Hands over what was captured of stdout since the last time. */
void streams_take(struct streams *s, void (*take)(void *data, const char *bytes, size_t n),
		  void *data);

/*
 * Keeps what is captured from growing without bound: of a stream beyond 4 MiB the
 * middle is given back to the system. Call it at the tick.
 */
void streams_thin(struct streams *s);

/* How much the invocation wrote to both captured streams. */
long long streams_size(const struct streams *s);

/* The first and last 64 KiB of what was captured of stderr (or stdout), for a failure. */
void streams_excerpt(const struct streams *s, bool is_stderr, struct text *out);

#endif
