/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan.h"

#include <stddef.h>
#include <string.h>

#include "record.h"

const char *const plan_entropy_words[] = { "fixed", "sampled", "inherit", NULL };
const char *const plan_metric_words[] = { "auto", "timed", "wall", "cpu", "rss", "lines", "regex", NULL };
const char *const plan_hold_words[] = { "default", "none", "process", "host", "strict", NULL };

struct plan plan_default(void)
{
	return (struct plan){
		.precision = 0.01,
		.least = 10,
		.budget_ns = INT64_C(60000000000),
		.entropy = ENTROPY_FIXED,
		.alpha = 0.05,
		.margin = 0.01,
		.max_slowdown = -1,
		.hash_seed = UNKNOWN,
		.metric = METRIC_AUTO,
	};
}

int plan_check(const struct plan *p, struct fail *f)
{
	if (p->metric_regex && p->metric != METRIC_REGEX)
		return fail_set(f, FAIL_USAGE, "--metric-regex cannot be combined with --metric");
	if (p->unit && p->metric != METRIC_REGEX && p->metric != METRIC_LINES)
		return fail_set(f, FAIL_USAGE, "--unit says what --metric-regex or --metric=lines finds; "
					       "without one of them it means nothing");
	if ((p->metric == METRIC_LINES || p->metric == METRIC_REGEX) &&
	    p->output != OUTPUT_DEFAULT && p->output != OUTPUT_CAPTURE)
		return fail_set(f, FAIL_USAGE,
				"--metric=lines and --metric-regex read the output, so it must be captured "
				"(--output=capture)");
	if (p->results_path && !strcmp(p->results_path, "-") && p->output == OUTPUT_INHERIT)
		return fail_set(f, FAIL_USAGE, "-o - and --output=inherit would mix results and the "
					       "command's output on stdout");
	if (p->cores && p->cpus)
		return fail_set(f, FAIL_USAGE, "--cores and --cpus both choose the CPUs; give one");
	if (p->clean_env && p->keep_env)
		return fail_set(f, FAIL_USAGE, "--clean-env removes what --keep-env keeps; give one");
	return 0;
}
