/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_HOST_LOOK_H
#define CMD_HOST_LOOK_H

/* What becalm host found out, and the two ways of writing it down. */

#include <stdbool.h>

#include "../base/text.h"
#include "../base/tree.h"
#include "../host/boot.h"
#include "../host/choose.h"
#include "../host/facts.h"
#include "../host/keeper.h"

struct host_look {
	struct tree tree;
	struct topology topology;
	struct given given;
	struct choice choice;
	struct facts facts;
	struct boot boot[BOOT_MAX];
	int boot_count;
	int layout_errno;     /* why the address layout cannot be fixed; 0: it can */
	bool is_layout_fixed; /* for the whole machine already */
	struct keeper keeper; /* probed; no rows when there is none */
	struct sentences remarks;
};

/* Asks the keeper what it could hold; a remark when it cannot be asked. */
void host_knobs_look(struct host_look *h, const char *root);

/* Who holds the machine, and the keeper's knobs: for people, and as members of an object. */
void host_holder_words(const struct host_look *h, struct text *out);
void host_knob_words(const struct host_look *h, struct text *out);
void host_knob_json(const struct host_look *h, struct text *out);

/* A label and what there is to say, folded to 79 columns. */
void host_row(struct text *out, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For people: words, no more than 79 columns. */
void host_words(const struct host_look *h, struct text *out);
void host_seed_words(struct text *out);

/* One JSON object, indented. */
void host_json(const struct host_look *h, struct text *out);
void host_seed_json(struct text *out);

#endif
