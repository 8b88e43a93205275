/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef KEEPER_KNOB_H
#define KEEPER_KNOB_H

/*
 * A knob is one setting of the host that can be held still, in one small file that
 * ends in a const struct knob; knobs.c lists them in the order of holding (undone
 * backwards). A probe only reads: it asks for edits, or for none because the host
 * is still already, or fails with the reason why this machine cannot.
 */

#include "../base/cpus.h"
#include "../base/fail.h"
#include "../base/tree.h"
#include "edits.h"

struct machine {
	struct tree root;
	struct cpus online;
	struct cpus cage;   /* the measured CPUs and those that stay idle beside them */
	struct cpus others; /* online, not in the cage */
};

enum tier {
	TIER_DEFAULT,
	TIER_STRICT,
	TIER_ASKED, /* only by --only or --require */
};
enum reach {
	REACH_CAGE, /* felt on the cage's CPUs only */
	REACH_ALL,  /* felt by everybody on this machine */
};
extern const char *const tier_words[];
extern const char *const reach_words[];

/* What a probe adds its edits to. */
struct want {
	const struct knob *knob;
	const struct machine *m;
	struct edits *edits;
};

/*
 * The files that a knob may ever touch: '#' stands for digits, '@' for a name. An
 * edit of any other path is a bug, and in a journal a forgery. Ended by NULL.
 */
struct knob_file {
	const char *path;
	enum kind kind;
};

struct knob {
	const char *name;
	const char *summary;
	enum tier tier;
	enum reach reach;
	bool is_tolerant; /* held although some files refuse, as interrupts do */
	const struct knob_file *files;
	int (*probe)(struct want *w, struct fail *why);
	/* Optional: words the reason from the n edits that were tried. */
	void (*tell)(const struct machine *m, const struct edit *edits, size_t n, char *reason,
		     size_t size);
};

/* The table, ended by NULL. */
extern const struct knob *const knobs[];
enum { KNOBS_MAX = 32 };

const struct knob *knob_find(const char *name);

/* The kind of edit that the knob makes at the path; -1: it never does. */
int knob_kind(const struct knob *knob, const char *path);

/* Does the path fit the pattern of a knob_file? */
bool knob_fits(const char *pattern, const char *path);

/*
 * Asks for the file to hold the value; nothing is added when it does already. Fails,
 * with the reason, when the file cannot be read.
 */
int want_edit(struct want *w, const char *path, const char *value, struct fail *why);

/* The same, and put back whatever it reads then, because another edit moves it too. */
int want_follow(struct want *w, const char *path, const char *value, struct fail *why);

/* Only put back, if another edit changed it; a file that cannot be read is left out. */
void want_keep(struct want *w, const char *path);

#endif
