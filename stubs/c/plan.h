/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_PLAN_H
#define STUB_PLAN_H

/*
 * What the launcher wants (BECALM_PLAN): read once, at the first question. A line that
 * cannot be understood is as one that is not there.
 */

#include <stdint.h>

struct plan_wish {
	int64_t runs, duration_ns, iters; /* 0: not given */
};

const struct plan_wish *plan_get(void);

/* The count that an earlier process of the session found for a test; 0: none. */
int64_t plan_count(const char *name);

#endif
