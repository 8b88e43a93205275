/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suite.h"

#include "../base/owns.h"

void suite_open(struct suite *s, const struct looks *l, const struct verdict_rule *r,
		size_t count)
{
	*s = (struct suite){.looks = *l, .rule = *r, .count = count, .left = count};
	s->verdicts = xcalloc(count, sizeof(*s->verdicts));
	s->decided = xcalloc(count, sizeof(*s->decided));
	s->levels = xcalloc(count, sizeof(*s->levels));
}

void suite_close(struct suite *s)
{
	owns_free(&s->verdicts);
	owns_free(&s->decided);
	owns_free(&s->levels);
}

/* The p that each open comparison must reach now, when 'left' share alpha. */
static double p_now(struct suite *s, int64_t rounds, int look)
{
	double alpha = s->rule.alpha / (double)s->left;

	if (look < 0)
		return looks_p_at_end(&s->looks, alpha, rounds);
	if (s->filled != s->left) {
		looks_p(&s->looks, alpha, s->p);
		s->filled = s->left;
	}
	return s->p[look];
}

/* What alpha is spent on: that there is a difference, or on which side of the gate it is.
 */
static bool is_claim(const struct verdict *v)
{
	if (v->gate != GATE_NONE)
		return v->gate != GATE_UNDECIDED;
	return v->word == VERDICT_SLOWER || v->word == VERDICT_FASTER;
}

static bool is_open(const struct verdict *v)
{
	return v->gate == GATE_NONE ? v->word == VERDICT_UNDECIDED
				    : v->gate == GATE_UNDECIDED;
}

/* One pass over the open ones at that p; returns how many claims were new. */
static size_t pass(struct suite *s, const struct verdict_data *data, bool *claimed,
		   double p)
{
	struct verdict_rule rule = s->rule;
	size_t fresh = 0;

	rule.p = p;
	for (size_t i = 0; i < s->count; i++) {
		if (s->decided[i] || claimed[i])
			continue;
		s->verdicts[i] = verdict_decide(&data[i], &rule);
		s->levels[i] = p;
		claimed[i] = is_claim(&s->verdicts[i]);
		fresh += claimed[i];
	}
	return fresh;
}

static void look_at(struct suite *s, const struct verdict_data *data, int64_t rounds,
		    int look)
{
	owns_mem bool *claimed = xcalloc(s->count, sizeof(*claimed));
	size_t fresh;

	do {
		fresh = pass(s, data, claimed, p_now(s, rounds, look));
		s->left -= fresh < s->left ? fresh : s->left - 1;
	} while (fresh);
	for (size_t i = 0; i < s->count; i++)
		if (!s->decided[i] && !is_open(&s->verdicts[i]))
			s->decided[i] = rounds;
}

static bool is_over(const struct suite *s)
{
	for (size_t i = 0; i < s->count; i++)
		if (!s->decided[i])
			return false;
	return true;
}

bool suite_look(struct suite *s, const struct verdict_data *data, int64_t rounds,
		bool is_end)
{
	int look = looks_due(&s->looks, rounds);

	if (look >= 0 || (is_end && rounds > 0))
		look_at(s, data, rounds,
			is_end && look != s->looks.count - 1 ? -1 : look);
	return is_over(s);
}

void suite_judge(struct suite *s, const struct verdict_data *data)
{
	s->looks = looks_plan(1, 1);
	look_at(s, data, 1, 0);
}

int suite_status(const struct suite *s)
{
	bool is_undecided = false;

	for (size_t i = 0; i < s->count; i++) {
		if (s->verdicts[i].is_regression)
			return 1;
		is_undecided |= is_open(&s->verdicts[i]);
	}
	return is_undecided ? 2 : 0;
}
