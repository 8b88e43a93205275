/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With 'always' a program gets huge pages where memory happens to be whole, and
 * small ones where it is not: luck that differs from process to process. Programs
 * that ask (madvise) still get them. khugepaged would change pages under a running
 * program.
 */
#include "knob.h"

#include <string.h>

#define THP "sys/kernel/mm/transparent_hugepage/"

static int no_always(struct want *w, const char *path, struct fail *why)
{
	char now[256];

	if (!tree_peek(&w->m->root, path, now, sizeof(now)) || !strstr(now, "[always]"))
		return 0;
	return want_edit(w, path, "madvise", why);
}

static int thp_probe(struct want *w, struct fail *why)
{
	if (!tree_has(&w->m->root, THP "enabled"))
		return fail_set(why, FAIL_HOST, "this kernel has no transparent huge pages");
	if (no_always(w, THP "enabled", why) || no_always(w, THP "defrag", why))
		return -1;
	if (!tree_has(&w->m->root, THP "khugepaged/defrag"))
		return 0;
	return want_edit(w, THP "khugepaged/defrag", "0", why);
}

const struct knob knob_thp = {
	.name = "huge-pages",
	.summary = "transparent huge pages only where a program asks for them",
	.tier = TIER_STRICT,
	.reach = REACH_ALL,
	.files =
		(const struct knob_file[]){
			{ THP "enabled", KIND_WORD },
			{ THP "defrag", KIND_WORD },
			{ THP "khugepaged/defrag", KIND_NUMBER },
			{ NULL, 0 },
		},
	.probe = thp_probe,
};
