/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_CLAIM_H
#define HOST_CLAIM_H

/*
 * Two sessions must not measure on the same CPU. Each binds the abstract socket
 * "becalm/cpu/N" for its CPUs; the kernel drops the name when the session ends,
 * however it ends, and no rights are needed. (unix(7); names are seen within one
 * network namespace: containers do not see each other.)
 */

#include <stddef.h>

#include "../base/cpus.h"
#include "../base/tree.h"

struct claims {
	int *fds;
	size_t n;
};

/*
 * Claims every CPU of 'set'. Those that another session holds are added to 'taken'
 * and left out. Where there are no sockets at all, nothing is claimed or taken.
 */
void claims_take(struct claims *c, const struct cpus *set, struct cpus *taken);

/* CPUs that sessions hold now, ours included, without claiming any: from proc/net/unix.
 */
struct cpus claims_seen(const struct tree *t);

void claims_drop(struct claims *c);

#endif
