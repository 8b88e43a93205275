/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

/*
 * One row a test, with all that any form of a report shows of it: text, table, CSV and
 * JSON take their numbers from here, so that they cannot differ.
 */

#include <stdbool.h>
#include <stddef.h>

#include "../model/series.h"
#include "../model/units.h"
#include "../stats/groups.h"
#include "../stats/summary.h"

struct row {
	const char *test, *unit; /* "ns", "KiB" or the user's; borrowed from the series */
	const struct track *track;
	bool is_timed;		 /* reported or printed by the program; else taken from outside */
	double *values;		 /* one a process, in the order of the invocations */
	struct summary all;
	size_t disturbed;	 /* how many of them came from disturbed processes */
	double median_undisturbed; /* NaN when none or all are disturbed */
	struct group groups[GROUPS_MAX];
	size_t group_count; /* as groups_find() says */
	double between;	    /* share of the variance of runs that lies between processes; NaN */
};

struct rows {
	struct row *row;
	size_t n;
};

/* Tests without a sample are left out. Free with rows_free(). */
struct rows rows_of(const struct series *s);
void rows_free(struct rows *rows);

/* The unit and decimals in which a row's numbers are shown, fine enough for its interval. */
struct unit rows_unit(const struct row *r);

/* The MAD in that unit, or in one of its own where it would read as zero. Returns out. */
char *rows_spread(const struct row *r, const struct unit *u, char *out, size_t size);

/* Why a row has no interval, for people and as the reason beside a null; NULL: it has one. */
const char *rows_no_interval(const struct row *r);

/* Medians over the counted processes, NaN when there are none; peak is the largest. */
struct resources {
	double wall_ns, user_ns, sys_ns, peak_kib;
	size_t counted, warmups, failed, disturbed;
};

struct resources rows_resources(const struct series *s);

#endif
