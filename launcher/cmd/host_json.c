/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "../model/seeds.h"
#include "../store/json.h"
#include "host_look.h"

/* The whole list, however long. */
static void put_cpus(struct text *out, const char *key, const struct cpus *set)
{
	char list[8192];

	json_put_string(out, key, cpus_format(set, list, sizeof(list)));
}

static void put_sentences(struct text *out, const char *key, const struct sentences *s)
{
	json_open(out, key, '[');
	for (int i = 0; i < s->n; i++)
		json_put_string(out, NULL, s->line[i]);
	json_close(out, ']');
}

static void put_choice(const struct host_look *h, struct text *out)
{
	const struct choice *c = &h->choice;

	json_open(out, "choice", '{');
	put_cpus(out, "measured", &c->measured);
	put_cpus(out, "reserved", &c->reserved);
	put_cpus(out, "launcher", &c->launcher);
	json_put_bool(out, "isolated", c->is_isolated);
	json_put_bool(out, "shared", c->is_shared);
	json_put_bool(out, "launcher_shares", c->is_launcher_shared);
	json_put_string(out, "kind",
			c->kind < 0 ? NULL : h->topology.kinds[c->kind].name);
	json_put_known(out, "node", c->node);
	json_put_string(out, "why", c->why);
	put_sentences(out, "steps", &c->steps);
	json_close(out, '}');
}

static void put_place(const struct topology *t, int cpu, struct text *out)
{
	const struct place *p = &t->at[cpu];

	json_open(out, NULL, '{');
	json_put_int(out, "cpu", cpu);
	json_put_int(out, "core", p->core);
	json_put_known(out, "l3", p->l3);
	json_put_known(out, "node", p->node);
	json_put_string(out, "kind", p->kind < 0 ? NULL : t->kinds[p->kind].name);
	json_put_known(out, "speed", p->speed ? p->speed : -1);
	json_close(out, '}');
}

static void put_cpus_we_have(const struct host_look *h, struct text *out)
{
	const struct topology *t = &h->topology;
	struct cpus group = cpus_and(&h->given.group, &t->possible);
	struct cpus affinity = cpus_and(&h->given.affinity, &t->possible);
	struct cpus isolated = cpus_or(&t->isolated, &h->given.isolated);

	json_open(out, "cpus", '{');
	put_cpus(out, "possible", &t->possible);
	put_cpus(out, "online", &t->online);
	put_cpus(out, "group", &group);
	put_cpus(out, "affinity", &affinity);
	put_cpus(out, "usable", &h->choice.usable);
	put_cpus(out, "isolated", &isolated);
	put_cpus(out, "nohz_full", &t->nohz_full);
	json_open(out, "each", '[');
	for (int cpu = -1; (cpu = cpus_next(&t->online, cpu)) >= 0;)
		put_place(t, cpu, out);
	json_close(out, ']');
	json_close(out, '}');
}

static void put_kinds(const struct topology *t, struct text *out)
{
	json_open(out, "kinds", '[');
	for (int i = 0; i < t->kind_count; i++) {
		json_open(out, NULL, '{');
		json_put_string(out, "name", t->kinds[i].name);
		put_cpus(out, "cpus", &t->kinds[i].cpus);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_entropy(struct text *out, const char *name, bool can_fix, const char *why)
{
	json_open(out, NULL, '{');
	json_put_string(out, "name", name);
	json_put_bool(out, "can_fix", can_fix);
	json_put_string(out, "reason", why);
	json_close(out, '}');
}

static void put_boot(const struct host_look *h, struct text *out)
{
	json_open(out, "boot", '[');
	for (int i = 0; i < h->boot_count; i++) {
		json_open(out, NULL, '{');
		json_put_string(out, "option", h->boot[i].option);
		json_put_string(out, "value", h->boot[i].value);
		json_put_bool(out, "in_force", h->boot[i].is_in_force);
		json_put_string(out, "adds", h->boot[i].adds);
		json_close(out, '}');
	}
	json_close(out, ']');
}

void host_json(const struct host_look *h, struct text *out)
{
	json_open(out, NULL, '{');
	json_put_string(out, "format", "becalm-host");
	json_put_int(out, "version", 1);
	put_choice(h, out);
	put_cpus_we_have(h, out);
	put_kinds(&h->topology, out);
	json_open(out, "facts", '{');
	for (int i = 0; i < h->facts.count; i++)
		json_put_string(out, h->facts.rows[i].name, h->facts.rows[i].value);
	json_close(out, '}');
	json_open(out, "entropy", '[');
	put_entropy(out, "address layout", !h->layout_errno || h->is_layout_fixed,
		    h->layout_errno ? strerror(h->layout_errno) : NULL);
	put_entropy(out, "hash seeds", true, NULL);
	put_entropy(out, "environment size", true, NULL);
	json_close(out, ']');
	host_knob_json(h, out);
	put_boot(h, out);
	put_sentences(out, "remarks", &h->remarks);
	json_close(out, '}');
	json_indent(out);
}

void host_seed_json(struct text *out)
{
	json_open(out, NULL, '[');
	for (const struct seed *s = seeds; s->language; s++) {
		json_open(out, NULL, '{');
		json_put_string(out, "language", s->language);
		json_put_string(out, "variable", s->variable);
		json_put_string(out, "value", s->value);
		json_put_bool(out, "constant", s->is_constant);
		json_put_string(out, "remark", s->remark);
		json_close(out, '}');
	}
	json_close(out, ']');
	json_indent(out);
}
