/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_HOLD_H
#define KEEPER_HOLD_H

/*
 * Over all knobs: ask them, make their edits, look whether they are still made.
 */

#include "session.h"

/* Fills rows and adds edits behind those that are there. */
void hold_probe(struct session *s);

/* Fails, naming it, when a required knob is not (or will not be) held. */
int hold_check_required(const struct session *s, struct fail *f);

/* Makes every planned edit, reads it back and notes it in the journal. */
int hold_make(struct session *s, struct fail *f);

/* Returns the number of rows that became drifted. */
int hold_check(struct session *s);

#endif
