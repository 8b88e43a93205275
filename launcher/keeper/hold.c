/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hold.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "cage.h"
#include "touch.h"

static void __attribute__((format(printf, 3, 4)))
end_row(struct row *row, enum outcome outcome, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)vsnprintf(row->reason, sizeof(row->reason), format, args); /* may be cut */
	va_end(args);
	row->outcome = outcome;
}

/* The error's meaning here, where strerror() does not tell. */
static const char *meaning(int error)
{
	switch (error) {
	case 0:
		return "it reads otherwise afterwards";
	case EROFS:
		return "read-only here (a container?)";
	case EXDEV:
		return "not the kernel's own file";
	default:
		return strerror(error);
	}
}

/* "'/proc/irq/25/smp_affinity_list' and 2 more: Input/output error" */
static void name_refused(const struct edits *e, const struct row *row, int error, char *out,
			 size_t size)
{
	const char *first = NULL;
	int more = 0;

	for (size_t i = row->first; i < row->first + row->n; i++) {
		if (e->list[i].state != EDIT_REFUSED || e->list[i].error != error)
			continue;
		if (first)
			more++;
		else
			first = e->list[i].path;
	}
	if (!first)
		out[0] = '\0';
	else if (more)
		(void)snprintf(out, size, "'/%s' and %d more: %s", first, more, meaning(error));
	else
		(void)snprintf(out, size, "'/%s': %s", first, meaning(error));
}

/* Equal refusals make one phrase, however many files there are. */
static void tell_refused(const struct edits *e, struct row *row, size_t made, size_t refused)
{
	bool is_held = row->knob->is_tolerant && made;
	int told[3];
	int n = 0;

	end_row(row, is_held ? OUTCOME_HELD : OUTCOME_REFUSED, made ? "%zu of %zu files refused" : "refused",
		refused, made + refused);
	for (size_t i = row->first; i < row->first + row->n && n < 3; i++) {
		bool is_new = e->list[i].state == EDIT_REFUSED;
		size_t at = strlen(row->reason);
		char phrase[200];

		for (int k = 0; k < n; k++)
			is_new &= told[k] != e->list[i].error;
		if (!is_new)
			continue;
		told[n++] = e->list[i].error;
		name_refused(e, row, e->list[i].error, phrase, sizeof(phrase));
		(void)snprintf(row->reason + at, sizeof(row->reason) - at, "%s%s", n == 1 ? ": " : "; ",
			       phrase); /* may be cut */
	}
}

static void judge(struct session *s, struct row *row)
{
	const struct edits *e = &s->journal.edits;
	size_t made = 0;
	size_t refused = 0;

	if (!row->n || row->outcome == OUTCOME_CANNOT)
		return;
	for (size_t i = row->first; i < row->first + row->n; i++) {
		if (e->list[i].how == HOW_KEEP)
			continue;
		made += e->list[i].state == EDIT_MADE;
		refused += e->list[i].state == EDIT_REFUSED;
	}
	if (refused)
		tell_refused(e, row, made, refused);
	else
		end_row(row, OUTCOME_HELD, "%s", "");
	if (row->knob->tell)
		row->knob->tell(&s->machine, e->list + row->first, row->n, row->reason,
				sizeof(row->reason));
}

/* A read-only mount or a missing right is told before anything is tried. */
static void check_writable(struct session *s, struct row *row)
{
	const struct edits *e = &s->journal.edits;
	size_t denied = 0;
	int error = 0;

	for (size_t i = row->first; i < row->first + row->n; i++)
		if (!touch_can_write(&s->root, e->list[i].path)) {
			error = errno;
			denied++;
		}
	if (!row->n || denied < row->n || (!s->has_rights && error != EROFS))
		return;
	if (row->n > 1)
		end_row(row, OUTCOME_CANNOT, "'/%s' and %zu more: %s", e->list[row->first].path, row->n - 1,
			meaning(error));
	else
		end_row(row, OUTCOME_CANNOT, "'/%s': %s", e->list[row->first].path, meaning(error));
}

static const char *not_asked(const struct plan *p, int index)
{
	if (p->is_without[index] || p->has_only)
		return "not asked for";
	return knobs[index]->tier == TIER_STRICT ? "only with --hold=strict" : "only when named";
}

static void probe_knob(struct session *s, int index)
{
	struct row *row = &s->rows[s->row_count++];
	struct edits *e = &s->journal.edits;
	struct want want = { knobs[index], &s->machine, e };
	struct fail why;

	*row = (struct row){ .knob = knobs[index], .first = e->n, .outcome = OUTCOME_LEFT };
	if (!plan_wants(&s->plan, index))
		end_row(row, OUTCOME_LEFT, "%s", not_asked(&s->plan, index));
	else if (!conf_lists(s->conf.knobs, knobs[index]->name))
		end_row(row, OUTCOME_CANNOT, "not allowed by /etc/becalm/keeper.conf");
	else if (knobs[index]->probe(&want, &why))
		end_row(row, OUTCOME_CANNOT, "%s", why.text);
	else
		row->outcome = e->n > row->first ? OUTCOME_WOULD : OUTCOME_STILL;
	row->n = e->n - row->first;
	if (row->outcome == OUTCOME_WOULD)
		check_writable(s, row);
	if (row->outcome == OUTCOME_CANNOT) {
		edits_cut(e, row->first);
		row->n = 0;
	}
}

