/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_REPORT_UNIT_H
#define TESTS_REPORT_UNIT_H

/* The headers that cmocka wants first, and sessions to report on. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../../launcher/report/summary.h"

static inline void says(const struct text *t, const char *words)
{
	if (!strstr(text_of(t), words))
		fail_msg("does not say '%s':\n%s", words, text_of(t));
}

static inline void says_not(const struct text *t, const char *words)
{
	if (strstr(text_of(t), words))
		fail_msg("says '%s':\n%s", words, text_of(t));
}

static const struct look plain = { .width = LOOK_WIDTH, .is_utf8 = true };

/* One process with one number of one test; name NULL: the whole process. */
static inline void add(struct series *s, int64_t index, const char *name, double value)
{
	const struct invocation v = { .index = index, .wall_ns = 1284000000, .user_ns = 1251000000,
				      .sys_ns = 30000000, .max_rss_kib = 18432 };

	series_run(series_track(s, name ? name : "whole process", "ns", name != NULL), value);
	series_close(s, &v);
}

static inline void add_disturbed(struct series *s, int64_t index, double value)
{
	const struct invocation v = { .index = index, .wall_ns = 1284000000,
				      .disturbed = "waited 96 ms for the CPU" };

	series_run(series_track(s, "whole process", "ns", false), value);
	series_close(s, &v);
}

struct world {
	struct session session;
	struct command_line command;
	struct series series;
	struct report report;
};

static inline void start(struct world *w)
{
	static char *argv[] = { (char *)"./python", (char *)"bm_call.py", NULL };

	*w = (struct world){ .command = { .argv = argv } };
	w->session = (struct session){ .commands = &w->command, .command_count = 1,
				       .plan = plan_default(), .cpus = "3", .cpus_total = 8,
				       .started_ns = 1700000000000000000 };
	w->report = (struct report){ .session = &w->session, .series = &w->series,
				     .took_ns = 27000000000, .is_complete = true };
}

#endif
