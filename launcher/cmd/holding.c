/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "holding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"

int holding_set_tier(const struct opt *row, const char *value, struct fail *f)
{
	int at = opt_word(row, value, plan_hold_words, f);

	return at < 0 ? -1 : (*(enum hold *)row->to = (enum hold)at, 0);
}

int holding_set_cage(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const words[] = { "auto", "plain", "shield", "partition", "none", NULL };
	int at = opt_word(row, value, words, f);

	return at < 0 ? -1 : (*(const char **)row->to = words[at], 0);
}

int holding_set_wait(const struct opt *row, const char *value, struct fail *f)
{
	int64_t ns;

	if (number_time(value, opt_name(row), &ns, f))
		return -1;
	*(int64_t *)row->to = (ns + 999999999) / 1000000000;
	return 0;
}

int holding_set_no_wait(const struct opt *row, const char *value, struct fail *f)
{
	(void)value; /* it takes none */
	(void)f;     /* and cannot fail */
	*(int64_t *)row->to = 0;
	return 0;
}

/*
 * Where others own the machine, its settings are changed only on an explicit wish: in a
 * container, a job of a batch system, a pod.
 */
static const char *guest_of(void)
{
	if (getenv("SLURM_JOB_ID") || getenv("PBS_JOBID"))
		return "a batch job";
	if (getenv("KUBERNETES_SERVICE_HOST"))
		return "a pod";
	if (!access("/.dockerenv", F_OK) || !access("/run/.containerenv", F_OK) ||
	    !access("/run/systemd/container", F_OK))
		return "a container";
	return NULL;
}

static void decline(struct holding *h, const char *why)
{
	(void)snprintf(h->why_not, sizeof(h->why_not), "%.290s", why); /* may be cut */
}

/* How far the hold goes. Sets why_not when it stops short of the host. */
static void decide(struct holding *h, const char *root)
{
	const struct holding_options *o = h->options;

	h->is_explicit = o->hold == HOLD_HOST || o->hold == HOLD_STRICT || o->require || o->only;
	if (o->hold == HOLD_NONE || o->hold == HOLD_PROCESS)
		decline(h, "not asked for");
	else if (getenv("BECALM_PIPE") || keeper_is_inside())
		decline(h, "another becalm around this one holds it");
	else if (o->is_frugal && !h->is_explicit && !root && geteuid() != 0 &&
		 access("/run/becalm/journal", F_OK))
		decline(h, "no rights");
	if (!h->is_explicit && !root && geteuid() == 0)
		h->guest = guest_of();
	if (h->guest && o->is_frugal && !h->why_not[0])
		(void)snprintf(h->why_not, sizeof(h->why_not), /* fits */
			       "this is %s, only --hold=host changes what others feel", h->guest);
}

static struct keeper_want want_of(const struct holding_options *o, const char *root)
{
	return (struct keeper_want){
		.root = root,
		.tier = o->hold == HOLD_STRICT ? "strict" : "default",
		.only = o->only,
		.without = o->without,
		.require = o->require,
		.cage = o->cage,
		.cage_parent = o->cage_parent,
		.wait_s = o->wait_s,
		.is_as_root = o->is_as_root,
		.has_realtime = true,
		.stop_fd = -1,
	};
}

static void print_sentence(const char *sentence, void *data)
{
	(void)data;
	(void)fprintf(stderr, "becalm: %s\n", sentence);
}

int holding_start(struct holding *h, const struct holding_options *o, const char *root,
		  struct fail *f)
{
	struct keeper_want want = want_of(o, root);

	*h = (struct holding){ .options = o, .keeper = { .fd = -1, .pidfd = -1 } };
	decide(h, root);
	if (h->why_not[0] && o->require)
		return fail_set(f, FAIL_HOST, "--require cannot be kept, host settings are not changed: %s",
				h->why_not);
	if (h->why_not[0])
		return 0;
	if (h->guest)
		want.tier = "none";
	want.may_sudo = o->hold == HOLD_HOST || o->hold == HOLD_STRICT;
	want.say = print_sentence;
	if (keeper_start(&h->keeper, &want, f)) {
		if (h->is_explicit)
			return -1;
		decline(h, f->text);
		f->kind = FAIL_NONE;
		return 0;
	}
	h->is_asking = true;
	if (h->keeper.has_rights)
		return 0;
	decline(h, "no rights (becalm --hold=host asks sudo for them)");
	if (!o->require)
		return 0;
	keeper_stop(&h->keeper);
	h->is_asking = false;
	return fail_set(f, FAIL_HOST, "--require needs root's rights, or --hold=host and sudo; nothing is changed");
}

static void add_remarks(struct holding *h, struct sentences *out)
{
	char *rest = h->keeper.remarks.n ? h->keeper.remarks.s : NULL;
	char *line;

	while (rest && (line = strsep(&rest, "\n")))
		if (*line)
			sentences_add(out, "%s", line);
	text_clear(&h->keeper.remarks);
}

/* "governor, turbo" of the rows that ended so. Returns how many. */
static int list_rows(const struct keeper *k, enum keeper_outcome outcome, struct text *out)
{
	int n = 0;

	for (int i = 0; i < k->row_count; i++)
		if (k->rows[i].outcome == outcome)
			text_printf(out, "%s%s", n++ ? ", " : "", k->rows[i].name);
	return n;
}

