/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_CONTRAST_JSON_H
#define CMD_CONTRAST_JSON_H

/* The result of `versus` and `compare` as one strict JSON document, for programs. */

#include "../base/fail.h"
#include "../report/contrast.h"

/* {"format": "becalm-verdict", ...}; numbers that cannot be had are null. */
void contrast_json(const struct contrast *c, struct text *out);

/* Those of several sessions: {"format": "becalm-verdicts", "sessions": [ ... ]}. */
void contrast_json_several(const struct contrast *c, size_t n, int status, struct text *out);

/* --verdict-file: the same into a file. */
int contrast_json_file(const struct contrast *c, const char *path, struct fail *f);

#endif
