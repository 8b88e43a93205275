/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_PIPE_H
#define RUN_PIPE_H

/*
 * The pipe on which benchmarks report (becalm-pipe(7)): one FIFO for the session in a
 * private folder, and a second way in by an inherited descriptor. It is drained at the
 * tick and after the child's end, never polled: a wake-up for each record would cost
 * launcher and benchmark microseconds.
 */

#include <stddef.h>

#include "../base/fail.h"

struct pipe {
	char folder[256], path[280], plan[280];
	char descriptor[64]; /* the value of BECALM_FD */
	int folder_fd; /* with the lock that says whose the folder is */
	int read_fd, write_fd;
};

/*
 * In XDG_RUNTIME_DIR, else /dev/shm, TMPDIR, /tmp: in memory where that can be had, because
 * making and removing files on a disk would be a tenth of a short session. Folders of
 * sessions that were killed are removed there.
 */
int pipe_open(struct pipe *p, struct fail *f);

/* Writes the plan file, which children expect: 'content' replaces what was there. */
int pipe_plan(struct pipe *p, const char *content, struct fail *f);

/*
 * The write end for the next child. Opened anew when a child had changed its flags,
 * which all of them share.
 */
int pipe_write_end(struct pipe *p);

/* Hands over everything that is in the pipe now. Never blocks. */
void pipe_drain(struct pipe *p, void (*take)(void *data, const char *bytes, size_t n), void *data);

/* Removes folder and FIFO. */
void pipe_close(struct pipe *p);

#endif
