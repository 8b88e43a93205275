/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often is the verdict right? Thousands of campaigns on paper, decided by the code of
 * the launcher, beside what simpler rules say of the same numbers. TAP on stdout, one
 *point for each bar; the tables are its comments.
 *
 *	verdicts [CAMPAIGNS]	per cell; 10,000 for the full table, 600 for make check
 *
 * All seeds are fixed: the same program gives the same figures. A short version adds
 * three standard errors to each bar, so that it fails for a defect and not for its size.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../launcher/stats/ttest.h"
#include "campaign.h"

static int campaigns = 600;
static int points;
static int failures;

static const struct verdict_rule rule = {
    .alpha = 0.05, .margin = 0.01, .max_slowdown = -1};

/* One point: is 'share' of 'n' at most (or, if negated, at least) the bar? */
static void at_most(const char *what, double share, double bar, int n)
{
	double slack = campaigns >= 10000 ? 0 : 3 * sqrt(bar * (1 - bar) / n);
	bool is_ok = share <= bar + slack;

	printf("%s %d - %s: %.2f %%, bar %.1f %%\n", is_ok ? "ok" : "not ok", ++points,
	       what, 100 * share, 100 * bar);
	(void)fflush(stdout);
	failures += !is_ok;
}

static void at_least(const char *what, double share, double bar, int n)
{
	double slack = campaigns >= 10000 ? 0 : 3 * sqrt(bar * (1 - bar) / n);
	bool is_ok = share >= bar - slack;

	printf("%s %d - %s: %.2f %%, bar %.1f %%\n", is_ok ? "ok" : "not ok", ++points,
	       what, 100 * share, 100 * bar);
	(void)fflush(stdout);
	failures += !is_ok;
}

/* A suite of one comparison, with its bounds worked out; copies of it are judged. */
static struct suite open_suite(int64_t least, int64_t most)
{
	struct looks l = looks_plan(least, most);
	struct suite s = {.looks = l, .rule = rule, .count = 1, .left = 1, .filled = 1};

	looks_p(&l, rule.alpha, s.p);
	return s;
}

struct tally {
	int claims, covered, same, rounds, pooled_t, pooled_ranks, peeking, fixed;
};

static struct tally run_cell(const struct scenario *cell, uint64_t number, int n)
{
	static struct campaign c;
	struct suite plan = open_suite(1, CAMPAIGN_ROUNDS);
	struct tally t = {0};

	for (int i = 0; i < n; i++) {
		struct scenario s = *cell;
		struct verdict v;

		s.seed = number * 1000003 + (uint64_t)i;
		campaign_draw(&c, &s, plan.looks.block);
		v = campaign_judge(&c, &plan);
		t.claims += v.word == VERDICT_SLOWER || v.word == VERDICT_FASTER;
		t.same += v.word == VERDICT_SAME;
		t.covered += log1p(v.low) <= s.shift && s.shift <= log1p(v.high);
		t.rounds += (int)v.n;
		t.pooled_t += campaign_pooled_t(&c);
		t.pooled_ranks += campaign_pooled_ranks(&c);
		t.peeking += campaign_peeking(&c);
		t.fixed += campaign_fixed(&c, CAMPAIGN_ROUNDS);
	}
	return t;
}

static double percent(int count, int n)
{
	return 100.0 * count / n;
}

static struct scenario condition(int which)
{
	struct scenario s = scenario_default();

	s.ar = which == 1 ? 0.6 : 0;
	s.drift = which == 2 ? 5 * s.sd : 0;
	s.mode_gap = which == 3 ? 4 * s.sd : 0;
	s.mode_share = 0.3;
	s.outlier_size = which == 4 ? 5 * s.sd : 0;
	s.outlier_share = 0.05;
	s.is_heavy = which == 5;
	return s;
}

