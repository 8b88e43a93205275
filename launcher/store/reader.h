/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_READER_H
#define STORE_READER_H

/*
 * The reading half of results files, as results_read() and results_resume() need it.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "results.h"

struct reader_result {
	off_t good;	  /* bytes up to the end of the session line or the last invocation */
	bool is_complete; /* there is a last line, and it says so */
	bool is_damaged;  /* a whole line was wrong, not only the last one cut short */
	char why[1024];	  /* if not complete */
	int64_t invocations, failed, disturbed;
	struct session session; /* and the line that its strings belong to */
	struct json *session_line;
};

/* Opens a file to read, "-" for standard input; a folder or nothing there is a failure. */
int reader_open(const char *path, struct fail *f);

/*
 * Reads from the descriptor's position to the end, as results_read() says. The caller ends
 * *out with reader_free(), also after a failure.
 */
int reader_read(int fd, const char *path, const struct results_sink *sink,
		struct reader_result *out, struct fail *f);
void reader_free(struct reader_result *result);

#endif
