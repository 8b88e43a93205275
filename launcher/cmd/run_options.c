/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run_options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../base/number.h"
#include "../base/opt.h"
#include "../model/environ.h"
#include "../model/record.h"

enum { FAST = 10, RIGOROUS = 40 };

static int set_entropy(const struct opt *row, const char *value, struct fail *f)
{
	int at = opt_word(row, value, plan_entropy_words, f);

	return at < 0 ? -1 : (*(enum entropy *)row->to = (enum entropy)at, 0);
}

static int set_metric(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const words[] = { "auto", "timed", "wall", "cpu", "rss", "lines", NULL };
	int at = opt_word(row, value, words, f);

	return at < 0 ? -1 : (*(enum metric *)row->to = (enum metric)at, 0);
}

static int set_color(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const words[] = { "auto", "always", "never", NULL };
	int at = opt_word(row, value, words, f);

	return at < 0 ? -1 : (*(enum color *)row->to = (enum color)at, 0);
}

/* A word of ours, or the name of a file. */
static int set_output(const struct opt *row, const char *value, struct fail *f)
{
	static const char *const words[] = { "inherit", "capture", "null", NULL };
	struct plan *p = row->to;

	if (!*value)
		return fail_set(f, FAIL_USAGE, "--output needs inherit, capture, null or a file");
	p->output = OUTPUT_FILE;
	p->output_path = value;
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], value))
			p->output = (enum output)(OUTPUT_INHERIT + i);
	return 0;
}

static int set_preset(const struct opt *row, const char *value, struct fail *f)
{
	struct run_options *o = row->to;
	bool is_fast = !strcmp(row->name, "fast");

	(void)value; /* it takes none */
	(void)f;     /* and cannot fail */
	o->plan.invocations = is_fast ? FAST : RIGOROUS;
	o->preset = is_fast ? "--fast: 10 processes" : "--rigorous: 40 processes";
	return 0;
}

static int set_warmup(const struct opt *row, const char *value, struct fail *f)
{
	return number_whole(value, opt_name(row), 0, 1000000, row->to, f);
}

static int set_hash_seed(const struct opt *row, const char *value, struct fail *f)
{
	return number_whole(value, opt_name(row), 0, UINT32_MAX, row->to, f);
}

/* As shown: hexadecimal, up to 64 bits. */
static int set_seed(const struct opt *row, const char *value, struct fail *f)
{
	struct plan *p = row->to;
	char shown[80];

	if (!*value || strlen(value) > 16 || value[strspn(value, "0123456789abcdefABCDEF")])
		return fail_set(f, FAIL_USAGE, "--seed: '%s' is not a number of up to 16 hexadecimal digits",
				fail_quote(shown, sizeof(shown), value));
	p->seed = strtoull(value, NULL, 16);
	p->has_seed = true;
	return 0;
}

static int set_env(const struct opt *row, const char *value, struct fail *f)
{
	struct plan *p = row->to;

	if (environ_check(value, f))
		return -1;
	if (p->env_count == ENV_MAX)
		return fail_set(f, FAIL_USAGE, "--env can be given %d times", ENV_MAX);
	p->env[p->env_count++] = value;
	return 0;
}

/* "1,2,77": these exit statuses are success; without a list: go on after any failure. */
static int set_ignore(const struct opt *row, const char *value, struct fail *f)
{
	struct plan *p = row->to;

	if (!value) {
		p->ignore_failure = true;
		return 0;
	}
	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ",");
		char word[16] = "";
		int64_t code;

		memcpy(word, at, n < sizeof(word) ? n : sizeof(word) - 1);
		if (number_whole(word, opt_name(row), 1, 255, &code, f))
			return -1;
		p->ok_codes[code] = true;
		at += n;
		if (!*at)
			return 0;
	}
}

/* 'NAME=(RE)': the name of the number, and where it stands in the output. */
static int set_regex(const struct opt *row, const char *value, struct fail *f)
{
	struct run_options *o = row->to;
	const char *split = strchr(value, '=');
	char *name;

	if (!split || split == value || !strchr(split, '('))
		return fail_set(f, FAIL_USAGE,
				"--metric-regex needs NAME=RE with the number in parentheses, such as "
				"'ops=([0-9.]+) ops/s'");
	name = strndup(value, (size_t)(split - value)); /* for the life of the program */
	o->plan.metric = METRIC_REGEX;
	o->plan.metric_name = name;
	o->plan.metric_regex = split + 1;
	return 0;
}

