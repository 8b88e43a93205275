/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast_json.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../report/contrast_words.h"
#include "../stats/summary.h"
#include "../store/json.h"

enum { VERSION = 1 };

static const char *const gates[] = { NULL, "pass", "fail", "undecided" };

static void put_letter(struct text *out, const char *key, int side)
{
	const char name[2] = { contrast_letter(side), '\0' };

	json_put_string(out, key, name);
}

static void put_summary(struct text *out, const char *key, const double *x, size_t n)
{
	struct summary s = summary_of(x, n, 0.95);

	json_open(out, key, '{');
	json_put_int(out, "n", (int64_t)s.n);
	json_put_real(out, "min", s.min);
	json_put_real(out, "median", s.median);
	json_put_real(out, "mean", s.mean);
	json_put_real(out, "sd", s.sd);
	json_close(out, '}');
}

static void put_modes(struct text *out, const struct verdict *v)
{
	const struct modes *m = &v->modes;

	if (!m->count) {
		json_put_string(out, "groups", NULL);
		return;
	}
	json_open(out, "groups", '{');
	json_open(out, "centers", '[');
	for (size_t g = 0; g < m->count; g++)
		json_put_real(out, NULL, m->group[g].center);
	json_close(out, ']');
	json_put_int(out, "a_slow", (int64_t)m->a_slow);
	json_put_int(out, "b_slow", (int64_t)m->b_slow);
	json_put_real(out, "share_p", m->share_p);
	json_put_real(out, "inside", v->inside);
	json_put_real(out, "inside_low", v->inside_low);
	json_put_real(out, "inside_high", v->inside_high);
	json_close(out, '}');
}

static void put_verdict(struct text *out, const struct verdict *v)
{
	json_put_string(out, "verdict", verdict_words[v->word]);
	json_put_string(out, "gate", gates[v->gate]);
	json_put_bool(out, "is_regression", v->is_regression);
	json_put_bool(out, "below_margin", v->is_small);
	json_put_bool(out, "has_ratio", v->has_ratio);
	json_put_real(out, "change", v->change);
	json_put_real(out, "low", v->low);
	json_put_real(out, "high", v->high);
	json_put_bool(out, "paired", v->is_paired);
	json_put_int(out, "n", (int64_t)v->n);
	json_put_real(out, "t", v->t);
	json_put_real(out, "df", v->df);
	json_put_real(out, "p", v->t_p);
	json_put_int(out, "more", (int64_t)v->more);
	json_put_int(out, "disturbed", (int64_t)v->disturbed);
	json_put_int(out, "outliers", (int64_t)v->outliers);
	json_put_int(out, "left_out", (int64_t)v->left_out);
	json_put_real(out, "change_without_left_out", v->without);
	json_put_real(out, "correlation_p", v->correlation_p);
	put_modes(out, v);
	json_put_string(out, "why", v->why[0] ? v->why : NULL);
}

/* Fieller's, of the arithmetic means. */
static void put_means_ratio(struct text *out, const struct ratio *r)
{
	json_open(out, "ratio_of_means", '{');
	json_put_real(out, "ratio", r->ratio);
	json_put_real(out, "low", r->low);
	json_put_real(out, "high", r->high);
	json_close(out, '}');
}

static void put_row(struct text *out, const struct contrast *c, size_t row)
{
	const struct duel_row *r = &c->duel->rows[row];

	json_open(out, NULL, '{');
	json_put_string(out, "test", r->test);
	json_put_string(out, "unit", r->unit);
	put_letter(out, "side", r->side);
	put_summary(out, "a", r->a, r->na);
	put_summary(out, "b", r->b, r->nb);
	put_verdict(out, contrast_verdict(c, row));
	json_put_real(out, "rank_p", r->rank_p);
	json_put_real(out, "sign_flip_p", r->sign_p);
	json_put_real(out, "p_adjusted", r->p_adjusted);
	json_put_real(out, "p_discovery", r->p_discovery);
	put_means_ratio(out, &r->means);
	json_put_real(out, "trend_p_a", r->trend_p[0]);
	json_put_real(out, "trend_p_b", r->trend_p[1]);
	json_put_real(out, "level", 1 - c->duel->suite.levels[row]);
	json_put_int(out, "decided_after", c->duel->suite.decided[row]);
	json_close(out, '}');
}

