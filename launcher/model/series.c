/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "series.h"

#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../base/text.h"
#include "../stats/summary.h"

enum { TRACKS_MAX = 4096, PENDING_MAX = 65536 };

/* The new room for an array that holds 'count', grown by half. */
static size_t grown(size_t count)
{
	return count + count / 2 + 16;
}

void series_free(struct series *s)
{
	for (size_t i = 0; i < s->track_count; i++) {
		free(s->tracks[i].name);
		free(s->tracks[i].unit);
		free(s->tracks[i].samples);
		free(s->tracks[i].pending);
	}
	free(s->tracks);
	free(s->processes);
	*s = (struct series){ 0 };
}

struct track *series_track(struct series *s, const char *name, const char *unit, bool is_timed)
{
	for (size_t i = 0; i < s->track_count; i++) {
		size_t at = (s->last + i) % s->track_count;

		if (!strcmp(s->tracks[at].name, name)) {
			s->last = at;
			return &s->tracks[at];
		}
	}
	if (s->track_count == TRACKS_MAX)
		return NULL;
	if (s->track_count == s->track_room) {
		s->track_room = grown(s->track_count);
		s->tracks = xrealloc(s->tracks, s->track_room, sizeof(*s->tracks));
	}
	s->tracks[s->track_count] = (struct track){
		.name = xstrdup(name),
		.unit = xstrdup(unit),
		.is_timed = is_timed,
		.stride = 1,
	};
	text_tame(s->tracks[s->track_count].unit); /* shown beside each number */
	return &s->tracks[s->track_count++];
}

/* Keeps every second of the pending runs, and from now on half as many. */
static void thin(struct track *t)
{
	for (size_t i = 0; i < t->pending_count / 2; i++)
		t->pending[i] = t->pending[2 * i];
	t->pending_count /= 2;
	t->stride *= 2;
}

void series_run(struct track *t, double value)
{
	if (t->seen++ % t->stride)
		return;
	if (t->pending_count == PENDING_MAX) {
		thin(t);
		if ((t->seen - 1) % t->stride)
			return;
	}
	if (t->pending_count == t->pending_room) {
		t->pending_room = grown(t->pending_count);
		t->pending = xrealloc(t->pending, t->pending_room, sizeof(*t->pending));
	}
	t->pending[t->pending_count++] = value;
}

static void close_track(struct track *t, const struct invocation *v)
{
	size_t seen = t->seen;

	t->seen = 0;
	t->stride = 1;
	if (!t->pending_count)
		return;
	if (invocation_counts(v)) {
		components_add(&t->spread, t->pending, t->pending_count);
		if (t->count == t->room) {
			t->room = grown(t->count);
			t->samples = xrealloc(t->samples, t->room, sizeof(*t->samples));
		}
		t->samples[t->count++] = (struct sample){
			.value = summary_median_inplace(t->pending, t->pending_count),
			.invocation = (int32_t)v->index,
			.runs = (int32_t)seen,
		};
	}
	t->pending_count = 0;
}

void series_close(struct series *s, const struct invocation *v)
{
	for (size_t i = 0; i < s->track_count; i++)
		close_track(&s->tracks[i], v);
	if (s->process_count == s->process_room) {
		s->process_room = grown(s->process_count);
		s->processes = xrealloc(s->processes, s->process_room, sizeof(*s->processes));
	}
	s->processes[s->process_count++] = (struct process){
		.wall_ns = v->wall_ns,
		.user_ns = v->user_ns,
		.sys_ns = v->sys_ns,
		.max_rss_kib = (int32_t)v->max_rss_kib,
		.is_counted = invocation_counts(v),
		.is_warmup = v->is_warmup || v->is_calibrating,
		.is_failed = v->failed != NULL,
		.is_disturbed = v->disturbed != NULL,
		.index = (uint32_t)v->index & 0xfffffff,
	};
}

void series_values(const struct track *t, double *out)
{
	for (size_t i = 0; i < t->count; i++)
		out[i] = t->samples[i].value;
}
