/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "versus_options.h"

#include <string.h>

#include "../base/number.h"
#include "../base/opt.h"

enum { MOST = 120, FAST = 10, RIGOROUS = 40, ROWS_MAX = 64 };

static const int64_t budget_ns = INT64_C(300000000000);

static int set_undecided(const struct opt *row, const char *value, struct fail *f)
{
	char shown[80];

	if (strcmp(value, "ok") != 0 && strcmp(value, "fail") != 0)
		return fail_set(f, FAIL_USAGE, "--undecided: '%s' is not one of fail, ok",
				fail_quote(shown, sizeof(shown), value));
	*(bool *)row->to = !strcmp(value, "ok");
	return 0;
}

static int set_slowdown(const struct opt *row, const char *value, struct fail *f)
{
	return number_share(value, opt_name(row), row->to, f);
}

static int set_alpha(const struct opt *row, const char *value, struct fail *f)
{
	double alpha;

	if (number_share(value, opt_name(row), &alpha, f))
		return -1;
	if (alpha >= 0.5)
		return fail_set(f, FAIL_USAGE, "--alpha: %s is no error rate below 0.5", value);
	*(double *)row->to = alpha;
	return 0;
}

static int set_effect(const struct opt *row, const char *value, struct fail *f)
{
	int64_t ns = 0;

	if (strcmp(value, "0") != 0 && number_time(value, opt_name(row), &ns, f))
		return -1;
	*(double *)row->to = (double)ns;
	return 0;
}

static int set_label(const struct opt *row, const char *value, struct fail *f)
{
	struct versus_options *o = row->to;

	if (o->label_count == DUEL_SIDES)
		return fail_set(f, FAIL_USAGE, "--label can be given %d times", DUEL_SIDES);
	o->labels[o->label_count++] = value;
	return 0;
}

/* The rows of versus alone, then those of run but for how often. */
static void fill_rows(struct versus_options *o, struct opt *rows)
{
	struct plan *p = &o->run.plan;
	const struct opt own[] = {
		{ 0, NULL, NULL, "How often, and when it is decided", NULL, NULL },
		{ 'n', "rounds", "N", "exactly so many rounds, and one look at the end", opt_count,
		  &o->exact },
		{ 0, "max-rounds", "N", "at most so many, looking now and then (120)", opt_count,
		  &o->most },
		{ 0, "budget", "TIME", "at most so long (5min)", opt_time, &p->budget_ns },
		{ 0, "fast", NULL, "10 rounds", opt_flag, &o->is_fast },
		{ 0, "rigorous", NULL, "at least 40 rounds", opt_flag, &o->is_rigorous },
		{ 0, "alpha", "SHARE", "how often a difference may be claimed that is none (0.05)",
		  set_alpha, &p->alpha },
		{ 0, "margin", "SHARE", "the smallest change of interest (1%)", opt_share, &p->margin },
		{ 0, "min-effect", "TIME", "the smallest difference of interest (0)", set_effect,
		  &p->min_effect_ns },
		{ 0, "max-slowdown", "SHARE",
		  "a gate: fail when the whole interval is above, pass when it is below", set_slowdown,
		  &p->max_slowdown },
		{ 0, "undecided", "fail|ok", "exit status when undecided: 2 (default), or 0",
		  set_undecided, &o->is_undecided_ok },
		{ 0, "aa", NULL, "the first command against itself: what difference is invented here",
		  opt_flag, &o->is_aa },
		{ 0, "separator", "WORD", "the word between commands (--vs)", opt_text, &o->separator },
		{ 0, "format", CONTRAST_FORMATS, "the form of the result (table)", contrast_out_set,
		  &o->format },
		{ 0, "verdict-file", "FILE", "write the verdict as JSON", opt_text, &o->verdict_path },
	};
	int n = sizeof(own) / sizeof(own[0]);

	memcpy(rows, own, sizeof(own));
	run_options_common(&o->run, rows + n, ROWS_MAX - n);
	for (struct opt *row = rows + n; row->name || row->help; row++) {
		if (!row->name || strcmp(row->name, "label") != 0)
			continue;
		row->help = "a name for the first command, the next, ... (repeatable)";
		row->set = set_label;
		row->to = o;
	}
}

