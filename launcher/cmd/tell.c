/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tell.h"
#include <stdio.h>
#include "../stats/summary.h"

bool tell_has_sample(const struct series *s)
{
	for (size_t i = 0; i < s->track_count; i++)
		if (s->tracks[i].count)
			return true;
	return false;
}

int tell_dry_run(const struct stage *s, const struct run_options *o, const struct sentences *remarks,
		 struct fail *f)
{
	(void)s; (void)o; (void)remarks; (void)f;
	return 0;
}

void tell_session(const struct run_options *o, const struct stage *stage, const struct session *session,
		  const struct series *series, const struct rounds *rounds)
{
	(void)o; (void)stage; (void)session; 
	for (size_t i = 0; i < series->track_count; i++) {
		double x[100000];
		series_values(&series->tracks[i], x);
		struct summary s = summary_of(x, series->tracks[i].count, 0.95);
		fprintf(stderr, "%s n=%zu median %g mad %g %g..%g\n", series->tracks[i].name, s.n, s.median, s.mad, s.low, s.high);
	}
	fprintf(stderr, "%s %s\n", rounds->why, rounds->excerpt.s ? rounds->excerpt.s : "");
}
