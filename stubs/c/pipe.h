/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_PIPE_H
#define STUB_PIPE_H

/*
 * The way to the launcher: the FIFO that it announced in the environment. One for the
 * process, shared by its threads; a forked copy has none.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "line.h"

/*
 * Makes the way ready, says hello on it, and has exit() say bye. build: "release",
 * "debug" or NULL when it is not known. False: nobody listens, or this is a forked
 * copy. Cheap when it was done before.
 */
bool pipe_open(const char *build);

/* Sends a record that lacks its tail; is_run: with the next number. 0 or -1 with errno. */
int pipe_send(struct line *l, bool is_run);

/* Says bye. The next pipe_open() starts again. */
void pipe_close(void);

#endif
