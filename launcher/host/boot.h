/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_BOOT_H
#define HOST_BOOT_H

/*
 * What boot options would add: the one kind of stillness that no running program can
 * give. (Documentation/admin-guide/kernel-parameters.txt, cpu-isolation.rst)
 */

#include <stdbool.h>

#include "choose.h"

enum { BOOT_MAX = 4 };

struct boot {
	const char *option; /* "isolcpus" */
	char value[200];    /* for the chosen cores: "managed_irq,domain,3,11" */
	bool is_in_force;   /* already, for all of them */
	const char *adds;   /* what it does, in words */
};

/*
 * Fills the rows for the whole cores that were chosen and returns how many. 0: there is
 * no other core that the rest of the system could live on.
 */
int boot_rows(const struct tree *tree, const struct topology *t, const struct choice *c,
	      struct boot out[BOOT_MAX]);

#endif