/* Rows of this o; their parts are in the order of --help. */
#define OFTEN(o)                                                                                   \
		{ 0, NULL, NULL, "How often", NULL, NULL },                                        \
		{ 'n', "invocations", "N", "so many processes (default: until --precision)",       \
		  opt_count, &(o)->plan.invocations },                                             \
		{ 0, "precision", "SHARE",                                                         \
		  "until the 95 % interval of the widest test's median is within (1%)", opt_share,   \
		  &(o)->plan.precision },                                                          \
		{ 0, "min", "N", "at least so many, when --precision decides (10)", opt_count,     \
		  &(o)->plan.least },                                                              \
		{ 0, "budget", "TIME",                                                             \
		  "at most so long, when --precision decides; wins over --min (1min)", opt_time,     \
		  &(o)->plan.budget_ns },                                                          \
		{ 0, "fast", NULL, "10 processes", set_preset, (o) },                              \
		{ 0, "rigorous", NULL, "40 processes", set_preset, (o) },

#define COMMON(o)                                                                                  \
		{ 0, "warmup", "N", "so many processes first that are kept but not counted (0)",   \
		  set_warmup, &(o)->plan.warmup },                                                 \
		{ 0, "timeout", "TIME", "end a process, and all that it started, after TIME",      \
		  opt_time, &(o)->plan.timeout_ns },                                               \
		{ 0, "ignore-failure", "[=CODES]",                                                 \
		  "go on after a failure, without its sample; with CODES (1,2): these exit "         \
		  "statuses are success",                                                          \
		  set_ignore, &(o)->plan },                                                        \
		{ 0, NULL, NULL, "Where", NULL, NULL },                                            \
		{ 0, "cpus", "LIST", "measure on these CPUs, such as 2,4-6 (default: one, chosen)", \
		  opt_text, &(o)->plan.cpus },                                                     \
		{ 0, "cores", "N", "measure on N cores (1)", opt_count, &(o)->plan.cores },        \
		HOLDING_ROWS(&(o)->holding),                                                       \
		{ 0, NULL, NULL, "Entropy", NULL, NULL },                                          \
		{ 0, "entropy", "fixed|sampled|inherit",                                           \
		  "fixed: one address layout, hash seed and environment size (default of run); "      \
		  "sampled: drawn anew for each round from --seed (default of versus); inherit: left " \
		  "alone",                                                                         \
		  set_entropy, &(o)->plan.entropy },                                               \
		{ 0, "hash-seed", "N", "the hash seed of every process, 0 to 4294967295 (0)",      \
		  set_hash_seed, &(o)->plan.hash_seed },                                           \
		{ 0, "seed", "HEX", "what sampled draws are made from (a random one)", set_seed,   \
		  &(o)->plan },                                                                    \
		{ 0, "env", "K=V", "set a variable for the command (repeatable; K alone: as it is " \
				   "here)",                                                          \
		  set_env, &(o)->plan },                                                           \
		{ 0, "keep-env", "NAME,...", "pass on only these variables", opt_text,             \
		  &(o)->plan.keep_env },                                                           \
		{ 0, "clean-env", NULL, "pass on only PATH, HOME, USER and the like", opt_flag,    \
		  &(o)->plan.clean_env },                                                          \
		{ 0, NULL, NULL, "The child", NULL, NULL },                                        \
		{ 0, "stdin", "FILE", "its standard input, opened anew for each process "          \
				      "(/dev/null)",                                               \
		  opt_text, &(o)->plan.stdin_path },                                               \
		{ 0, "output", "inherit|capture|null|FILE",                                        \
		  "where its stdout and stderr go (one process: inherit; several: capture, shown "   \
		  "on failure)",                                                                   \
		  set_output, &(o)->plan },                                                        \
		{ 0, "prepare", "CMD", "run by sh -c before each process, off the measured CPUs",  \
		  opt_text, &(o)->plan.prepare },                                                  \
		{ 0, "conclude", "CMD", "run by sh -c after each process, off the measured CPUs",  \
		  opt_text, &(o)->plan.conclude },                                                 \
		{ 0, NULL, NULL, "What is measured", NULL, NULL },                                 \
		{ 0, "metric", "auto|timed|wall|cpu|rss|lines",                                    \
		  "auto: the runs that the benchmark reports, else wall, the length of the whole "   \
		  "process; lines: each line of stdout that is a number is a run",                 \
		  set_metric, &(o)->plan.metric },                                                 \
		{ 0, "metric-regex", "NAME=(RE)", "each match in stdout is a run: the number in "  \
						  "the parentheses",                               \
		  set_regex, (o) },                                                                \
		{ 0, "unit", "U", "unit of the numbers found: ns, us, ms, s (default) or any word", \
		  opt_text, &(o)->plan.unit },                                                     \
		{ 0, "label", "TEXT", "a name for this command in reports", opt_text,              \
		  &(o)->plan.label },                                                              \
		{ 0, NULL, NULL, "Asked of a benchmark that is linked with becalm.h", NULL, NULL }, \
		{ 'i', "iterations", "N", "so many iterations a run", opt_count,                  \
		  &(o)->plan.iterations },                                                         \
		{ 'd', "duration", "TIME", "so long a run (300ms)", opt_time,                      \
		  &(o)->plan.duration_ns },                                                        \
		{ 'r', "runs", "N", "so many runs a process (3)", opt_count, &(o)->plan.runs },    \
		{ 0, "suggest-rates", NULL,                                                        \
		  "afterwards, say what iteration rates to declare in the source", opt_flag,       \
		  &(o)->plan.wants_rates },                                                        \
		{ 0, NULL, NULL, "Output", NULL, NULL },                                           \
		{ 'o', "results", "FILE", "save every run (JSON Lines); -: to stdout", opt_text,   \
		  &(o)->plan.results_path },                                                       \
		{ 0, "resume", "FILE", "finish a session that was cut short", opt_text,            \
		  &(o)->plan.resume_path },                                                        \
		{ 0, "dry-run", NULL, "say what would be done, and stop", opt_flag,                \
		  &(o)->plan.dry_run },                                                            \
		{ 'q', "quiet", NULL, "no progress, hints or summary; failures only", opt_flag,    \
		  &(o)->plan.quiet },                                                              \
		{ 'v', "verbose", NULL, "every process as it ends", opt_flag, &(o)->plan.verbose }, \
		{ 0, "color", "auto|always|never", "colour the summary (auto)", set_color,          \
		  &(o)->plan.color },                                                              \
		{ 0, "root", "DIR", "read the host from DIR instead of / (for tests; CPUs are not " \
				    "bound)",                                                      \
		  opt_text, &(o)->plan.root },                                                     \
		{ 'h', "help", NULL, "this text", opt_flag, &(o)->wants_help },                    \
		{ 0, NULL, NULL, NULL, NULL, NULL },

