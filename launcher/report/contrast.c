/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../stats/summary.h"
#include "contrast_words.h"
#include "headline.h"

enum { NUMBER = 48, LABEL = 10, COLUMN = 14 };

static enum tint tint_of(const struct verdict *v)
{
	if (v->is_regression)
		return TINT_BAD;
	if (v->gate == GATE_UNDECIDED || (v->gate == GATE_NONE && v->word == VERDICT_UNDECIDED))
		return TINT_WARN;
	return TINT_GOOD;
}

static void verdict_line(const struct contrast *c, size_t row, const struct look *l,
			 struct text *out)
{
	const struct verdict *v = contrast_verdict(c, row);
	char word[24];

	(void)snprintf(word, sizeof(word), "%s", contrast_word(v)); /* fits */
	for (char *at = word; *at; at++)
		if (*at >= 'a' && *at <= 'z')
			*at = (char)(*at - 'a' + 'A');
	text_puts(out, "  ");
	look_tint(l, tint_of(v), word, out);
	text_printf(out, "%*s", LABEL - (int)strlen(word) > 2 ? LABEL - (int)strlen(word) : 2, "");
	contrast_sentence(c, row, out);
	text_puts(out, "      ");
	contrast_interval(c, row, look_dots(l), out);
	if (!isnan(v->low))
		text_printf(out, "  (%.3g %%)", 100 * (1 - c->rule.alpha));
	text_puts(out, "\n");
}

static void compare_line(const char *name, double a, double b, const struct duel_row *r,
			 bool is_spread, struct text *out)
{
	struct unit u = contrast_unit(r);
	char cell[2][NUMBER + 16];
	char number[NUMBER];

	for (int i = 0; i < 2; i++)
		(void)snprintf(cell[i], sizeof(cell[i]), "%s %s", /* fits */
			       units_in(&u, i ? b : a, number, sizeof(number)), u.name);
	text_printf(out, "  %-*s%-*s%-*s", LABEL, name, COLUMN, cell[0], COLUMN, cell[1]);
	if (!(a > 0) || !(b > 0) || a == b) {
		text_puts(out, a == b ? "equal\n" : "ratio undefined\n");
		return;
	}
	contrast_ratio(b > a ? b / a : a / b, out);
	text_printf(out, " %s%s\n",
		    is_spread ? (b > a ? "larger" : "smaller") : contrast_more(r->unit, b > a),
		    is_spread ? "    (between processes)" : "");
}

static void figures(const struct duel_row *r, struct text *out)
{
	struct summary a = summary_of(r->a, r->na, 0.95);
	struct summary b = summary_of(r->b, r->nb, 0.95);
	char heading[40];

	if (!r->na || !r->nb)
		return;
	(void)snprintf(heading, sizeof(heading), "%c against A", contrast_letter(r->side)); /* fits */
	text_printf(out, "  %-*s%-*s%-*c%s\n", LABEL, "", COLUMN, "A", COLUMN, contrast_letter(r->side),
		    heading);
	compare_line("min", a.min, b.min, r, false, out);
	compare_line("median", a.median, b.median, r, false, out);
	compare_line("mean", a.mean, b.mean, r, false, out);
	if (a.n > 1 && b.n > 1)
		compare_line("std dev", a.sd, b.sd, r, true, out);
	else
		text_printf(out, "  %-*s%s\n", LABEL, "std dev", "n/a (one process a side)");
}

static void add_test(const struct duel_row *r, const struct verdict *v, struct text *out)
{
	if (isnan(v->t_p) || v->n < 2)
		return;
	if (isinf(v->t)) /* nothing to divide by */
		text_puts(out, "no spread at all: a coarse clock, or a count");
	else
		text_printf(out, "%s t(%.*f) = %.3g, p %.2g", r->is_paired ? "paired" : "Welch",
			    r->is_paired || v->df > 99 ? 0 : 1, v->df, v->t, v->t_p);
	if (!isnan(r->rank_p))
		text_printf(out, "; by ranks p %.2g", r->rank_p);
	if (!isnan(r->sign_p))
		text_printf(out, ", by sign flips p %.2g", r->sign_p);
}