/* True difference 0: how many campaigns claim one? And does the interval hold 0? */
static void false_claims(void)
{
	static const char *const names[] = {"independent", "AR(1) .6",	   "linear drift",
					    "two modes",   "5 % outliers", "heavy tails"};
	static const double icc[] = {0, 0.45, 0.9};

	printf("# true difference 0, %d campaigns a cell; claims of a difference in %%\n"
	       "# %-13s %5s %8s %8s %8s %9s %9s %8s\n",
	       campaigns, "noise", "ICC", "becalm", "coverage", "rounds", "pooled t",
	       "pooled U", "peeking");
	for (int which = 0; which < 6; which++) {
		for (int i = 0; i < 3; i++) {
			struct scenario s = condition(which);
			struct tally t;
			char what[96];

			s.icc = icc[i];
			t = run_cell(&s, (uint64_t)(which * 3 + i + 1), campaigns);
			printf("# %-13s %5.2f %8.2f %8.2f %8.1f %9.2f %9.2f %8.2f\n",
			       names[which], icc[i], percent(t.claims, campaigns),
			       percent(t.covered, campaigns),
			       (double)t.rounds / campaigns,
			       percent(t.pooled_t, campaigns),
			       percent(t.pooled_ranks, campaigns),
			       percent(t.peeking, campaigns));
			(void)snprintf(what, sizeof(what), "false claims, %s, ICC %g",
				       names[which], icc[i]);
			at_most(what, (double)t.claims / campaigns, 0.06, campaigns);
			(void)snprintf(what, sizeof(what), "coverage, %s, ICC %g",
				       names[which], icc[i]);
			at_least(what, (double)t.covered / campaigns, 0.93, campaigns);
		}
	}
}

/* What order is worth: the same drift, but all of A before all of B. Only shown. */
static void without_interleaving(void)
{
	struct scenario s = condition(2);
	struct tally t;

	s.is_unordered = true;
	t = run_cell(&s, 77, campaigns / 10 + 1);
	printf("# linear drift, all of A and then all of B: pooled t claims %.1f %%\n",
	       percent(t.pooled_t, campaigns / 10 + 1));
}

/* A true difference of d standard deviations of a pair. */
static void power(void)
{
	static const double sizes[] = {0.5, 1, 2};
	static const double saved[] = {0.55, 0.75, 0.85};

	printf("# power: true difference d standard deviations of a pair, fixed: one t "
	       "test of %d rounds\n",
	       CAMPAIGN_ROUNDS);
	for (int i = 0; i < 3; i++) {
		struct scenario s = scenario_default();
		struct tally t;
		double share, saving;
		char what[80];

		s.icc = 1; /* the median of the runs is the process itself: sd of a pair
			      is known */
		s.shift = sizes[i] * s.sd * M_SQRT2;
		t = run_cell(&s, (uint64_t)(40 + i), campaigns);
		share = (double)t.claims / campaigns;
		saving = 1 - (double)t.rounds / campaigns / CAMPAIGN_ROUNDS;
		printf("# d %.1f: becalm %.2f %%, fixed %.2f %%, rounds %.1f, saved %.1f "
		       "%%, coverage %.2f %%\n",
		       sizes[i], 100 * share, percent(t.fixed, campaigns),
		       (double)t.rounds / campaigns, 100 * saving,
		       percent(t.covered, campaigns));
		(void)snprintf(what, sizeof(what),
			       "power at d = %g within 5 points of fixed", sizes[i]);
		at_least(what, share, (double)t.fixed / campaigns - 0.05, campaigns);
		(void)snprintf(what, sizeof(what), "rounds saved at d = %g", sizes[i]);
		at_least(what, saving, saved[i], campaigns);
		(void)snprintf(what, sizeof(what), "coverage at d = %g", sizes[i]);
		at_least(what, (double)t.covered / campaigns, 0.93, campaigns);
		at_most(what, (double)t.covered / campaigns, 0.99, campaigns);
	}
}

/* A true +5 % on a busy host: a fifth of the processes waited, for as long as they ran.
 */