#define ROWS(o) { OFTEN(o) COMMON(o) }

int run_options_common(struct run_options *o, struct opt *rows, int room)
{
	const struct opt common[] = { COMMON(o) };

	assert(sizeof(common) <= sizeof(*rows) * (size_t)room);
	memcpy(rows, common, sizeof(common));
	return sizeof(common) / sizeof(common[0]);
}

void run_options_help(struct text *out)
{
	struct run_options o = { .plan = plan_default(), .holding = HOLDING_DEFAULT };
	const struct opt rows[] = ROWS(&o);

	text_puts(out, "usage: becalm [run] [OPTION]... [--] COMMAND [ARGUMENT]...\n"
		       "Runs COMMAND many times as separate processes on a machine held still.\n");
	opt_help(rows, out);
	text_puts(out, "\nTimes: 90, 90s, 1.5min, 20ms. Exit status: the command's own; 124 time limit, "
		       "125 becalm\nfailed, 126 not executable, 127 not found.\n");
}

int run_options_parse(int argc, char **argv, struct run_options *out, struct fail *f)
{
	struct run_options o = { .plan = plan_default(), .holding = HOLDING_DEFAULT };
	const struct opt rows[] = ROWS(&o);
	int operand;

	if (opt_parse(rows, argc, argv, &operand, f))
		return -1;
	o.holding.is_frugal = true; /* a cage costs more than a short command */
	o.plan.hold = o.holding.hold;
	o.plan.argv = operand < argc ? argv + operand : NULL;
	if (!o.wants_help && plan_check(&o.plan, f))
		return -1;
	*out = o;
	return 0;
}