static void add_look(const struct contrast *c, size_t row, struct text *out)
{
	const struct suite *s = &c->duel->suite;
	int64_t rounds = s->decided[row] ? s->decided[row] : c->duel->rounds;

	if (!c->session || s->looks.count < 2)
		return;
	for (int i = 0; i < s->looks.count; i++)
		if (s->looks.at[i] == rounds)
			text_printf(out, ", look %d of %d", i + 1, s->looks.count);
}

static void modes_line(const struct contrast *c, size_t row, struct text *out)
{
	const struct verdict *v = contrast_verdict(c, row);
	const struct duel_row *r = &c->duel->rows[row];
	const struct modes *m = &v->modes;
	struct unit u = contrast_unit(r);
	char number[NUMBER];

	if (!m->count)
		return;
	text_printf(out, "%zu groups of processes: ", m->count);
	for (size_t g = 0; g < m->count; g++)
		text_printf(out, "%s%s %s (A %zu, %c %zu)", g ? ", " : "",
			    units_in(&u, m->group[g].center, number, sizeof(number)), u.name, m->a[g],
			    contrast_letter(r->side), m->b[g]);
	text_printf(out, "; slow: A %zu of %zu, %c %zu of %zu (Fisher p %.2g); inside them ", m->a_slow,
		    r->na, contrast_letter(r->side), m->b_slow, r->nb, m->share_p);
	if (v->has_ratio) {
		contrast_share(v->inside, out);
		text_puts(out, " %");
	} else {
		text_printf(out, "%+.3g %s", v->inside / u.ns, u.name);
	}
}

static void basis_line(const struct contrast *c, size_t row, const struct look *l, struct text *out)
{
	const struct verdict *v = contrast_verdict(c, row);
	const struct duel_row *r = &c->duel->rows[row];
	owns_text struct text words = { 0 };

	add_test(r, v, &words);
	add_look(c, row, &words);
	text_printf(&words, "%smargin %g %%", words.n ? "; " : "", 100 * c->rule.margin);
	if (c->rule.max_slowdown >= 0)
		text_printf(&words, "; gate %g %%", 100 * c->rule.max_slowdown);
	if (c->duel->row_count > 1 && !isnan(r->p_adjusted))
		text_printf(&words, "; p %.2g adjusted for %zu (Holm; %.2g by false discovery)",
			    r->p_adjusted, c->duel->row_count, r->p_discovery);
	for (int i = 0; i < 2; i++)
		if (r->trend_p[i] < 0.01)
			text_printf(&words, "; %c drifted while it was measured (Mann-Kendall p %.2g)",
				    contrast_letter(i ? r->side : 0), r->trend_p[i]);
	if (v->disturbed)
		text_printf(&words, "; %zu of %zu disturbed", v->disturbed,
			    r->is_paired ? r->na : r->na + r->nb);
	if (v->outliers)
		text_printf(&words, "; %zu far off", v->outliers);
	if (!v->disturbed && !v->outliers)
		text_puts(&words, "; nothing disturbed");
	if (!isnan(v->without) && v->has_ratio) {
		text_printf(&words, ", change without %s ",
			    v->left_out < v->disturbed ? "the latter"
			    : v->left_out == 1	       ? "it"
						       : "them");
		contrast_share(v->without, &words);
		text_puts(&words, " %");
	}
	text_puts(out, "  ");
	look_fold(l, text_of(&words), 2, 2, out);
}

/* The largest difference that the interval of A against itself leaves room for. */
static void add_floor(const struct verdict *v, struct text *out)
{
	double percent = 100 * fmax(-v->low, v->high);

	if (!isnan(v->low) && v->has_ratio)
		text_printf(out,
			    "%snoise floor: this machine and this benchmark invent up to %.*f %% in %zu rounds",
			    out->n ? "; " : "", percent < 0.95 ? 2 : 1, percent, v->n);
}

