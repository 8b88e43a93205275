/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * compare --sessions: many versus sessions, each judged by its own looks. The chance of
 * any false claim in all of them stays below alpha: each gets its part by the number of
 * its comparisons, and one that has claimed all of them hands its part to the others.
 */

#include "compare.h"

#include <stdio.h>
#include <unistd.h>

#include "../base/owns.h"
#include "contrast_json.h"

struct verdict_rule compare_rule(const struct compare_options *o, const struct plan *p)
{
	bool has_plan = p && p->rounds_most;
	double alpha = o->has_alpha || !has_plan ? o->alpha : p->alpha;

	return (struct verdict_rule){
		.alpha = alpha,
		.p = alpha,
		.margin = o->has_margin || !has_plan ? o->margin : p->margin,
		.min_effect = o->has_min_effect || !has_plan ? o->min_effect_ns : p->min_effect_ns,
		.max_slowdown = o->max_slowdown >= 0 || !has_plan ? o->max_slowdown : p->max_slowdown,
	};
}

struct looks compare_looks(const struct source *s)
{
	const struct plan *p = &s->session->plan;
	int64_t all = s->pairs.rounds > 0 ? s->pairs.rounds : 1;

	return s->session->is_merged ? looks_plan(all, all) : looks_plan(p->rounds_least, p->rounds_most);
}

static int check_sources(const struct compare *c, struct fail *f)
{
	char shown[200];

	for (int i = 0; i < c->count; i++)
		if (!c->sources[i].session->plan.rounds_most)
			return fail_set(f, FAIL_USAGE, "compare --sessions: '%s' is not of becalm versus",
					fail_quote(shown, sizeof(shown), c->sources[i].path));
	return 0;
}

static void set_up(struct compare *c, struct duel *duels, struct contrast *contrasts)
{
	for (int i = 0; i < c->count; i++) {
		const struct source *s = &c->sources[i];

		for (int k = 0; k < s->session->command_count && k < DUEL_SIDES; k++) {
			contrasts[i].sides[k] = (struct contrast_side){
				&s->session->commands[k], s->path, c->options.labels[k] };
			duels[i].sides[duels[i].side_count++] = (struct duel_side){ &s->pairs, k };
		}
		contrasts[i].duel = &duels[i];
		contrasts[i].is_fixed = s->session->plan.entropy == ENTROPY_FIXED;
		contrasts[i].rule = compare_rule(&c->options, &s->session->plan);
		duel_collect(&duels[i], s->pairs.rounds);
	}
}

/* Claims in all its comparisons: its part of alpha is free. "same" is no claim. */
static bool is_spent(const struct duel *d)
{
	for (size_t i = 0; i < d->row_count && d->is_judged; i++) {
		const struct verdict *v = &d->suite.verdicts[i];

		if (v->gate == GATE_NONE ? v->word != VERDICT_SLOWER && v->word != VERDICT_FASTER
					 : v->gate == GATE_UNDECIDED)
			return false;
	}
	return d->is_judged && d->row_count;
}

/* One pass; returns how many comparisons still share alpha. */
static size_t judge_all(struct compare *c, struct duel *duels, const struct contrast *contrasts,
			size_t sharing)
{
	size_t left = 0;

	for (int i = 0; i < c->count; i++) {
		struct looks l = compare_looks(&c->sources[i]);
		struct verdict_rule rule = contrasts[i].rule;

		rule.alpha *= (double)duels[i].row_count / (double)sharing;
		if (is_spent(&duels[i]))
			continue;
		duel_forget(&duels[i]);
		duel_replay(&duels[i], &l, &rule, c->sources[i].pairs.rounds);
		left += is_spent(&duels[i]) ? 0 : duels[i].row_count;
	}
	return left;
}

static void judge(struct compare *c, struct duel *duels, const struct contrast *contrasts)
{
	size_t sharing = 0;

	for (int i = 0; i < c->count; i++)
		sharing += duels[i].row_count;
	for (size_t left = 0; sharing; sharing = left) {
		left = judge_all(c, duels, contrasts, sharing);
		if (left == sharing)
			break;
	}
	for (int i = 0; i < c->count; i++)
		duel_finish(&duels[i]);
}

static int status_of(const struct compare *c, const struct duel *duels, struct contrast *contrasts)
{
	int all = 0;

	for (int i = 0; i < c->count; i++) {
		int status = duels[i].is_judged ? suite_status(&duels[i].suite) : 2;

		status = status == 2 && c->options.is_undecided_ok ? 0 : status;
		contrasts[i].status = status;
		all = all == 1 || status == 1 ? 1 : all > status ? all : status;
	}
	return all;
}

static void show(const struct compare *c, const struct contrast *contrasts)
{
	struct look look = look_of(STDOUT_FILENO, c->options.color);
	owns_text struct text out = { 0 };
	int counts[3] = { 0 };

	if (c->options.format == CONTRAST_JSON) {
		contrast_json_several(contrasts, (size_t)c->count, c->status, &out);
	} else {
		for (int i = 0; i < c->count; i++) {
			contrast_out(&contrasts[i], c->options.format, &look, &out);
			text_puts(&out, "\n");
			counts[contrasts[i].status]++;
		}
	}
	if (c->options.format == CONTRAST_TABLE)
		text_printf(&out, "%d sessions: %d with a regression, %d undecided, %d without; exit %d\n",
			    c->count, counts[1], counts[2], counts[0], c->status);
	(void)fwrite(text_of(&out), 1, out.n, stdout); /* main looks at ferror() */
}

int compare_sessions(struct compare *c, struct fail *f)
{
	owns_mem struct duel *duels = NULL;
	owns_mem struct contrast *contrasts = NULL;
	int error = 0;

	if (check_sources(c, f))
		return -1;
	duels = xcalloc((size_t)c->count, sizeof(*duels));
	contrasts = xcalloc((size_t)c->count, sizeof(*contrasts));
	set_up(c, duels, contrasts);
	judge(c, duels, contrasts);
	c->status = status_of(c, duels, contrasts);
	show(c, contrasts);
	for (int i = 0; i < c->count && !error; i++)
		error = contrast_out_github(&contrasts[i], f);
	for (int i = 0; i < c->count; i++)
		duel_free(&duels[i]);
	return error;
}
