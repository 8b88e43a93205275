/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_OPT_H
#define BASE_OPT_H

/*
 * Options are rows. The same rows feed the parser, --help and the check of the
 * manual. A row without a name but with help is the heading of a group; a row
 * of NULLs ends the table. Parsing stops at the first operand or behind "--".
 */

#include "fail.h"
#include "text.h"

struct opt {
	char key;	  /* one letter, or 0 */
	const char *name; /* without dashes */
	const char *arg;  /* NULL: none; "N": needed; "[=CODES]": optional, only by "=" */
	const char *help;
	/* value is NULL when none was given. Fails with a sentence that names the option. */
	int (*set)(const struct opt *row, const char *value, struct fail *f);
	void *to;
};

/*
 * Reads argv[1...]; *operand becomes the index of the first operand (argc when there
 * is none). FAIL_USAGE names what was wrong and, for a near miss, the likely option.
 */
int opt_parse(const struct opt *rows, int argc, char **argv, int *operand, struct fail *f);

/*
 * The same for commands whose operands are files: options may stand behind them too. Moves
 * the files to the front of argv + 1, which ends with NULL; *files becomes how many.
 */
int opt_files(const struct opt *rows, int argc, char **argv, int *files, struct fail *f);

/* Adds the rows as --help shows them, 79 columns wide. */
void opt_help(const struct opt *rows, struct text *out);

/* "--name" of a row in a static buffer that the next call overwrites, for messages. */
const char *opt_name(const struct opt *row);

/* Setters. 'to' points to a bool, a const char *, an int64_t, a double. */
int opt_flag(const struct opt *row, const char *value, struct fail *f);
int opt_text(const struct opt *row, const char *value, struct fail *f);
int opt_count(const struct opt *row, const char *value, struct fail *f); /* 1 ... 1e9 */
int opt_time(const struct opt *row, const char *value, struct fail *f);	 /* int64_t, ns */
int opt_share(const struct opt *row, const char *value, struct fail *f); /* double */

/* The index of 'value' in words[] (ended by NULL), or -1 with a sentence that says row->arg. */
int opt_word(const struct opt *row, const char *value, const char *const *words, struct fail *f);

/*
 * The word among words[] (ended by NULL) that 'typed' is a likely misspelling of,
 * or NULL. (Damerau-Levenshtein distance at most 2 and below half of the length.)
 */
const char *opt_nearest(const char *typed, const char *const *words);

#endif