static void put_sides(struct text *out, const struct contrast *c)
{
	json_open(out, "sides", '[');
	for (int side = 0; side < c->duel->side_count; side++) {
		const struct command_line *line = c->sides[side].command;

		json_open(out, NULL, '{');
		put_letter(out, "side", side);
		json_open(out, "argv", '[');
		for (char **word = line->argv; word && *word; word++)
			json_put_string(out, NULL, *word);
		json_close(out, ']');
		json_put_string(out, "sha256", line->sha256);
		json_put_string(out, "label", c->sides[side].label ? c->sides[side].label : line->label);
		json_put_string(out, "source", c->sides[side].source);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_means(struct text *out, const struct contrast *c)
{
	json_open(out, "geometric_means", '[');
	for (int side = 1; side < c->duel->side_count; side++) {
		struct duel_mean m = duel_mean(c->duel, side, 0.95);

		json_open(out, NULL, '{');
		put_letter(out, "side", side);
		json_put_int(out, "tests", (int64_t)m.n);
		json_put_real(out, "change", m.change);
		json_put_real(out, "low", m.low);
		json_put_real(out, "high", m.high);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_lone(struct text *out, const struct contrast *c)
{
	json_open(out, "only_in", '[');
	for (size_t i = 0; i < c->duel->lone_count; i++) {
		json_open(out, NULL, '{');
		put_letter(out, "side", c->duel->lone[i].side);
		put_letter(out, "against", c->duel->lone[i].against);
		json_put_string(out, "test", c->duel->lone[i].test);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_contrast(const struct contrast *c, struct text *out)
{
	static const char *const words[] = { "no regression", "regression", "undecided" };

	json_open(out, NULL, '{');
	json_put_string(out, "format", "becalm-verdict");
	json_put_int(out, "version", VERSION);
	json_put_int(out, "status", c->status);
	json_put_string(out, "result", c->unlike ? "not comparable" : words[c->status % 3]);
	json_put_real(out, "alpha", c->rule.alpha);
	json_put_real(out, "margin", c->rule.margin);
	json_put_real(out, "min_effect", c->rule.min_effect);
	json_put_real(out, "max_slowdown", c->rule.max_slowdown < 0 ? (double)NAN : c->rule.max_slowdown);
	json_put_int(out, "rounds", c->duel->rounds);
	put_sides(out, c);
	json_open(out, "tests", '[');
	for (size_t i = 0; i < c->duel->row_count && c->duel->is_judged; i++)
		put_row(out, c, i);
	json_close(out, ']');
	put_lone(out, c);
	put_means(out, c);
	json_open(out, "remarks", '[');
	for (int i = 0; i < c->remark_count; i++)
		json_put_string(out, NULL, c->remarks[i]);
	json_close(out, ']');
	json_put_string(out, "not_comparable", c->unlike);
	json_put_string(out, "ended", c->why_ended);
	json_close(out, '}');
}

void contrast_json(const struct contrast *c, struct text *out)
{
	put_contrast(c, out);
	json_indent(out);
}

void contrast_json_several(const struct contrast *c, size_t n, int status, struct text *out)
{
	json_open(out, NULL, '{');
	json_put_string(out, "format", "becalm-verdicts");
	json_put_int(out, "version", VERSION);
	json_put_int(out, "status", status);
	json_open(out, "sessions", '[');
	for (size_t i = 0; i < n; i++)
		put_contrast(&c[i], out);
	json_close(out, ']');
	json_close(out, '}');
	json_indent(out);
}

int contrast_json_file(const struct contrast *c, const char *path, struct fail *f)
{
	owns_text struct text out = { 0 };
	owns_fd int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd < 0)
		return fail_sys(f, "cannot write the verdict to '%s'", path);
	contrast_json(c, &out);
	for (size_t at = 0; at < out.n;) {
		ssize_t n = write(fd, out.s + at, out.n - at);

		if (n < 0)
			return fail_sys(f, "cannot write the verdict to '%s'", path);
		at += (size_t)n;
	}
	return 0;
}
