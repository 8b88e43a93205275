/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "choice.h"

#include <errno.h>
#include <getopt.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

static const char *const column_names[COLUMNS] = {
	"iters", "runtime", "wall", "instructions", "cycles", "faults", "switches", "overhead",
};

static const char help[] =
	"  -i, --iterations N         iterations of a run; wins over declared rates\n"
	"  -d, --duration TIME        how long a run should take, as 0.5 or 500ms (1s)\n"
	"  -r, --runs N               measured runs of each test (5)\n"
	"  -t, --test REGEX           only tests whose whole name matches; may be repeated\n"
	"      --list                 print the names and stop\n"
	"      --seed N               of becalm_random() (1)\n"
	"      --parameter NAME=VALUE for becalm_parameter(); may be repeated\n"
	"      --json FILE            write every run; -: standard output\n"
	"      --md FILE              write the table as Markdown; -: standard output\n"
	"      --columns LIST         of iters,runtime,wall,instructions,cycles,faults,switches,\n"
	"                             overhead; 'all' (all but wall)\n"
	"      --suggest-rates        print a line for the source of each test\n"
	"      --overhead-threshold SHARE\n"
	"                             warn when start/stop is more of a result (10%)\n"
	"      --fail-on-overhead     ... and exit with 1\n"
	"      --max-overrun FACTOR   end a run after so many times its duration (10); with -i\n"
	"                             only when it is given\n"
	"      --no-counters          no instructions, cycles, faults, switches\n"
	"  -h, --help\n";

enum { KEY_LIST = 256, KEY_SEED, KEY_PARAMETER, KEY_JSON, KEY_MD, KEY_COLUMNS, KEY_SUGGEST,
       KEY_THRESHOLD, KEY_FAIL, KEY_OVERRUN, KEY_NO_COUNTERS };

static const struct option rows[] = {
	{ "iterations", required_argument, NULL, 'i' },
	{ "duration", required_argument, NULL, 'd' },
	{ "runs", required_argument, NULL, 'r' },
	{ "test", required_argument, NULL, 't' },
	{ "list", no_argument, NULL, KEY_LIST },
	{ "seed", required_argument, NULL, KEY_SEED },
	{ "parameter", required_argument, NULL, KEY_PARAMETER },
	{ "json", required_argument, NULL, KEY_JSON },
	{ "md", required_argument, NULL, KEY_MD },
	{ "columns", required_argument, NULL, KEY_COLUMNS },
	{ "suggest-rates", no_argument, NULL, KEY_SUGGEST },
	{ "overhead-threshold", required_argument, NULL, KEY_THRESHOLD },
	{ "fail-on-overhead", no_argument, NULL, KEY_FAIL },
	{ "max-overrun", required_argument, NULL, KEY_OVERRUN },
	{ "no-counters", no_argument, NULL, KEY_NO_COUNTERS },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

const char *choice_column_name(int column)
{
	return column_names[column];
}

static int wrong(const char *option, const char *value, const char *want)
{
	(void)fprintf(stderr, "%s: %s '%s' is not %s\n", program_invocation_short_name, option,
		      value, want);
	return 2;
}

/* Digits only, 1 to 10^18, or low. */
static int take_whole(const char *option, const char *value, int64_t low, int64_t *out)
{
	size_t n = strspn(value, "0123456789");
	long long read = n && n <= 18 && !value[n] ? strtoll(value, NULL, 10) : -1;

	if (read < low)
		return wrong(option, value, low ? "a whole number from 1 on" : "a whole number");
	*out = read;
	return -1;
}

static bool read_real(const char *value, double *out, const char **end)
{
	char *after;

	/* Neither hexadecimal nor nan, inf. */
	if (value[0] != '.' && (value[0] < '0' || value[0] > '9'))
		return false;
	*out = strtod(value, &after);
	*end = after;
	return (size_t)(after - value) <= strspn(value, "0123456789.eE+-") && *out <= 1e300;
}

static int take_time(const char *value, int64_t *out_ns)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = { { "", 1e9 },  { "s", 1e9 }, { "ms", 1e6 },
		      { "us", 1e3 }, { "ns", 1 }, { "min", 60e9 } };
	const char *unit;
	double n;

	for (size_t i = 0; i < 6 && read_real(value, &n, &unit); i++) {
		double ns = n * units[i].ns;

		if (strcmp(unit, units[i].unit) || ns < 0.5 || ns > 3.6e15)
			continue;
		*out_ns = (int64_t)(ns + 0.5);
		return -1;
	}
	return wrong("--duration", value, "a length of time such as 0.5, 500ms or 2s");
}

static int take_share(const char *value, double *out)
{
	const char *end;
	double n;

	if (read_real(value, &n, &end) && (!*end || !strcmp(end, "%"))) {
		n = *end ? n / 100 : n;
		if (n < 10) {
			*out = n;
			return -1;
		}
	}
	return wrong("--overhead-threshold", value, "a share such as 10% or 0.1");
}