static void tell_held(const struct holding *h, struct sentences *out)
{
	const struct keeper *k = &h->keeper;
	owns_text struct text names = { 0 };
	int held = list_rows(k, KEEPER_HELD, &names);
	int felt = 0;

	if (h->guest)
		sentences_add(out, "only the cage, no settings: this is %s, others would feel them (--hold=host)",
			      h->guest);
	for (int i = 0; i < k->row_count; i++)
		felt += k->rows[i].outcome == KEEPER_HELD && !strcmp(k->rows[i].reach, "all");
	if (held)
		sentences_add(out, "held: %s (%d of them felt by all on this machine)", text_of(&names), felt);
	for (int i = 0; i < k->row_count; i++) {
		const struct keeper_row *row = &k->rows[i];

		if (row->outcome == KEEPER_REFUSED || (row->outcome == KEEPER_HELD && *row->reason))
			sentences_add(out, "%s: %s", row->name, row->reason);
	}
	text_clear(&names);
	if (list_rows(k, KEEPER_CANNOT, &names))
		sentences_add(out, "cannot be held here: %s (becalm host says why)", text_of(&names));
	if (k->cage.reason && *k->cage.reason)
		sentences_add(out, "cage: %s: %s", k->cage.form, k->cage.reason);
}

static void tell_not_held(struct holding *h, struct sentences *out)
{
	owns_text struct text names = { 0 };
	owns_text struct text holder = { 0 };

	if (list_rows(&h->keeper, KEEPER_WOULD, &names))
		sentences_add(out, "not held: %s: %s", text_of(&names), h->why_not);
	if (h->keeper.holder.is == KEEPER_DIED || h->keeper.holder.is == KEEPER_LIVES) {
		keeper_holder_text(&h->keeper.holder, &holder);
		sentences_add(out, "%s%s", h->keeper.holder.is == KEEPER_LIVES ? "the host is " : "",
			      text_of(&holder));
	}
}

static void name_cpus(struct holding *h, const struct choice *choice)
{
	h->keeper.want.cpus = &choice->measured;
	h->keeper.want.reserve = &choice->reserved;
}

int holding_probe(struct holding *h, const struct choice *choice, struct fail *f)
{
	if (!h->is_asking)
		return 0;
	name_cpus(h, choice);
	return keeper_probe(&h->keeper, f);
}

int holding_hold(struct holding *h, const struct choice *choice, int stop_fd,
		 struct sentences *out, struct fail *f)
{
	int rc;

	if (!h->is_asking)
		return 0;
	name_cpus(h, choice);
	h->keeper.want.stop_fd = stop_fd;
	rc = h->keeper.has_rights ? keeper_hold(&h->keeper, f) : keeper_probe(&h->keeper, f);
	h->keeper.want.stop_fd = -1;
	add_remarks(h, out);
	if (rc)
		return -1;
	if (h->keeper.is_held)
		tell_held(h, out);
	else
		tell_not_held(h, out);
	return 0;
}

static void tell_drifted(const struct keeper *k, struct sentences *out)
{
	for (int i = 0; i < k->row_count; i++)
		if (k->rows[i].outcome == KEEPER_DRIFTED)
			sentences_add(out, "%s is not held any more: %s", k->rows[i].name,
				      k->rows[i].reason);
}

int holding_check(struct holding *h, struct sentences *out, struct fail *f)
{
	int rc = h->is_asking ? keeper_check(&h->keeper, f) : 0;

	if (rc > 0)
		tell_drifted(&h->keeper, out);
	return rc;
}

static int count_drifted(const struct keeper *k)
{
	int n = 0;

	for (int i = 0; i < k->row_count; i++)
		n += k->rows[i].outcome == KEEPER_DRIFTED;
	return n;
}

static void note_drifted(struct holding *h)
{
	size_t at = strlen(h->drifted);

	for (int i = 0; i < h->keeper.row_count; i++) {
		const char *name = h->keeper.rows[i].name;

		if (h->keeper.rows[i].outcome == KEEPER_DRIFTED && at + strlen(name) + 3 < sizeof(h->drifted))
			at += (size_t)snprintf(h->drifted + at, sizeof(h->drifted) - at, ",%s,", name); /* fits */
	}
}

bool holding_end(struct holding *h, struct sentences *out)
{
	bool was_held = h->keeper.is_held;
	int drifted = count_drifted(&h->keeper);
	bool is_restored = true;
	struct fail f;

	if (!h->is_asking)
		return true;
	if (was_held)
		(void)keeper_release(&h->keeper, &f); /* is_gone tells */
	if (h->keeper.is_gone) {
		is_restored = !h->keeper.has_rights || holding_repair(h, out);
	} else if (was_held) {
		is_restored = !h->keeper.remarks.n;
		if (count_drifted(&h->keeper) > drifted)
			tell_drifted(&h->keeper, out);
		add_remarks(h, out);
	}
	note_drifted(h);
	keeper_stop(&h->keeper);
	h->is_asking = false;
	return is_restored;
}

bool holding_repair(struct holding *h, struct sentences *out)
{
	struct keeper_want want = h->keeper.want;
	struct fail f;

	keeper_last_words(&h->keeper);
	add_remarks(h, out);
	keeper_stop(&h->keeper);
	h->is_asking = false;
	if (keeper_start(&h->keeper, &want, &f)) {
		sentences_add(out, "the keeper died, and no other can be started: 'sudo becalm restore' puts the host back (%s)",
			      f.text);
		return false;
	}
	h->is_asking = true;
	if (!keeper_restore(&h->keeper, &f)) {
		sentences_add(out, "the keeper ended too early; the host is as before");
		return true;
	}
	sentences_add(out, "the keeper died, and the host is not put back ('sudo becalm restore'): %s", f.text);
	return false;
}
