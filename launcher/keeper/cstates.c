/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A CPU in a deep sleep needs up to some hundred microseconds to wake. The wish for
 * a short latency lasts as long as the descriptor is open, so the kernel undoes it
 * by itself. Not 0: polling would take power and clock from the sibling thread.
 */
#include "knob.h"

#include <fcntl.h>
#include <sys/stat.h>

#define DEVICE "dev/cpu_dma_latency"

static int cstates_probe(struct want *w, struct fail *why)
{
	struct stat st;

	if (fstatat(w->m->root.fd, DEVICE, &st, AT_SYMLINK_NOFOLLOW) || !S_ISCHR(st.st_mode))
		return fail_set(why, FAIL_HOST, "no /%s here", DEVICE);
	(void)edits_add(w->edits, w->knob->name, KIND_DEVICE, DEVICE, "", "20");
	return 0;
}

const struct knob knob_cstates = {
	.name = "sleep-states",
	.summary = "no sleep that takes over 20 us to wake from",
	.tier = TIER_DEFAULT,
	.reach = REACH_ALL,
	.files = (const struct knob_file[]){ { DEVICE, KIND_DEVICE }, { NULL, 0 } },
	.probe = cstates_probe,
};
