/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STORE_PARTIAL_H
#define STORE_PARTIAL_H

/*
 * A file under a temporary name: FILE.partial while it grows, FILE when it is complete.
 * The name is looked up once, by folder descriptor, so that nothing moves under us; a
 * symbolic link is followed to the file that it stands for. The flock says that its
 * writer lives.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/fail.h"
#include "../base/text.h"

struct partial {
	int fd, folder;
	bool is_copy;	 /* of a FILE that is being resumed */
	bool is_stream;	 /* standard output, a pipe, a device: no temporary name */
	char *name;	 /* FILE within the folder */
	char *temporary; /* FILE.partial within the folder */
	char *shown;	 /* FILE.partial as the user would type it; "-" */
	off_t size;	 /* bytes of whole lines */
	int64_t synced_ns; /* when all of it was on the disk, or it was opened */
	bool is_named;	   /* its name is on the disk too */
};

/* Starts an empty file; results_open() says what is checked. */
int partial_create(const char *path, struct text *remark, struct partial *out, struct fail *f);

/*
 * Opens FILE.partial of an earlier session for going on, or a copy of FILE when there is
 * none; 'path' with or without ".partial".
 */
int partial_reopen(const char *path, struct partial *out, struct fail *f);

/* Cuts the file after 'size' bytes and goes on there. */
int partial_cut(struct partial *p, off_t size, struct fail *f);

/* Adds whole lines. On failure the file ends with the line before, as far as that can be had. */
int partial_add(struct partial *p, const struct text *lines, struct fail *f);

/*
 * What was added is on the disk afterwards, where a loss of power cannot take it away; the
 * first time the file's name too. partial_sync_due(): only when that is a second ago,
 * because a disk may take 20 ms over it and a process one.
 */
int partial_sync(struct partial *p, struct fail *f);
int partial_sync_due(struct partial *p, struct fail *f);

/* Syncs; then, unless it is a stream, rename to FILE and fsync of the folder. */
int partial_commit(struct partial *p, struct fail *f);

/* Takes the temporary file away again. */
void partial_discard(struct partial *p);

/* Ends p, leaving the file as it is. */
void partial_close(struct partial *p);

#endif