/* Not when even a clear difference could not be told yet: 'why' then says what is missing. */
static void add_more(const struct contrast *c, const struct verdict *v, struct text *out)
{
	const char *what = v->is_paired ? "round" : "process";
	const char *many = v->is_paired ? "rounds" : "processes";

	if (!v->more || v->n < verdict_least(v->is_paired, c->rule.alpha))
		return;
	text_printf(out, "%sabout %zu more %s%s would probably decide", out->n ? "; " : "", v->more,
		    v->more == 1 ? what : many, v->is_paired ? "" : " a side");
}

static void why_lines(const struct contrast *c, size_t row, const struct look *l, struct text *out)
{
	const struct verdict *v = contrast_verdict(c, row);
	owns_text struct text words = { 0 };

	modes_line(c, row, &words);
	if (words.n) {
		text_puts(out, "  ");
		look_fold(l, text_of(&words), 2, 2, out);
	}
	text_clear(&words);
	text_puts(&words, v->why);
	if (c->is_aa)
		add_floor(v, &words);
	else
		add_more(c, v, &words);
	if (words.n) {
		text_puts(out, "  ");
		look_fold(l, text_of(&words), 2, 2, out);
	}
}

static void add_row(const struct contrast *c, size_t row, const struct look *l, struct text *out)
{
	const struct duel_row *r = &c->duel->rows[row];
	char name[200];

	if (c->duel->row_count > (size_t)c->duel->side_count - 1)
		text_printf(out, "\n%s\n", fail_quote(name, sizeof(name), r->test));
	else if (row)
		text_puts(out, "\n");
	verdict_line(c, row, l, out);
	figures(r, out);
	basis_line(c, row, l, out);
	why_lines(c, row, l, out);
}

/* Many tests: a line each, the figures are in the other formats. */
static void add_short_row(const struct contrast *c, size_t row, struct text *out,
			  const struct look *l)
{
	const struct duel_row *r = &c->duel->rows[row];
	const struct verdict *v = contrast_verdict(c, row);
	char name[200];

	text_puts(out, "  ");
	look_tint(l, tint_of(v), contrast_word(v), out);
	text_printf(out, "%*s%-24s ", 11 - (int)strlen(contrast_word(v)), "",
		    fail_quote(name, sizeof(name), r->test));
	contrast_sentence(c, row, out);
	text_puts(out, "   ");
	contrast_interval(c, row, look_dots(l), out);
	text_puts(out, "\n");
}

static void lone_lines(const struct contrast *c, const struct look *l, struct text *out)
{
	const struct duel *d = c->duel;

	for (int side = 0; side < d->side_count; side++) {
		owns_text struct text words = { 0 };
		size_t n = 0;
		char name[200];

		for (size_t i = 0; i < d->lone_count; i++)
			if (d->lone[i].side == side)
				text_printf(&words, "%s'%s'", n++ ? ", " : "",
					    fail_quote(name, sizeof(name), d->lone[i].test));
		if (!n)
			continue;
		text_printf(out, "  only in %c (%zu): ", contrast_letter(side), n);
		look_fold(l, text_of(&words), 17, 4, out);
	}
}

static void mean_lines(const struct contrast *c, const struct look *l, struct text *out)
{
	for (int side = 1; side < c->duel->side_count; side++) {
		struct duel_mean m = duel_mean(c->duel, side, 0.95);

		if (m.n < 2)
			continue;
		text_printf(out, "  geometric mean over %zu common tests: %c against A ", m.n,
			    contrast_letter(side));
		contrast_share(m.change, out);
		text_puts(out, " %");
		if (!isnan(m.low)) {
			text_puts(out, "  (");
			contrast_share(m.low, out);
			text_printf(out, " %s ", look_dots(l));
			contrast_share(m.high, out);
			text_puts(out, " %)");
		}
		text_puts(out, "\n");
	}
}