void versus_options_help(struct text *out)
{
	struct versus_options o = { .run = { .plan = plan_default(), .holding = HOLDING_DEFAULT } };
	struct opt rows[ROWS_MAX];

	fill_rows(&o, rows);
	text_puts(out, "usage: becalm versus [OPTION]... -- COMMAND-A... --vs COMMAND-B... [--vs ...]\n"
		       "Measures commands side by side, in rounds, until it is clear which is faster.\n");
	opt_help(rows, out);
	text_puts(out, "\nExit status: 0 no regression, 1 regression, 2 undecided, or a command failed; "
		       "125 becalm\nfailed.\n");
}

static int split_commands(struct versus_options *o, char **words, struct fail *f)
{
	o->commands[o->command_count++] = words;
	for (char **at = words; *at; at++) {
		if (strcmp(*at, o->separator) != 0)
			continue;
		if (o->command_count == DUEL_SIDES)
			return fail_set(f, FAIL_USAGE, "versus: at most %d commands", DUEL_SIDES);
		*at = NULL;
		o->commands[o->command_count++] = at + 1;
	}
	if (o->is_aa) {
		o->commands[1] = o->commands[0];
		o->command_count = 2;
	}
	if (o->command_count < 2)
		return fail_set(f, FAIL_USAGE, "versus: compared with what? becalm versus -- A %s B",
				o->separator);
	if (o->label_count > o->command_count)
		return fail_set(f, FAIL_USAGE, "versus: %d labels for %d commands", o->label_count,
				o->command_count);
	for (int i = 0; i < o->command_count; i++)
		if (!*o->commands[i])
			return fail_set(f, FAIL_USAGE, "versus: command %c is empty", 'A' + i);
	o->run.plan.argv = o->commands[0];
	return 0;
}

static int settle_rounds(struct versus_options *o, struct fail *f)
{
	struct plan *p = &o->run.plan;

	if (o->exact && (o->is_fast || o->is_rigorous || o->most))
		return fail_set(f, FAIL_USAGE, "versus: -n is exact; --max-rounds, --fast and --rigorous "
					       "leave it open");
	p->rounds_most = o->most ? o->most : MOST;
	p->rounds_least = 1;
	if (o->is_rigorous) {
		p->rounds_least = RIGOROUS;
		if (p->rounds_most < RIGOROUS)
			return fail_set(f, FAIL_USAGE, "versus: --rigorous makes at least %d rounds",
					RIGOROUS);
	}
	if (o->exact || o->is_fast)
		p->rounds_least = p->rounds_most = o->exact ? o->exact : FAST;
	if (o->exact)
		p->budget_ns = 0;
	return 0;
}

int versus_options_parse(int argc, char **argv, struct versus_options *out, struct fail *f)
{
	struct versus_options o = { .run = { .plan = plan_default(), .holding = HOLDING_DEFAULT },
				    .separator = "--vs" };
	struct opt rows[ROWS_MAX];
	bool is_resumed;
	int operand;

	o.run.plan.entropy = ENTROPY_SAMPLED;
	o.run.plan.budget_ns = budget_ns;
	fill_rows(&o, rows);
	if (opt_parse(rows, argc, argv, &operand, f))
		return -1;
	o.run.holding.is_frugal = true; /* as run */
	o.run.plan.hold = o.run.holding.hold;
	is_resumed = o.run.plan.resume_path && operand == argc;
	if (!o.run.wants_help && !is_resumed &&
	    (split_commands(&o, argv + operand, f) || settle_rounds(&o, f) || plan_check(&o.run.plan, f)))
		return -1;
	*out = o;
	return 0;
}
