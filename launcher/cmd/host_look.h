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
	struct sentences remarks;
};

/* For people: words, no more than 79 columns. */
void host_words(const struct host_look *h, struct text *out);
void host_seed_words(struct text *out);

/* One JSON object, indented. */
void host_json(const struct host_look *h, struct text *out);
void host_seed_json(struct text *out);

#endif
