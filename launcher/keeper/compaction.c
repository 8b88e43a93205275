/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proactive compaction moves pages, those of the benchmark too, whenever it finds
 * memory fragmented: kcompactd then takes time and locks (mm/compaction.c).
 */
#include "knob.h"

#define FILE_PATH "proc/sys/vm/compaction_proactiveness"

static int compaction_probe(struct want *w, struct fail *why)
{
	if (!tree_has(&w->m->root, FILE_PATH))
		return fail_set(why, FAIL_HOST, "this kernel compacts memory only when it must");
	return want_edit(w, FILE_PATH, "0", why);
}

const struct knob knob_compaction = {
	.name = "compaction",
	.summary = "no compaction of memory ahead of need",
	.tier = TIER_STRICT,
	.reach = REACH_ALL,
	.files = (const struct knob_file[]){ { FILE_PATH, KIND_NUMBER }, { NULL, 0 } },
	.probe = compaction_probe,
};
