/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_TOUCH_H
#define KEEPER_TOUCH_H

/*
 * The one door through which the keeper changes anything: host files, groups,
 * tasks, the journal; only the making of a cpuset group is libcgroup's (cgroup.h).
 *
 * Host files are opened without following links anywhere in the path and, on the
 * real host, only when they lie on sysfs, proc or a cgroup file system.
 * Functions return 0 or -1 with errno as the call left it.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../base/cpus.h"
#include "../base/text.h"
#include "../base/tree.h"

enum { TOUCH_LONGEST = 16384 };

/* Reads at most TOUCH_LONGEST bytes as they are; a longer file or one with a NUL is EFBIG. */
int touch_read(const struct tree *t, const char *path, struct text *out);

/*
 * Writes the text in one write. On a fake host the file then reads as the kernel's
 * would: ended by a newline, and the brackets of "always [madvise] never" moved.
 */
int touch_write(const struct tree *t, const char *path, const char *text);

/* True when a write can be tried (not a read-only mount, no such file, no right). */
bool touch_can_write(const struct tree *t, const char *path);

int touch_mkdir(const struct tree *t, const char *path);
int touch_rmdir(const struct tree *t, const char *path);
int touch_chown(const struct tree *t, const char *path, uid_t uid, gid_t gid);
int touch_kill(int pidfd, int sig);
int touch_mask(pid_t tid, const struct cpus *mask);
int touch_scheduler(pid_t pid, int policy, int priority);

/* Opens a device, writes a 32-bit number and returns the descriptor that holds it. */
int touch_device(const struct tree *t, const char *path, int32_t value);

/* For the journal: all bytes to fd, and the names of files in the folder dir. */
int touch_append(int fd, const struct text *bytes);
int touch_sync(int fd);
int touch_create(int dir, const char *name, int flags, mode_t mode);
int touch_rename(int dir, const char *from, const char *to);
int touch_unlink(int dir, const char *name);

#endif
