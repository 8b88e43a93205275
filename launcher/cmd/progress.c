/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../model/units.h"
#include "../run/child.h"

static bool is_wanted(const struct plan *p)
{
	static int is_terminal = -1;
	const char *term = getenv("TERM");

	if (is_terminal < 0)
		is_terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
	return is_terminal && !p->quiet && !p->verbose && p->invocations != 1;
}

void progress_show(const struct plan *p, const struct stop *s, int64_t next)
{
	static int64_t shown_ns;
	int64_t now = child_clock();
	int64_t all = stop_expected(s, p);
	char left[40];

	if (!is_wanted(p) || now - shown_ns < 100000000)
		return;
	shown_ns = now;
	(void)fprintf(stderr, "\r\033[K%lld", (long long)next);
	if (all > s->made && s->made > 0) {
		double rest = (double)s->elapsed_ns / (double)s->made * (double)(all - s->made);

		(void)fprintf(stderr, " of %s%lld, about %s left", p->invocations ? "" : "about ",
			      (long long)(all + p->warmup), units_time(rest, left, sizeof(left)));
	}
	(void)fflush(stderr); /* only progress */
}

void progress_clear(const struct plan *p)
{
	if (is_wanted(p))
		(void)fputs("\r\033[K", stderr);
}

void progress_process(const struct plan *p, const struct invocation *v)
{
	char time[40] = "-";

	(void)p; /* who calls has asked for it */
	if (v->wall_ns != UNKNOWN)
		units_time((double)v->wall_ns, time, sizeof(time));
	(void)fprintf(stderr, "%5lld  %-12s", (long long)v->index, time);
	if (v->draw.hash_seed != UNKNOWN)
		(void)fprintf(stderr, "  seed %lld, padding %lld", (long long)v->draw.hash_seed,
			      (long long)v->draw.pad);
	if (v->is_warmup)
		(void)fputs("  warm-up", stderr);
	if (v->failed)
		(void)fprintf(stderr, "  failed: %s", v->failed);
	if (v->disturbed)
		(void)fprintf(stderr, "  disturbed: %s", v->disturbed);
	(void)fputc('\n', stderr);
}
