/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_COMMAND_H
#define RUN_COMMAND_H

/*
 * What execve would make of a command, found out before anything is touched: the
 * program on PATH, whether it can be executed at all, and whether its interpreter
 * exists. Never falls back to a shell.
 */

#include "../base/fail.h"

/*
 * The path for execve: 'name' itself when it has a slash, else the first
 * executable of that name in 'search' (PATH; NULL: execvp's default). The caller frees.
 * NULL: FAIL_NOTFOUND or FAIL_NOEXEC.
 */
char *command_resolve(const char *name, const char *search, struct fail *f);

/* The sentence and kind for an execve of 'path' that failed with 'error'. Returns -1. */
int command_explain(const char *path, int error, struct fail *f);

/*
 * Something that a user should know about argv, or NULL: a word such as '>' that only a
 * shell understands. The sentence is in a static buffer.
 */
const char *command_remark(char *const *argv);

#endif
