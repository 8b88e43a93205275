/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_EXPORT_H
#define CMD_EXPORT_H

/*
 * Results as one strict JSON document, for programs: becalm-results(5) has its keys. A
 * number that cannot be had is null, and "missing" beside it says why.
 */

#include "../base/text.h"
#include "../report/summary.h"
#include "recall.h"

/* {"format": "becalm-summary", "sessions": [ ... ]} */
void export_open(struct text *out);
void export_session(const struct report *r, enum metric metric, struct text *out);
void export_close(struct text *out);

#endif
