/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_TREE_H
#define BASE_TREE_H

/*
 * The one door to the host's files: everything that becalm reads below /sys,
 * /proc and /run goes through a tree, so that a folder made to look like a host
 * (--root DIR) can stand in for the machine. Paths are relative to the root and
 * have no leading slash: "sys/devices/system/cpu/online".
 */

#include <stdbool.h>
#include <stddef.h>

#include "fail.h"
#include "text.h"

struct tree {
	int fd;		/* of the root folder; -1 when closed */
	bool is_fake;	/* not the real host */
	bool is_strict; /* everything below is opened by tree_open_kernel() */
	char root[4096];	/* absolute path, for messages and hwloc; "" for the real host */
};

/* root NULL: the real host. */
int tree_open(struct tree *t, const char *root, struct fail *f);
void tree_close(struct tree *t);

/*
 * Opens without following a link anywhere in the path. Returns a descriptor, or -1 with
 * errno. The second also refuses, with EXDEV, what is on no file system of the kernel's
 * own (sysfs, proc, cgroup), unless the host is a fake one.
 */
int tree_open_beneath(const struct tree *t, const char *path, int flags);
int tree_open_kernel(const struct tree *t, const char *path, int flags);

bool tree_has(const struct tree *t, const char *path);

/*
 * Reads a whole file, at most 1 MiB, trailing white space cut, into out (cleared
 * first). Fails with the path in the sentence; errno stays that of the call.
 */
int tree_read(const struct tree *t, const char *path, struct text *out, struct fail *f);

/* The same into a buffer; a longer file is cut at size - 1 bytes. False: no such file. */
bool tree_peek(const struct tree *t, const char *path, char *out, size_t size);

/* As tree_peek() for one decimal number, optionally signed. False: absent or not a number. */
bool tree_number(const struct tree *t, const char *path, long long *out);

/*
 * Calls each() with every entry's name ("." and ".." left out), in no order.
 * Stops when each() returns non-zero and returns that; -1 when the folder
 * cannot be read.
 */
int tree_list(const struct tree *t, const char *path, int (*each)(const char *name, void *data),
	      void *data);

#endif
