/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_PLAN_H
#define MODEL_PLAN_H

/*
 * What the user asked for: the options of `run` as plain values. plan_default()
 * gives what is in force when nothing is said; plan_check() refuses what cannot be
 * meant together, before anything is touched.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/fail.h"

enum hold { HOLD_DEFAULT, HOLD_NONE, HOLD_PROCESS, HOLD_HOST, HOLD_STRICT };
enum entropy { ENTROPY_FIXED, ENTROPY_SAMPLED, ENTROPY_INHERIT };
enum metric { METRIC_AUTO, METRIC_TIMED, METRIC_WALL, METRIC_CPU, METRIC_RSS, METRIC_LINES, METRIC_REGEX };
enum output { OUTPUT_DEFAULT, OUTPUT_INHERIT, OUTPUT_CAPTURE, OUTPUT_NULL, OUTPUT_FILE };
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

enum { ENV_MAX = 64 };

struct plan {
	/* how often */
	int64_t invocations; /* 0: until 'precision' is reached */
	double precision;    /* half-width of the interval over the median */
	int64_t least;	     /* at least so many, when 'invocations' is 0 */
	int64_t budget_ns;   /* for the whole session, when 'invocations' is 0 */
	int64_t warmup;
	int64_t timeout_ns;  /* per invocation; 0: none */

	/* what a benchmark linked with the stub is asked for; 0: not said */
	int64_t iterations;  /* per run */
	int64_t duration_ns; /* of a run */
	int64_t runs;	     /* per process */
	bool wants_rates;    /* say what rates to declare in the source */

	/* versus: how often, and when it is decided; rounds_most is 0 in other sessions */
	int64_t rounds_least, rounds_most;
	double alpha, margin;
	double min_effect_ns; /* 0: none */
	double max_slowdown;  /* < 0: no gate */

	/* how still */
	enum hold hold;
	const char *cpus; /* list as typed, or NULL */
	int64_t cores;	  /* 0: one, unless 'cpus' says more */

	/* entropy */
	enum entropy entropy;
	int64_t hash_seed; /* UNKNOWN: not given */
	bool has_seed;	   /* 'seed' was given */
	uint64_t seed;	   /* of the session's draws */
	const char *env[ENV_MAX]; /* "K=V", or "K": pass ours on */
	int env_count;
	const char *keep_env; /* "A,B", or NULL: all */
	bool clean_env;

	/* child */
	const char *stdin_path;
	enum output output;
	const char *output_path;
	const char *prepare, *conclude;
	bool ignore_failure; /* go on after a failure, without its sample */
	bool ok_codes[256];  /* exit statuses that are success */
	char **argv;	     /* the command, ended by NULL */

	/* samples */
	enum metric metric;
	const char *metric_name, *metric_regex, *unit;

	/* output */
	const char *label;
	const char *results_path; /* "-": stdout */
	const char *resume_path;
	const char *root; /* of a fake host, or NULL */
	bool dry_run, quiet;
	bool verbose;
	enum color color;
};

struct plan plan_default(void);
int plan_check(const struct plan *p, struct fail *f);

/* The words used in options, results files and reports, in the order of the enums. */
extern const char *const plan_entropy_words[]; /* "fixed", "sampled", "inherit", NULL */
extern const char *const plan_metric_words[];  /* "auto", "timed", ..., NULL */
extern const char *const plan_hold_words[];    /* "default", "none", ..., NULL */

#endif
