/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_COMPARE_H
#define CMD_COMPARE_H

/* What `compare` and its --sessions have in common. */

#include "../host/sentences.h"
#include "../model/session.h"
#include "../report/contrast.h"
#include "compare_options.h"
#include "recall.h"

/* One results file. */
struct source {
	const char *path;
	const struct session *session;
	struct recall recall;
	struct pairs pairs;
};

struct compare {
	struct compare_options options;
	struct source sources[COMPARE_FILES];
	int count; /* of sources that are read */
	struct duel duel;
	struct contrast contrast;
	struct sentences remarks;
	const char *lines[SENTENCES_MAX];
	char unlike[400];
	int status;
};

/* The rule that was asked for; 'p', the plan of a versus session or NULL, has the defaults. */
struct verdict_rule compare_rule(const struct compare_options *o, const struct plan *p);

/* The looks of a versus session; of merged ones a single one. */
struct looks compare_looks(const struct source *s);

/* compare --sessions: each file by itself, Holm over all; to stdout. Fills in c->status. */
int compare_sessions(struct compare *c, struct fail *f);

#endif