static void add_sides(const struct contrast *c, const struct look *l, struct text *out)
{
	for (int side = 0; side < c->duel->side_count; side++) {
		char source[200];

		text_printf(out, "  %c  ", contrast_letter(side));
		if (c->sides[side].source)
			text_printf(out, "%s: ",
				    fail_quote(source, sizeof(source), c->sides[side].source));
		if (c->sides[side].label)
			text_puts(out, fail_quote(source, sizeof(source), c->sides[side].label));
		else
			headline_command(c->sides[side].command, 60, look_dots(l), out);
		text_puts(out, "\n");
	}
}

static void add_headline(const struct contrast *c, const struct look *l, struct text *out)
{
	owns_text struct text words = { 0 };
	const struct session *s = c->session;
	int64_t rounds = c->rounds ? c->rounds : c->duel->rounds;

	if (!s)
		return;
	look_tint(l, TINT_STRONG, "becalm", out);
	text_puts(out, ": ");
	text_printf(&words, "%" PRId64 " round%s in ", rounds, rounds == 1 ? "" : "s");
	headline_duration(c->took_ns, &words);
	if (c->budget_ns) {
		text_puts(&words, " (at most ");
		headline_duration(c->budget_ns, &words);
		text_puts(&words, ")");
	}
	if (s->cpus && *s->cpus)
		text_printf(&words, " on CPU %s only", s->cpus);
	if (s->plan.entropy == ENTROPY_SAMPLED)
		text_printf(&words, "; seeds and layout drawn anew each round, seed %" PRIx64,
			    s->plan.seed);
	else
		text_printf(&words, "; entropy %s", plan_entropy_words[s->plan.entropy]);
	look_fold(l, text_of(&words), 8, 2, out);
}

static void add_end(const struct contrast *c, const struct look *l, struct text *out)
{
	const char *meaning[] = { "no regression", "regression",
				  c->has_failed ? "a command failed"
				  : c->unlike	? "not comparable"
						: "undecided" };
	owns_text struct text words = { 0 };

	if (c->unlike)
		text_printf(&words, "not comparable: %s; --allow-unlike compares them. ", c->unlike);
	if (c->why_ended && !c->has_failed) /* that was said above, with the command's last words */
		text_printf(&words, "Ended because %s. ", c->why_ended);
	if (c->is_fixed)
		text_puts(&words, "For this layout and these seeds only; --entropy=sampled asks about the "
				  "program. ");
	if (c->status >= 0 && c->status <= 2)
		text_printf(&words, "exit %d (%s)", c->status, meaning[c->status]);
	text_puts(&words, c->rule.max_slowdown < 0 && !c->has_failed && !c->is_aa
				  ? ". For a gate: --max-slowdown=3%."
				  : ".");
	if (c->closing)
		text_printf(&words, " %s", c->closing);
	text_puts(out, "  ");
	look_fold(l, text_of(&words), 2, 2, out);
}

void contrast_text(const struct contrast *c, const struct look *l, struct text *out)
{
	enum { IN_FULL = 6 };
	const struct duel *d = c->duel;

	add_headline(c, l, out);
	add_sides(c, l, out);
	for (int i = 0; i < c->remark_count; i++) {
		text_puts(out, "  ");
		look_fold(l, c->remarks[i], 2, 2, out);
	}
	text_puts(out, "\n");
	for (size_t i = 0; i < d->row_count && d->is_judged; i++) {
		if (d->row_count <= IN_FULL)
			add_row(c, i, l, out);
		else
			add_short_row(c, i, out, l);
	}
	if (!d->is_judged && c->why_ended)
		text_puts(out, "  No verdict: there was no look yet.\n");
	else if (!d->row_count)
		text_puts(out, c->session ? "  No round gave a sample of both commands.\n"
					  : "  Nothing in common: there is no test that both have samples of.\n");
	lone_lines(c, l, out);
	mean_lines(c, l, out);
	add_end(c, l, out);
}
