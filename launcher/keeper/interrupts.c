/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interrupts keep to the CPUs outside the cage, to all of them: moved to one, they
 * would run out of vectors (scylladb/seastar#703). Managed ones (queues of NVMe and
 * network cards) refuse; that is told in one line and changes nothing else.
 */
#include "knob.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../base/text.h"

#define IRQ "proc/irq/"
#define FALLBACK IRQ "default_smp_affinity"

struct irqs {
	int *list;
	size_t n, room;
};

static int note(const char *name, void *data)
{
	struct irqs *all = data;

	if (strlen(name) > 6 || name[strspn(name, "0123456789")])
		return 0;
	if (all->n == all->room) {
		all->room = all->room ? all->room * 2 : 64;
		all->list = xrealloc(all->list, all->room, sizeof(*all->list));
	}
	all->list[all->n++] = atoi(name);
	return 0;
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* An interrupt that nobody handles never fires; its file may refuse all the same. */
static bool is_unused(const struct tree *t, int irq)
{
	char path[64], actions[64];

	(void)snprintf(path, sizeof(path), "sys/kernel/irq/%d/actions", irq); /* fits */
	return tree_peek(t, path, actions, sizeof(actions)) && !actions[0];
}

static void move(struct want *w, int irq)
{
	char path[64], list[8192];
	struct cpus now, outside;
	struct fail unused;

	(void)snprintf(path, sizeof(path), IRQ "%d/smp_affinity_list", irq); /* fits */
	if (is_unused(&w->m->root, irq) || !tree_peek(&w->m->root, path, list, sizeof(list)) ||
	    cpus_parse_file(list, path, &now, &unused) || !cpus_overlap(&now, &w->m->cage))
		return;
	outside = cpus_and(&now, &w->m->others);
	if (cpus_is_empty(&outside))
		outside = w->m->others;
	(void)want_edit(w, path, cpus_format(&outside, list, sizeof(list)), &unused); /* read just now */
}

/* Of interrupts that are set up later. */
static int move_fallback(struct want *w, struct fail *why)
{
	owns_text struct text value = { 0 };
	char now[2048];
	struct cpus mask, outside;

	if (!tree_peek(&w->m->root, FALLBACK, now, sizeof(now)) || mask_parse(now, &mask) ||
	    !cpus_overlap(&mask, &w->m->cage))
		return 0;
	outside = cpus_minus(&mask, &w->m->cage);
	if (!cpus_overlap(&outside, &w->m->online))
		return 0;
	mask_format(&outside, &value);
	return want_edit(w, FALLBACK, text_of(&value), why);
}

static int interrupts_probe(struct want *w, struct fail *why)
{
	struct irqs all = { 0 };

	if (tree_list(&w->m->root, IRQ, note, &all) < 0)
		return fail_set(why, FAIL_HOST, "this kernel does not show its interrupts");
	if (cpus_is_empty(&w->m->others)) {
		free(all.list);
		return fail_set(why, FAIL_HOST, "there is no other CPU for interrupts");
	}
	if (all.n)
		qsort(all.list, all.n, sizeof(*all.list), by_number);
	for (size_t i = 0; i < all.n; i++)
		move(w, all.list[i]);
	free(all.list);
	return move_fallback(w, why);
}

/* "25,26 and 3 more" */
struct numbers {
	int n;
	char list[80];
};

static void add_number(struct numbers *to, int irq)
{
	size_t at = strlen(to->list);

	if (to->n++ < 8)
		(void)snprintf(to->list + at, sizeof(to->list) - at, at ? ",%d" : "%d", irq); /* fits */
	else if (to->n == 9)
		(void)snprintf(to->list + at, sizeof(to->list) - at, ",..."); /* fits */
}

/* A write may be taken and yet wait for the interrupt's next occurrence. */
static bool is_pending(const struct machine *m, int irq)
{
	char path[64], list[8192];
	struct cpus now;
	struct fail unused;

	(void)snprintf(path, sizeof(path), IRQ "%d/effective_affinity_list", irq); /* fits */
	return tree_peek(&m->root, path, list, sizeof(list)) &&
	       !cpus_parse_file(list, path, &now, &unused) && cpus_overlap(&now, &m->cage);
}

static void interrupts_tell(const struct machine *m, const struct edit *edits, size_t n, char *reason,
			    size_t size)
{
	struct numbers pending = { .n = 0 };
	struct numbers refused = { .n = 0 };
	int moved = 0;
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = edits[i].path + strlen(IRQ);
		int irq = atoi(name);

		if (*name < '0' || *name > '9')
			continue;
		if (edits[i].state != EDIT_MADE)
			add_number(&refused, irq);
		else if (is_pending(m, irq))
			add_number(&pending, irq);
		else
			moved++;
	}
	if (!pending.n && !refused.n)
		return;
	at = (size_t)snprintf(reason, size, "%d moved", moved); /* all of it fits */
	if (pending.n)
		at += (size_t)snprintf(reason + at, size - at, ", %d pending (%s)", pending.n, pending.list);
	if (refused.n)
		(void)snprintf(reason + at, size - at, ", %d cannot be moved (%s)", refused.n, refused.list);
}

const struct knob knob_interrupts = {
	.name = "interrupts",
	.summary = "devices interrupt other CPUs",
	.tier = TIER_DEFAULT,
	.reach = REACH_CAGE,
	.is_tolerant = true,
	.files =
		(const struct knob_file[]){
			{ IRQ "#/smp_affinity_list", KIND_LIST },
			{ FALLBACK, KIND_MASK },
			{ NULL, 0 },
		},
	.probe = interrupts_probe,
	.tell = interrupts_tell,
};