void hold_probe(struct session *s)
{
	s->row_count = 0;
	for (int i = 0; knobs[i]; i++)
		probe_knob(s, i);
}

int hold_check_required(const struct session *s, struct fail *f)
{
	for (int i = 0; i < s->row_count; i++) {
		const struct row *row = &s->rows[i];

		if (plan_requires(&s->plan, i) && row->outcome != OUTCOME_WOULD &&
		    row->outcome != OUTCOME_STILL && row->outcome != OUTCOME_HELD)
			return fail_set(f, FAIL_HOST,
					"%s is required and cannot be held (%s); nothing is changed",
					row->knob->name, row->reason);
	}
	return 0;
}

/* Some files take a value only for a while, or another than was written. */
static void read_back(const struct tree *t, struct edit *e, bool has_failed)
{
	owns_text struct text now = { 0 };
	int error = errno;

	if (has_failed || e->how == HOW_KEEP ? touch_read(t, e->path, &now)
					     : edit_settled(t, e, e->after, &now)) {
		e->state = EDIT_REFUSED;
		e->error = has_failed ? error : errno;
		if (!has_failed && e->how != HOW_KEEP)
			e->reads = xstrdup(e->after); /* written, it must be undone */
		return;
	}
	e->reads = xstrdup(text_of(&now));
	if (e->how == HOW_KEEP || kind_same(e->kind, e->reads, e->after)) {
		e->state = EDIT_MADE;
		return;
	}
	e->error = has_failed ? error : 0;
	e->state = EDIT_REFUSED;
	if (kind_same(e->kind, e->reads, e->before)) {
		free(e->reads);
		e->reads = NULL;
	}
}

static void make_file(const struct tree *t, struct edit *e)
{
	bool has_failed = e->how != HOW_KEEP && touch_write(t, e->path, e->after);

	read_back(t, e, has_failed);
}

static void make_device(const struct tree *t, struct edit *e)
{
	e->fd = touch_device(t, e->path, (int32_t)strtol(e->after, NULL, 10));
	e->error = errno;
	e->state = e->fd < 0 ? EDIT_REFUSED : EDIT_MADE;
	e->reads = e->fd < 0 ? NULL : xstrdup(e->after);
}

/*
 * A file that refused but reads otherwise than before was changed after all (it has
 * 'reads' then): the journal gets its value, and undo looks at it.
 */
static int note(struct session *s, size_t index, struct fail *f)
{
	const struct edit *e = &s->journal.edits.list[index];

	if (e->reads ? journal_reads(s->journal_fd, index, e->reads) :
			 journal_refused(s->journal_fd, index))
		return fail_sys(f, "cannot add to '/run/becalm/journal'");
	return 0;
}

/* What the others' edits made of those that follow them: see undo.c. */
static int settle(struct session *s, struct fail *f)
{
	for (size_t i = s->leftover; i < s->journal.edits.n; i++) {
		struct edit *e = &s->journal.edits.list[i];
		owns_text struct text now = { 0 };

		if (e->how == HOW_SET || !e->reads || touch_read(&s->root, e->path, &now) ||
		    kind_same(e->kind, text_of(&now), e->reads))
			continue;
		free(e->reads);
		e->reads = xstrdup(text_of(&now));
		if (journal_reads(s->journal_fd, i, e->reads))
			return fail_sys(f, "cannot add to '/run/becalm/journal'");
	}
	s->journal.is_settled = true;
	return journal_settled(s->journal_fd) ? fail_sys(f, "cannot add to '/run/becalm/journal'") : 0;
}

int hold_make(struct session *s, struct fail *f)
{
	struct edits *e = &s->journal.edits;

	for (size_t i = s->leftover; i < e->n; i++) {
		struct edit *edit = &e->list[i];

		if (!strcmp(edit->knob, "cage"))
			cage_make(s, edit);
		else if (edit->kind == KIND_DEVICE)
			make_device(&s->root, edit);
		else
			make_file(&s->root, edit);
		if (note(s, i, f))
			return -1;
	}
	for (int i = 0; i < s->row_count; i++)
		judge(s, &s->rows[i]);
	return settle(s, f);
}

/* Has it become another than we left it? 'why' tells then. */
static bool has_drifted(const struct tree *t, struct edit *e, struct text *why)
{
	owns_text struct text now = { 0 };

	if (e->state != EDIT_MADE || e->kind >= KIND_GROUP || e->how == HOW_KEEP)
		return false;
	if (touch_read(t, e->path, &now))
		text_printf(why, "'/%s' cannot be read any more (%s)", e->path, strerror(errno));
	else if (!kind_same(e->kind, text_of(&now), e->reads))
		text_printf(why, "somebody else changed '/%s' from '%.*s' to '%.*s'", e->path,
			    (int)strcspn(e->reads, "\n"), e->reads,
			    (int)strcspn(text_of(&now), "\n"), text_of(&now));
	if (why->n)
		e->state = EDIT_DRIFTED;
	return why->n;
}

int hold_check(struct session *s)
{
	int drifted = 0;

	for (int i = 0; i < s->row_count; i++) {
		struct row *row = &s->rows[i];
		bool is_new = false;

		for (size_t k = row->first; k < row->first + row->n; k++) {
			owns_text struct text why = { 0 };

			if (!has_drifted(&s->root, &s->journal.edits.list[k], &why) || is_new)
				continue;
			is_new = true;
			end_row(row, OUTCOME_DRIFTED, "%s", text_of(&why));
		}
		drifted += is_new;
	}
	return drifted;
}