static void busy_host(void)
{
	struct scenario s = scenario_default();
	int n = campaigns / 5;
	struct tally t;

	s.sd = 0.015;
	s.shift = 0.05;
	s.outlier_size = 1;
	s.outlier_share = 0.2;
	t = run_cell(&s, 60, n);
	printf("# busy host, +5 %%: becalm %.1f %%, one t test of %d rounds %.1f %%, "
	       "rounds %.1f\n",
	       percent(t.claims, n), CAMPAIGN_ROUNDS, percent(t.fixed, n),
	       (double)t.rounds / n);
	at_least("power on a busy host", (double)t.claims / n, 0.9, n);
}

/* "same" must not be said of a change as large as the margin. */
static void same_at_the_margin(void)
{
	static const double sds[] = {0.003, 0.01, 0.03};

	for (int i = 0; i < 3; i++) {
		struct scenario s = scenario_default();
		struct tally t;
		char what[80];

		s.sd = sds[i];
		s.shift = log1p(rule.margin);
		t = run_cell(&s, (uint64_t)(50 + i), campaigns);
		(void)snprintf(what, sizeof(what),
			       "\"same\" at a change of the margin, sd %g %%",
			       100 * sds[i]);
		at_most(what, (double)t.same / campaigns, 0.05, campaigns);
	}
}

/* Forty tests of n processes a side, none different: suites with any false regression. */
static void forty_tests(bool is_paired, int n)
{
	enum { TESTS = 40 };
	static struct campaign c[TESTS];
	struct verdict_data data[TESTS];
	int suites = campaigns / 5;
	int wrong = 0;
	struct looks one = looks_plan(n, n);

	for (int k = 0; k < suites; k++) {
		struct suite s;

		suite_open(&s, &one, &rule, TESTS);
		s.rule.margin = 1e-9; /* every significant slow-down counts */
		for (int i = 0; i < TESTS; i++) {
			struct scenario sc = scenario_default();

			sc.seed =
			    (uint64_t)(900000 + k * TESTS + i + 7000000 * is_paired);
			campaign_draw(&c[i], &sc, one.block);
			data[i] = (struct verdict_data){.a = c[i].a,
							.b = c[i].b,
							.na = (size_t)n,
							.nb = (size_t)n,
							.is_paired = is_paired};
		}
		suite_judge(&s, data);
		wrong += suite_status(&s) == 1;
		suite_close(&s);
	}
	at_most(is_paired ? "40 paired tests: suites with a false regression"
			  : "40 unpaired tests: suites with a false regression",
		(double)wrong / suites, 0.05, suites);
}

/* Six rounds of log-normal lengths with a spread of 100 %: does the interval still hold?
 */
static void log_normal_of_six(void)
{
	static struct campaign c;
	struct verdict_rule r = rule;
	int covered = 0;

	r.p = r.alpha;
	for (int i = 0; i < campaigns; i++) {
		struct scenario s = scenario_default();
		struct verdict_data d = {
		    .a = c.a, .b = c.b, .na = 6, .nb = 6, .is_paired = true};
		struct verdict v;

		s.seed = 300000 + (uint64_t)i;
		s.sd = 1;
		s.shift = 0.1;
		campaign_draw(&c, &s, 6);
		v = verdict_decide(&d, &r);
		covered += log1p(v.low) <= s.shift && s.shift <= log1p(v.high);
	}
	at_least("coverage, log-normal, n = 6", (double)covered / campaigns, 0.90,
		 campaigns);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		campaigns = atoi(argv[1]);
	if (campaigns < 100) {
		(void)fputs("verdicts [CAMPAIGNS], at least 100\n", stderr);
		return 125;
	}
	false_claims();
	without_interleaving();
	power();
	busy_host();
	same_at_the_margin();
	forty_tests(true, 20);
	forty_tests(false, 10);
	log_normal_of_six();
	printf("1..%d\n", points);
	return failures != 0;
}
