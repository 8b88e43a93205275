/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"

/* Processes that differ by a smaller share are not told apart as groups. */
static const double groups_resolution = 0.001;

/* Copies the samples of undisturbed processes to x; returns how many there are. */
static size_t undisturbed(const struct series *s, const struct track *t, double *x)
{
	size_t kept = 0;
	size_t p = 0;

	for (size_t i = 0; i < t->count; i++) {
		while (p < s->process_count &&
		       s->processes[p].index != (uint32_t)t->samples[i].invocation)
			p++;
		if (p < s->process_count && s->processes[p].is_disturbed)
			continue;
		x[kept++] = t->samples[i].value;
	}
	return kept;
}

static struct row row_of(const struct series *s, const struct track *t)
{
	struct row r = { .test = t->name,
			 .unit = t->unit,
			 .track = t,
			 .is_timed = t->is_timed,
			 .values = xcalloc(t->count, sizeof(double)),
			 .median_undisturbed = (double)NAN };
	owns_mem double *rest = xcalloc(t->count, sizeof(double));
	size_t kept;

	series_values(t, r.values);
	r.all = summary_of(r.values, t->count, 0.95);
	kept = undisturbed(s, t, rest);
	r.disturbed = t->count - kept;
	if (r.disturbed && kept)
		r.median_undisturbed = summary_median_inplace(rest, kept);
	r.group_count = groups_find(r.values, t->count, fabs(r.all.median) * groups_resolution,
				    r.groups);
	r.between = components_from(&t->spread, 0.95).icc;
	return r;
}

struct rows rows_of(const struct series *s)
{
	struct rows rows = { .row = xcalloc(s->track_count, sizeof(struct row)) };

	for (size_t i = 0; i < s->track_count; i++)
		if (s->tracks[i].count)
			rows.row[rows.n++] = row_of(s, &s->tracks[i]);
	return rows;
}

void rows_free(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		free(rows->row[i].values);
	free(rows->row);
	*rows = (struct rows){ 0 };
}

struct unit rows_unit(const struct row *r)
{
	struct unit u;
	double width = r->all.high - r->all.low;
	int finest;

	if (!strcmp(r->unit, "ns"))
		u = units_pick(r->all.median != 0 ? r->all.median : r->all.max);
	else if (!strcmp(r->unit, "KiB"))
		u = units_pick_memory(r->all.median);
	else
		u = units_own(r->all.median != 0 ? r->all.median : r->all.max, r->unit);
	finest = u.decimals + 2;
	/* An interval whose ends look the same says nothing. */
	while (width > 0 && u.decimals < finest && width / u.ns * pow(10, u.decimals) < 2)
		u.decimals++;
	return u;
}

char *rows_spread(const struct row *r, const struct unit *u, char *out, size_t size)
{
	units_in(u, r->all.mad, out, size);
	if (!out[strspn(out, "0.")] && !strcmp(r->unit, "ns"))
		units_time(r->all.mad, out, size);
	else if (r->all.mad == 0)
		out[1] = '\0'; /* "0.000" is exactly 0 */
	return out;
}

const char *rows_no_interval(const struct row *r)
{
	if (!isnan(r->all.low))
		return NULL;
	return r->all.n < 2 ? "one process: no spread, no interval"
			    : "too few for an interval: 6 processes or more give one";
}

static double median_of(double *x, size_t n)
{
	return n ? summary_median_inplace(x, n) : (double)NAN;
}

static void add_known(double *x, size_t *n, int64_t value)
{
	if (value != UNKNOWN)
		x[(*n)++] = (double)value;
}

struct resources rows_resources(const struct series *s)
{
	struct resources r = { .peak_kib = (double)NAN };
	owns_mem double *wall = xcalloc(s->process_count, sizeof(double));
	owns_mem double *user = xcalloc(s->process_count, sizeof(double));
	owns_mem double *sys = xcalloc(s->process_count, sizeof(double));
	size_t walls = 0;
	size_t users = 0;
	size_t systems = 0;

	for (size_t i = 0; i < s->process_count; i++) {
		const struct process *p = &s->processes[i];

		r.warmups += p->is_warmup;
		r.failed += p->is_failed && !p->is_warmup;
		r.disturbed += p->is_disturbed && p->is_counted;
		if (!p->is_counted)
			continue;
		add_known(wall, &walls, p->wall_ns);
		add_known(user, &users, p->user_ns);
		add_known(sys, &systems, p->sys_ns);
		if (p->max_rss_kib >= 0)
			r.peak_kib = fmax(r.peak_kib, (double)p->max_rss_kib);
		r.counted++;
	}
	r.wall_ns = median_of(wall, walls);
	r.user_ns = median_of(user, users);
	r.sys_ns = median_of(sys, systems);
	return r;
}
