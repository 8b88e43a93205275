/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_GIVEN_H
#define HOST_GIVEN_H

/*
 * Which CPUs we were given: by the cpuset group that we live in (a container, a pod, a
 * batch job, a cage) and by our affinity mask (taskset, some batch systems).
 */

#include "../base/cpus.h"
#include "../base/fail.h"
#include "../base/tree.h"

enum cgroups { CGROUPS_NONE, CGROUPS_V1, CGROUPS_V2, CGROUPS_HYBRID };

extern const char *const given_cgroups_words[]; /* "none", "v1", "v2", "hybrid", NULL */

struct given {
	struct cpus
	    group; /* the limit of our cpuset group; every number when there is none */
	struct cpus
	    affinity; /* our mask; on a fake root proc/self/status, else every number */
	struct cpus
	    isolated; /* by v2 partitions anywhere on the host, where that can be seen */
	enum cgroups cgroups; /* which hierarchies are mounted */
	int cpuset_version;   /* of the hierarchy that owns cpusets: 1, 2, or 0: none does
			       */
	char name[512];	      /* our group there, as /proc/self/cgroup has it; "" */
	char file[1024];      /* where 'group' was read, without leading slash; "" */
};

/*
 * Reads /proc/self/mountinfo and /proc/self/cgroup and climbs from our group to the
 * first one with a limit. Mounts nothing. Fails only on a malformed list.
 */
int given_read(const struct tree *t, struct given *out, struct fail *f);

#endif
