/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_MODES_H
#define MODEL_MODES_H

/*
 * Two samples that fall into the same groups (a fast and a slow state, drawn once a
 * process): their means say how often each state came up. So the shares are compared, and
 * the change of location inside the groups by itself.
 */

#include <stddef.h>

#include "../stats/groups.h"

struct modes {
	size_t count;			/* 0: not seen; else 2 ... GROUPS_MAX */
	struct group group[GROUPS_MAX]; /* of both samples together, unit of the values */
	size_t a[GROUPS_MAX], b[GROUPS_MAX]; /* members of each */
	size_t cut; /* groups from here on lie above the widest gap: "slow" */
	size_t a_slow, b_slow;
	double share_p; /* Fisher's exact test of the slow shares, two-sided */
};

/*
 * Looks at both samples together. Seen are modes only where one sample alone has two
 * (each with at least 2 members and a tenth of it) and a group is common to both: else it
 * is just that A and B differ. na, nb >= 1; needs na + nb >= GROUPS_LEAST.
 */
struct modes modes_of(const double *a, size_t na, const double *b, size_t nb,
		      double resolution);

/* The index of the group that holds x. */
size_t modes_group(const struct modes *m, double x);

#endif
