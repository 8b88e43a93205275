/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_DUEL_H
#define MODEL_DUEL_H

/*
 * What is compared with what: the first side, A, with each other, test by test. A side is
 * one command of one session. Two commands of one session are compared pair by pair, others
 * as independent samples.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../stats/ratio.h"
#include "pairs.h"
#include "suite.h"

enum { DUEL_SIDES = 26 };

struct duel_side {
	const struct pairs *pairs; /* of its session */
	int command;
};

struct duel_row {
	const char *test, *unit;
	int side;     /* 1, ...: which is compared with side 0 */
	bool is_paired;
	double *a, *b; /* owned, as the marks */
	bool *a_marked, *b_marked;
	size_t na, nb;
	/* filled in by duel_finish(); NaN where there is none */
	double rank_p;
	double sign_p;	    /* exact, by all sign flips of the differences; pairs, PERMUTE_EXACT at most */
	double trend_p[2];  /* Mann-Kendall, of A and of B while they were measured; not paired */
	double p_adjusted;  /* Holm over all rows */
	double p_discovery; /* Benjamini-Hochberg over all rows */
	struct ratio means; /* of B's mean to A's, with Fieller's interval */
};

struct duel_lone {
	const char *test;
	int side; /* the only one of it and side 0 that has the test */
	int against;
};

struct duel {
	struct duel_side sides[DUEL_SIDES];
	int side_count;
	const char *(*renamed)(void *to, const char *test); /* name of A's test on the others */
	void *to;
	struct duel_row *rows;
	size_t row_count;
	struct duel_lone *lone; /* tests without a partner */
	size_t lone_count;
	bool is_judged;
	int64_t rounds; /* that the verdicts stand on */
	struct suite suite;
};

/* Fill in sides, and renamed or NULL, first; the pairs may still grow. */
void duel_free(struct duel *d);

/*
 * Takes the numbers of the first 'rounds' rounds into the rows. The rows are settled by the
 * first call: later ones only have more in them.
 */
void duel_collect(struct duel *d, int64_t rounds);

/* A look of a session that goes on; true when every row has its verdict. */
bool duel_look(struct duel *d, const struct looks *l, const struct verdict_rule *r,
	       int64_t rounds, bool is_end);

/* All there is, at once: what was planned as one look. */
void duel_judge(struct duel *d, const struct verdict_rule *r);

/* All looks of a finished session again; 'rounds' were made. */
void duel_replay(struct duel *d, const struct looks *l, const struct verdict_rule *r,
		 int64_t rounds);

/* Forgets verdicts, for judging again by another rule. */
void duel_forget(struct duel *d);

/* Second opinions and adjusted p. */
void duel_finish(struct duel *d);

/* Change of the geometric mean over the rows of a side, with its interval over tests. */
struct duel_mean {
	size_t n;
	double change, low, high; /* shares; NaN: fewer than 2 tests with a ratio */
};

struct duel_mean duel_mean(const struct duel *d, int side, double level);

#endif
