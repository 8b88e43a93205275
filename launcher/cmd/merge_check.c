/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "merge_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../store/decode.h"
#include "unlike.h"

static int on_line(void *to, const char *kind, const char *line, size_t n, struct fail *f)
{
	struct merge_part *p = to;
	struct json_in in = { .where = p->path, .f = f };

	if (strcmp(kind, "session") != 0)
		return 0;
	if (json_parse(line, n, p->path, &p->line, f))
		return -1;
	decode_session(&in, p->line, &p->session);
	return in.is_bad ? -1 : 0;
}

static int on_invocation(void *to, const struct invocation *v, struct fail *f)
{
	struct merge_part *p = to;

	(void)f; /* cannot fail */
	p->invocations++;
	p->last_index = v->index > p->last_index ? v->index : p->last_index;
	p->last_round = v->round > p->last_round ? v->round : p->last_round;
	if (v->started_ns == UNKNOWN)
		return 0;
	if (p->process_count == p->process_room) {
		p->process_room = 2 * p->process_room + 64;
		p->processes = xrealloc(p->processes, p->process_room, sizeof(*p->processes));
	}
	p->processes[p->process_count++] =
		(struct merge_process){ v->started_ns, v->wall_ns, v->user_ns, 0 };
	return 0;
}

static int on_end(void *to, const struct results_end *end, struct fail *f)
{
	struct merge_part *p = to;

	p->is_complete = end->is_complete;
	p->ended_ns = end->ended_ns;
	(void)snprintf(p->why, sizeof(p->why), "%s", end->why ? end->why : ""); /* for people */
	return end->is_damaged ? fail_set(f, FAIL_HOST, "cannot merge a damaged file: %s", end->why) : 0;
}

int merge_read(const char *path, struct merge_part *out, struct fail *f)
{
	const struct results_sink sink = { .to = out, .line = on_line, .invocation = on_invocation,
					   .end = on_end };

	out->path = path;
	if (!strcmp(path, "-"))
		return fail_set(f, FAIL_USAGE, "merge reads its files twice: standard input cannot be one");
	return results_read(path, &sink, f);
}

void merge_free(struct merge_part *p)
{
	decode_free_session(&p->session);
	json_free(p->line);
	free(p->processes);
}

int merge_check(const struct merge_part *first, const struct merge_part *p, bool is_allowed,
		struct sentences *remarks, struct fail *f)
{
	const struct session *a = &first->session;
	const struct session *b = &p->session;
	char shown[200];
	char why[400] = "";

	fail_quote(shown, sizeof(shown), p->path);
	if (a->command_count != b->command_count)
		return fail_set(f, FAIL_USAGE, "cannot merge '%s': it has %d commands, the first file has %d",
				shown, b->command_count, a->command_count);
	if (!a->plan.rounds_most != !b->plan.rounds_most)
		return fail_set(f, FAIL_USAGE, "cannot merge '%s': only one of both is of versus", shown);
	unlike_commands(a, b, p->path, remarks, why, sizeof(why));
	unlike_sessions(a, b, p->path, remarks, why, sizeof(why));
	if (!why[0] || is_allowed)
		return 0;
	return fail_set(f, FAIL_USAGE, "cannot merge '%s': %s; --allow-unlike joins them", shown, why);
}

static int by_start(const void *a, const void *b)
{
	const struct merge_process *x = a;
	const struct merge_process *y = b;
	int64_t d = x->started_ns - y->started_ns;

	d = d ? d : x->wall_ns - y->wall_ns;
	d = d ? d : x->user_ns - y->user_ns;
	return (d > 0) - (d < 0);
}

int merge_check_twice(const struct merge_part *parts, int count, struct fail *f)
{
	owns_mem struct merge_process *all = NULL;
	size_t n = 0;

	for (int i = 0; i < count; i++)
		n += parts[i].process_count;
	all = xcalloc(n + 1, sizeof(*all));
	n = 0;
	for (int i = 0; i < count; i++)
		for (size_t k = 0; k < parts[i].process_count; k++) {
			all[n] = parts[i].processes[k];
			all[n++].part = i;
		}
	qsort(all, n, sizeof(*all), by_start);
	for (size_t i = 1; i < n; i++)
		if (!by_start(&all[i - 1], &all[i]))
			return fail_set(f, FAIL_USAGE,
					"cannot merge '%s' and '%s': both have one process, which would count "
					"twice",
					parts[all[i - 1].part].path, parts[all[i].part].path);
	return 0;
}

void merge_add_facts(struct json *line, const struct json *other)
{
	struct fail unused;
	struct json_in in = { .where = "", .f = &unused };
	struct json *host = json_member(&in, line, "host", '{');
	struct json *theirs = json_member(&in, other, "host", '{');

	for (size_t i = 0; host && i < json_count(theirs); i++) {
		const char *name = json_key(theirs, i);
		const char *value = json_has_text(theirs, name) ? json_text(&in, theirs, name, "") : "";
		const char *ours = json_has_text(host, name) ? json_text(&in, host, name, "") : "unknown";
		owns_text struct text joined = { 0 };
		owns_text struct text quoted = { 0 };

		if (!*value || strstr(ours, value))
			continue;
		text_printf(&joined, "%s + %s", ours, value);
		json_quote(&quoted, joined.s, joined.n);
		json_set(host, name, text_of(&quoted));
	}
}
