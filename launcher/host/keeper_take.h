/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOST_KEEPER_TAKE_H
#define HOST_KEEPER_TAKE_H

/* What the keeper says, line by line, as values: for keeper.c and its tests. */

#include "keeper.h"

/* Takes one line in. Returns 1 at the end of an answer, 0, or -1 with the keeper's sentence. */
int keeper_take_line(struct keeper *k, char *line, struct fail *f);

/* A whole number >= 0; -1 when it is none. */
int64_t keeper_number(const char *word);

void keeper_clear_row(struct keeper_row *row);
void keeper_close_cage(struct keeper_cage *c);

#endif
