/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernel work that is bound to no CPU runs on the CPUs of this mask; that of the
 * single workqueues only narrows it (Documentation/core-api/workqueue.rst).
 */
#include "knob.h"

#include <string.h>

#include "../base/text.h"

#define MASK "sys/devices/virtual/workqueue/cpumask"

static int workqueues_probe(struct want *w, struct fail *why)
{
	owns_text struct text value = { 0 };
	char now[2048];
	struct cpus mask, ours;

	if (!tree_peek(&w->m->root, MASK, now, sizeof(now)))
		return fail_set(why, FAIL_HOST, "this kernel does not let workqueues be moved");
	if (mask_parse(now, &mask))
		return fail_set(why, FAIL_HOST, "'/%s' holds no mask of CPUs", MASK);
	ours = cpus_and(&mask, &w->m->cage);
	if (cpus_is_empty(&ours))
		return 0;
	mask = cpus_minus(&mask, &ours);
	if (!cpus_overlap(&mask, &w->m->online))
		return fail_set(why, FAIL_HOST, "there is no other CPU for kernel work");
	mask_format(&mask, &value);
	return want_edit(w, MASK, text_of(&value), why);
}

const struct knob knob_workqueues = {
	.name = "workqueues",
	.summary = "unbound kernel work runs elsewhere",
	.tier = TIER_STRICT,
	.reach = REACH_CAGE,
	.files = (const struct knob_file[]){ { MASK, KIND_MASK }, { NULL, 0 } },
	.probe = workqueues_probe,
};
