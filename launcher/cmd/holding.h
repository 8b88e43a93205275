/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CMD_HOLDING_H
#define CMD_HOLDING_H

/*
 * What every command that holds the host still shares: its options, and the way from
 * asking the keeper to having its answer told in a few lines.
 *
 *	holding_start	before root's rights are given up
 *	holding_hold	once CPUs are chosen and signals are listened to
 *	holding_check	between invocations
 *	holding_end	on every way out
 */

#include <stdbool.h>
#include <stdint.h>

#include "../base/fail.h"
#include "../base/opt.h"
#include "../host/choose.h"
#include "../host/keeper.h"
#include "../host/sentences.h"
#include "../model/plan.h"

struct holding_options {
	enum hold hold;
	const char *only, *without, *require;
	const char *cage, *cage_parent;
	int64_t wait_s; /* -1: for ever */
	bool is_as_root;
	bool is_frugal; /* no keeper where it would do little: without rights, in a container */
};
#define HOLDING_DEFAULT ((struct holding_options){ .cage = "auto", .wait_s = -1 })

/* Rows for a table of options; o: address of a struct holding_options. */
#define HOLDING_ROWS(o)                                                                                          \
	{ 0, NULL, NULL, "How still the host is held", NULL, NULL },                                             \
	{ 0, "hold", "none|process|host|strict",                                                                 \
	  "only this process (default of a user), host settings too (of root), or more of them",                 \
	  holding_set_tier, &(o)->hold },                                                                        \
	{ 0, "only", "KNOB,...", "of the host's settings only these (becalm host lists them)", opt_text,         \
	  &(o)->only },                                                                                          \
	{ 0, "without", "KNOB,...", "all but these", opt_text, &(o)->without },                                  \
	{ 0, "require", "KNOB,...|all", "change nothing and end with 125 when one of these cannot be held",      \
	  opt_text, &(o)->require },                                                                             \
	{ 0, "cage", "auto|plain|shield|partition|none", "how other tasks are kept off the CPUs (becalm-knobs(7))", \
	  holding_set_cage, &(o)->cage },                                                                        \
	{ 0, "cage-parent", "GROUP", "make the cage below this control group, and confine it to that",           \
	  opt_text, &(o)->cage_parent },                                                                         \
	{ 0, "wait", "TIME", "for another session that holds the host (default: as long as it takes)",           \
	  holding_set_wait, &(o)->wait_s },                                                                      \
	{ 0, "no-wait", NULL, "end with 125 when another session holds the host", holding_set_no_wait,           \
	  &(o)->wait_s },                                                                                        \
	{ 0, "as-root", NULL, "under sudo: do not become the user who called it", opt_flag, &(o)->is_as_root }

int holding_set_tier(const struct opt *row, const char *value, struct fail *f);
int holding_set_cage(const struct opt *row, const char *value, struct fail *f);
int holding_set_wait(const struct opt *row, const char *value, struct fail *f);
int holding_set_no_wait(const struct opt *row, const char *value, struct fail *f);

struct holding {
	const struct holding_options *options;
	struct keeper keeper;
	bool is_asking;	 /* a keeper runs, perhaps without rights */
	bool is_explicit; /* the host was asked for by option, not by default */
	const char *guest; /* "a container": settings of others, so only the cage; NULL */
	char drifted[400]; /* after holding_end(): ",NAME," of each setting that somebody changed */
	char why_not[300]; /* why the host is not held; "": it is, or will be */
};

/*
 * Decides how far the hold goes and starts the keeper if it does: as root directly, as a
 * user by sudo when --hold=host or strict was typed. Fails when something was required
 * that cannot be had; what merely cannot be is in why_not.
 */
int holding_start(struct holding *h, const struct holding_options *o, const char *root,
		  struct fail *f);

/*
 * Holds the host for these CPUs, waiting for another session if it must (stop_fd ends the
 * wait; then keeper.is_stopped). Sentences about what is and is not held are added.
 */
int holding_hold(struct holding *h, const struct choice *choice, int stop_fd,
		 struct sentences *out, struct fail *f);

/* What would be changed, for --dry-run and `becalm host`; changes nothing. */
int holding_probe(struct holding *h, const struct choice *choice, struct fail *f);

/* At most once a second: 1 and a sentence when somebody changed a setting; -1: no keeper. */
int holding_check(struct holding *h, struct sentences *out, struct fail *f);

/*
 * Releases, tells what could not be put back or was left to somebody else, and ends the
 * keeper. Returns false when the host may not be as it was.
 */
bool holding_end(struct holding *h, struct sentences *out);

/* The keeper died (its pidfd is readable): a new one undoes its journal. */
bool holding_repair(struct holding *h, struct sentences *out);

#endif
