/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "listing.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../model/units.h"

enum { NUMBER = 48 };

static double known(int64_t x)
{
	return x == UNKNOWN ? (double)NAN : (double)x;
}

static void add_time(const char *what, int64_t ns, struct text *out)
{
	char number[NUMBER];

	text_printf(out, "   %s %s", what, units_time(known(ns), number, sizeof(number)));
}

static void add_exit(const struct invocation *v, struct text *out)
{
	static const char *const words[] = { [ENDED_EXIT] = "exit",
					     [ENDED_SIGNAL] = "signal",
					     [ENDED_TIMEOUT] = "timed out",
					     [ENDED_STOPPED] = "stopped by signal",
					     [ENDED_INTERRUPTED] = "interrupted by signal" };

	text_printf(out, "   %s", words[v->ended]);
	if (v->code != UNKNOWN)
		text_printf(out, " %d", v->code);
}

static void add_reason(const char *what, const char *reason, enum tint tint,
		       const struct look *l, struct text *out)
{
	char shown[800];

	if (!reason)
		return;
	text_puts(out, "          ");
	look_tint(l, tint, what, out);
	text_printf(out, ": %s\n", fail_quote(shown, sizeof(shown), reason));
}

void listing_process(const struct invocation *v, const struct look *l, struct text *out)
{
	char number[NUMBER];

	text_printf(out, "  no. %-4" PRId64 "%s", v->index,
		    units_time(known(v->wall_ns), number, sizeof(number)));
	add_time("user", v->user_ns, out);
	add_time("sys", v->sys_ns, out);
	text_printf(out, "   peak %s", units_memory(known(v->max_rss_kib), number, sizeof(number)));
	add_exit(v, out);
	if (v->draw.hash_seed != UNKNOWN)
		text_printf(out, "   hash seed %" PRId64, v->draw.hash_seed);
	text_puts(out, v->is_warmup ? "   warm-up" : v->is_calibrating ? "   calibrating" : "");
	text_puts(out, "\n");
	add_reason("failed", v->failed, TINT_BAD, l, out);
	add_reason("disturbed", v->disturbed, TINT_WARN, l, out);
}

static void add_length(const struct run *run, struct text *out)
{
	char each[NUMBER];
	char timed[NUMBER];
	char wall[NUMBER];
	double iters = run->iters > 0 ? (double)run->iters : (double)NAN;

	text_printf(out, "%12s", units_time(known(run->timed_ns) / iters, each, sizeof(each)));
	text_printf(out, "   timed %s, wall %s for %" PRId64 " iteration%s",
		    units_time(known(run->timed_ns), timed, sizeof(timed)),
		    units_time(known(run->wall_ns), wall, sizeof(wall)), run->iters,
		    run->iters == 1 ? "" : "s");
}

void listing_run(const struct test *t, int64_t number, const struct run *run, struct text *out)
{
	struct unit u = units_own(run->value, t->unit);
	char name[200];
	char value[NUMBER];
	char unit[100];

	text_printf(out, "          %-20s %4" PRId64 "  ", fail_quote(name, sizeof(name), t->name),
		    number);
	if (!strcmp(t->unit, "ns"))
		add_length(run, out);
	else
		text_printf(out, "%12s %s", units_in(&u, run->value, value, sizeof(value)),
			    fail_quote(unit, sizeof(unit), t->unit));
	text_puts(out, run->is_warmup ? "   warm-up" : "");
	text_puts(out, run->is_cut ? "   cut short" : "");
	text_puts(out, "\n");
}
