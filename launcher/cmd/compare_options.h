/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_COMPARE_OPTIONS_H
#define CMD_COMPARE_OPTIONS_H

/* The options of `compare`. */

#include <stdbool.h>
#include <stdint.h>

#include "../base/fail.h"
#include "../base/text.h"
#include "../model/duel.h"
#include "../model/plan.h"
#include "contrast_out.h"

enum { COMPARE_RENAMES = 64, COMPARE_FILES = 200 };

struct compare_options {
	double alpha, margin, min_effect_ns, max_slowdown;
	bool has_alpha, has_margin, has_min_effect;
	bool is_undecided_ok, allow_missing, allow_unlike;
	enum metric metric;
	bool has_metric;
	enum contrast_format format;
	enum color color;
	const char *verdict_path;
	const char *renames[COMPARE_RENAMES]; /* "OLD=NEW" */
	int rename_count;
	bool is_used[COMPARE_RENAMES];
	const char *labels[DUEL_SIDES]; /* of the sides, in their order */
	int label_count;
	bool is_sessions; /* each file by itself */
	bool wants_help;
	char **files;
	int file_count;
};

int compare_options_parse(int argc, char **argv, struct compare_options *out, struct fail *f);
void compare_options_help(struct text *out);

/* The name that A's test goes by on the other sides; 'to' is a struct compare_options. */
const char *compare_renamed(void *to, const char *test);

#endif
