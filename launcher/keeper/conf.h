/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_CONF_H
#define KEEPER_CONF_H

/*
 * The limits that the machine's owner sets in /etc/becalm/keeper.conf, a line each:
 *
 *	knobs governor,turbo	only these (default: all)
 *	cpus 2-7		only these may be measured on (default: all)
 *	cages plain,shield	only these forms (default: all)
 *	longest 12h		after this a host is released by itself
 *	realtime no		the launcher gets no SCHED_FIFO (default: yes)
 *
 * '#' begins a remark. A file that others than root could write is refused.
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/cpus.h"
#include "../base/fail.h"
#include "../base/tree.h"

struct conf {
	char knobs[1024]; /* "": all */
	bool has_cpus;
	struct cpus cpus;
	char cages[128]; /* "": all */
	int64_t longest_ns;
	bool has_realtime;
};

/* What is in force without a file. */
struct conf conf_default(void);
int conf_load(const struct tree *t, struct conf *out, struct fail *f);

/* Reads the file's text, cutting it up. */
int conf_parse(char *text, struct conf *out, struct fail *f);

/* Is the word one of "a,b,c"? An empty list allows everything. */
bool conf_lists(const char *list, const char *word);

#endif
