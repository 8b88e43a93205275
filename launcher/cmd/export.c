/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export.h"

#include "../report/rows.h"
#include "../store/json.h"

enum { EXPORT_VERSION = 1 };

void export_open(struct text *out)
{
	json_open(out, NULL, '{');
	json_put_string(out, "format", "becalm-summary");
	json_put_int(out, "version", EXPORT_VERSION);
	json_open(out, "sessions", '[');
}

void export_close(struct text *out)
{
	json_close(out, ']');
	json_close(out, '}');
	json_indent(out);
}

static void put_groups(const struct row *row, struct text *out)
{
	if (!row->group_count) {
		json_put_string(out, "groups", NULL); /* too few processes to say */
		return;
	}
	json_open(out, "groups", '[');
	for (size_t i = 0; i < row->group_count; i++) {
		json_open(out, NULL, '{');
		json_put_real(out, "center", row->groups[i].center);
		json_put_real(out, "low", row->groups[i].low);
		json_put_real(out, "high", row->groups[i].high);
		json_put_int(out, "n", (int64_t)row->groups[i].n);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_samples(const struct row *row, struct text *out)
{
	json_open(out, "samples", '[');
	for (size_t i = 0; i < row->track->count; i++) {
		json_open(out, NULL, '{');
		json_put_int(out, "invocation", row->track->samples[i].invocation);
		json_put_real(out, "value", row->track->samples[i].value);
		json_put_int(out, "runs", row->track->samples[i].runs);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_row(const struct row *row, struct text *out)
{
	json_open(out, NULL, '{');
	json_put_string(out, "test", row->test);
	json_put_string(out, "unit", row->unit);
	json_put_bool(out, "from_program", row->is_timed);
	json_put_int(out, "n", (int64_t)row->all.n);
	json_put_real(out, "median", row->all.median);
	json_put_real(out, "mad", row->all.n > 1 ? row->all.mad : (double)NAN);
	json_put_real(out, "low", row->all.low);
	json_put_real(out, "high", row->all.high);
	json_put_real(out, "level", 0.95);
	json_put_real(out, "min", row->all.min);
	json_put_real(out, "max", row->all.max);
	json_put_real(out, "mean", row->all.mean);
	json_put_real(out, "sd", row->all.sd);
	json_put_string(out, "missing", rows_no_interval(row));
	json_put_real(out, "variance_between_processes", row->between);
	json_put_int(out, "disturbed", (int64_t)row->disturbed);
	json_put_real(out, "median_undisturbed",
		      row->disturbed ? row->median_undisturbed : row->all.median);
	put_groups(row, out);
	put_samples(row, out);
	json_close(out, '}');
}

static void put_command(const struct command_line *c, struct text *out)
{
	json_open(out, "command", '[');
	for (char **word = c->argv; word && *word; word++)
		json_put_string(out, NULL, *word);
	json_close(out, ']');
	json_put_string(out, "label", c->label);
	json_put_string(out, "path", c->path);
	json_put_string(out, "sha256", c->sha256);
}

static void put_processes(const struct resources *res, struct text *out)
{
	json_open(out, "processes", '{');
	json_put_int(out, "counted", (int64_t)res->counted);
	json_put_int(out, "failed", (int64_t)res->failed);
	json_put_int(out, "warmup", (int64_t)res->warmups);
	json_put_int(out, "disturbed", (int64_t)res->disturbed);
	json_put_real(out, "wall_ns", res->wall_ns);
	json_put_real(out, "user_ns", res->user_ns);
	json_put_real(out, "sys_ns", res->sys_ns);
	json_put_real(out, "peak_kib", res->peak_kib);
	json_close(out, '}');
}

void export_session(const struct report *r, enum metric metric, struct text *out)
{
	const struct session *s = r->session;
	struct resources res = rows_resources(r->series);
	struct rows rows = rows_of(r->series);

	json_open(out, NULL, '{');
	json_put_string(out, "file", r->source);
	json_put_bool(out, "complete", r->is_complete);
	json_put_string(out, "why", r->why);
	json_put_string(out, "becalm", s->becalm_version);
	json_put_known(out, "started_ns", s->started_ns);
	json_put_known(out, "took_ns", r->took_ns);
	put_command(&s->commands[r->command], out);
	json_put_string(out, "cpus", s->cpus);
	json_put_string(out, "entropy", plan_entropy_words[s->plan.entropy]);
	json_put_string(out, "metric", plan_metric_words[metric]);
	put_processes(&res, out);
	json_open(out, "tests", '[');
	for (size_t i = 0; i < rows.n; i++)
		put_row(&rows.row[i], out);
	json_close(out, ']');
	json_close(out, '}');
	rows_free(&rows);
}
