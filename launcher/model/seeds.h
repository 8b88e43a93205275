/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_SEEDS_H
#define MODEL_SEEDS_H

/*
 * Which languages order their hashes by chance, and which variable makes that the same
 * in every process. Rows, because `run` sets them, `host --seeds` lists them and the
 * manual is checked against them.
 */

#include <stdbool.h>

struct seed {
	const char *language;
	const char *variable; /* NULL: there is no switch in the environment */
	const char *value;    /* what becalm sets; NULL with the variable */
	bool is_drawn;	      /* --hash-seed or the draw of a round replaces the value */
	bool is_constant;     /* the order is the same in every process anyway */
	const char *remark;
};

/* Ended by a row without a language. */
extern const struct seed seeds[];

#endif