static int take_factor(const char *value, double *out)
{
	const char *end;
	double n;

	if (!read_real(value, &n, &end) || *end || n < 1 || n > 1e6)
		return wrong("--max-overrun", value, "a factor from 1 on");
	*out = n;
	return -1;
}

static int take_columns(const char *value, unsigned int *out)
{
	unsigned int chosen = 0;

	if (!strcmp(value, "all"))
		return -1;
	for (const char *at = value;; at++) {
		size_t n = strcspn(at, ",");
		int i = 0;

		while (i < COLUMNS && (strlen(column_names[i]) != n || strncmp(at, column_names[i], n)))
			i++;
		if (i == COLUMNS)
			return wrong("--columns", value, "a list of columns (--help names them)");
		chosen |= 1u << i;
		at += n;
		if (!*at)
			break;
	}
	*out = chosen;
	return -1;
}

static int take_one_more(const char *option, const char *value, const char **list, int *count)
{
	if (*count == CHOICE_MANY)
		return wrong(option, value, "one of at most 64");
	list[(*count)++] = value;
	return -1;
}

static int take_number(struct choice *c, int key, const char *value)
{
	int64_t seed;

	switch (key) {
	case 'i':
		return take_whole("--iterations", value, 1, &c->iters);
	case 'd':
		c->has_duration = true;
		return take_time(value, &c->duration_ns);
	case 'r':
		c->has_runs = true;
		return take_whole("--runs", value, 1, &c->runs);
	case KEY_THRESHOLD:
		return take_share(value, &c->overhead_threshold);
	case KEY_OVERRUN:
		c->has_overrun = true;
		return take_factor(value, &c->max_overrun);
	default:
		if (take_whole("--seed", value, 0, &seed) != -1)
			return 2;
		c->seed = (uint64_t)seed;
		return -1;
	}
}

/* -1: go on. */
static int take(struct choice *c, int key, const char *value)
{
	switch (key) {
	case 't':
		return take_one_more("--test", value, c->tests, &c->test_count);
	case KEY_PARAMETER:
		return take_one_more("--parameter", value, c->parameters, &c->parameter_count);
	case KEY_COLUMNS:
		return take_columns(value, &c->columns);
	case KEY_LIST:
		c->is_list = true;
		return -1;
	case KEY_SUGGEST:
		c->is_suggesting = true;
		return -1;
	case KEY_FAIL:
		c->is_failing_on_overhead = true;
		return -1;
	case KEY_NO_COUNTERS:
		c->has_no_counters = true;
		return -1;
	case KEY_JSON:
		c->json = value;
		return -1;
	case KEY_MD:
		c->md = value;
		return -1;
	case '?':
		return 2; /* getopt said what */
	default:
		return take_number(c, key, value);
	}
}

/* The launcher's wishes are for what the command line leaves open. */
static void add_plan(struct choice *c)
{
	const struct plan_wish *wish = plan_get();

	if (!c->has_duration && wish->duration_ns)
		c->duration_ns = wish->duration_ns;
	if (!c->has_runs && wish->runs)
		c->runs = wish->runs;
	if (!c->iters && wish->iters && !c->has_duration)
		c->iters = wish->iters;
}

int choice_read(struct choice *c, int argc, char **argv)
{
	int status = -1;
	int key;

	memset(c, 0, sizeof(*c));
	c->duration_ns = 1000000000;
	c->runs = 5;
	c->seed = 1;
	c->columns = ((1u << COLUMNS) - 1) & ~(1u << COLUMN_WALL);
	c->overhead_threshold = 0.1;
	c->max_overrun = 10;
	while (status == -1 && (key = getopt_long(argc, argv, "i:d:r:t:h", rows, NULL)) != -1) {
		if (key == 'h') {
			(void)printf("usage: %s [options]\n%s", program_invocation_short_name, help);
			return 0;
		}
		status = take(c, key, optarg);
	}
	if (status == -1 && optind < argc)
		return wrong("operand", argv[optind], "understood: all are options");
	add_plan(c);
	return status;
}

bool choice_has(const struct choice *c, const char *name, int *status)
{
	bool is_chosen = !c->test_count;
	char whole[1024];
	regex_t expression;

	for (int i = 0; i < c->test_count && !is_chosen; i++) {
		if (snprintf(whole, sizeof(whole), "^(%s)$", c->tests[i]) >= (int)sizeof(whole) ||
		    regcomp(&expression, whole, REG_EXTENDED | REG_NOSUB)) {
			*status = wrong("--test", c->tests[i], "a regular expression");
			return false;
		}
		is_chosen = !regexec(&expression, name, 0, NULL, 0);
		regfree(&expression);
	}
	return is_chosen;
}
