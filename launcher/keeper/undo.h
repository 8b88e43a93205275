/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_UNDO_H
#define KEEPER_UNDO_H

/*
 * Puts a host back, from the edits of this session or from a dead keeper's journal:
 * backwards, each only if it still reads as we left it. Doing it twice does no harm.
 */

#include <stdbool.h>

#include "../base/text.h"
#include "../base/tree.h"
#include "edits.h"
#include "journal.h"

/*
 * Undoes all edits of the journal that were made, and the first without a result when
 * it was in flight (has_died: the keeper did not live to say). Each edit's state tells
 * how it ended. Sentences about what could not be put back are added to remarks.
 */
void undo_all(const struct tree *t, struct journal *j, bool has_died, struct text *remarks);

/* True when it must be tried again later: the file of an absent CPU, or a refusal. */
bool undo_is_open(const struct edit *e);

#endif
