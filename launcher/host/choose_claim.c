/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Choosing while other sessions choose, too. */
#include "choose.h"

int choose_and_claim(const struct topology *t, const struct given *g,
		     const struct wish *w, struct choice *out, struct claims *claims,
		     struct fail *f)
{
	struct cpus taken = {0};

	for (;;) {
		struct cpus before = taken;
		struct cpus cores;

		if (choose(t, g, w, &taken, out, f))
			return -1;
		if (w->is_nested)
			return 0;
		cores = cpus_or(&out->measured, &out->reserved);
		claims_take(claims, &cores, &taken);
		if (cpus_equal(&before, &taken))
			return 0;
		claims_drop(claims); /* somebody was faster: choose again without these */
	}
}
