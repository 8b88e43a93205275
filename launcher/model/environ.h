/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_ENVIRON_H
#define MODEL_ENVIRON_H

/*
 * The environment of the children. Its size moves the stack (16 bytes can be enough
 * to change a benchmark), so it is filled up by BECALM_PAD to the next multiple of
 * 16 KiB plus what the draw adds. Variables that becalm adds have constant length.
 */

#include <stdbool.h>

#include "plan.h"
#include "record.h"

enum { ENVIRON_BLOCK = 16384 };

struct environ {
	char **vars; /* "NAME=value", ended by NULL; strings owned */
	int count, room;
	char *pad;   /* the value of BECALM_PAD inside vars, or NULL */
	bool has_own_seed; /* the user had set PYTHONHASHSEED; it was kept */
};

/*
 * Reduces 'from' (a process's environ) as the plan says and adds --env.
 * BECALM_* that an outer becalm set are left out.
 */
struct environ environ_make(const struct plan *p, char *const *from);
void environ_free(struct environ *e);

/* Sets or replaces one variable. */
void environ_set(struct environ *e, const char *name, const char *value);
const char *environ_get(const struct environ *e, const char *name);

/*
 * The environment of one invocation: a copy of 'base' with the draw's seeds (unless
 * the user set them; --hash-seed wins over that) and, unless entropy is inherited,
 * padded so that the block's size, counted as the kernel copies it (each string
 * with its NUL), is constant.
 */
struct environ environ_draw(const struct environ *base, const struct plan *p, const struct draw *d);

/* Bytes of the block. */
size_t environ_size(const struct environ *e);

/* --env: "K=V" or "K". FAIL_USAGE for an empty or impossible name. */
int environ_check(const char *word, struct fail *f);

#endif
