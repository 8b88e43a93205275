/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The keeper's part of becalm host: who holds the machine, and what each knob would do. */

#include <ctype.h>

#include "../store/json.h"
#include "host_look.h"

void host_knobs_look(struct host_look *h, const char *root)
{
	const struct keeper_want want = {
		.root = root,
		.cpus = &h->choice.measured,
		.reserve = &h->choice.reserved,
		.tier = "all",
		.cage = "auto",
		.stop_fd = -1,
	};
	struct fail f;

	h->keeper.fd = h->keeper.pidfd = -1;
	if (!keeper_start(&h->keeper, &want, &f) && !keeper_probe(&h->keeper, &f))
		return;
	sentences_add(&h->remarks, "the keeper cannot be asked what it would hold: %s", f.text);
}

void host_holder_words(const struct host_look *h, struct text *out)
{
	size_t start = out->n;

	if (h->keeper.fd < 0)
		return;
	keeper_holder_text(&h->keeper.holder, out);
	out->s[start] = (char)toupper((unsigned char)out->s[start]);
	text_puts(out, "\n\n");
}

static void knob_words(const struct keeper_row *row, struct text *out)
{
	const char *outcome = keeper_outcome_words[row->outcome];
	const struct keeper_edit *e = row->edits;

	if (*row->reason)
		host_row(out, row->name, "%s: %s", outcome, row->reason);
	else if (row->edit_count > 1)
		host_row(out, row->name, "%s: %s -> %s, and %d files more", outcome,
			 *e->before ? e->before : "(default)", e->after, row->edit_count - 1);
	else if (row->edit_count)
		host_row(out, row->name, "%s: %s -> %s", outcome, *e->before ? e->before : "(default)",
			 e->after);
	else
		host_row(out, row->name, "%s: %s", outcome, row->summary);
}

void host_knob_words(const struct host_look *h, struct text *out)
{
	if (!h->keeper.row_count)
		return;
	text_puts(out, "\nWhat becalm --hold=host and --hold=strict would do\n");
	for (int i = 0; i < h->keeper.row_count; i++)
		knob_words(&h->keeper.rows[i], out);
}

static void put_edit(const struct keeper_edit *e, struct text *out)
{
	json_open(out, NULL, '{');
	json_put_string(out, "path", e->path);
	json_put_string(out, "before", e->before);
	json_put_string(out, "after", e->after);
	json_close(out, '}');
}

static void put_knob(const struct keeper_row *row, struct text *out)
{
	json_open(out, NULL, '{');
	json_put_string(out, "name", row->name);
	json_put_string(out, "summary", row->summary);
	json_put_string(out, "outcome", keeper_outcome_words[row->outcome]);
	json_put_string(out, "reason", *row->reason ? row->reason : NULL);
	json_put_string(out, "tier", row->tier);
	json_put_string(out, "reach", row->reach);
	json_open(out, "edits", '[');
	for (int i = 0; i < row->edit_count; i++)
		put_edit(&row->edits[i], out);
	json_close(out, ']');
	json_close(out, '}');
}

void host_knob_json(const struct host_look *h, struct text *out)
{
	owns_text struct text holder = { 0 };

	if (h->keeper.fd >= 0)
		keeper_holder_text(&h->keeper.holder, &holder);
	json_put_string(out, "holder", holder.n ? holder.s : NULL);
	json_open(out, "knobs", '[');
	for (int i = 0; i < h->keeper.row_count; i++)
		put_knob(&h->keeper.rows[i], out);
	json_close(out, ']');
}
