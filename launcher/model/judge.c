/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "judge.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "units.h"

const char *judge_signal(int sig)
{
	static char name[32];
	const char *abbreviation = sigabbrev_np(sig);

	if (abbreviation)
		(void)snprintf(name, sizeof(name), "SIG%s", abbreviation); /* fits */
	else
		(void)snprintf(name, sizeof(name), "signal %d", sig); /* fits */
	return name;
}

static bool say(char *out, size_t size, const char *what)
{
	(void)snprintf(out, size, "%s", what); /* may be cut */
	return true;
}

/* How the process ended, when that alone means failure. */
static bool ended_badly(const struct plan *p, const struct invocation *v, char *out, size_t size)
{
	char time[40];

	switch (v->ended) {
	case ENDED_TIMEOUT:
		(void)snprintf(out, size, "timed out after %s", /* fits */
			       units_time((double)p->timeout_ns, time, sizeof(time)));
		return true;
	case ENDED_SIGNAL:
		(void)snprintf(out, size, "died of %s", judge_signal(v->code)); /* fits */
		return true;
	case ENDED_STOPPED:
		if (v->code == SIGTTIN || v->code == SIGTTOU)
			(void)snprintf(out, size, "stopped by %s: it wants the terminal", /* fits */
				       judge_signal(v->code));
		else
			(void)snprintf(out, size, "was stopped by %s", judge_signal(v->code)); /* fits */
		return true;
	case ENDED_INTERRUPTED:
		if (v->code == UNKNOWN)
			return say(out, size, "ended because the keeper died");
		(void)snprintf(out, size, "interrupted by %s", judge_signal(v->code)); /* fits */
		return true;
	default:
		if (!v->code || p->ok_codes[v->code & 255])
			return false;
		(void)snprintf(out, size, "exited with status %d", v->code); /* fits */
		return true;
	}
}

static const char no_report[] =
	"no report: it is not linked with the stub, or the pipe was lost on the way (sudo closes "
	"descriptors, env -i removes variables); --metric=wall measures any program";

/* What it should have told, and did not. */
static bool told_badly(const struct plan *p, const struct evidence *e, char *out, size_t size)
{
	const struct frames_counts *c = e->counts;
	bool wants_report = p->metric == METRIC_TIMED || p->metric == METRIC_AUTO;

	if (p->metric == METRIC_LINES && !e->numbers)
		return say(out, size, "no line of its output is a number");
	if (p->metric == METRIC_REGEX && !e->numbers)
		return say(out, size, "--metric-regex found no number in its output");
	if (!wants_report || c->runs)
		return wants_report && e->had_none &&
		       say(out, size, "it reported runs, though earlier processes did not");
	if (e->bad[0]) {
		(void)snprintf(out, size, "only refused records: %s", e->bad); /* may be cut */
		return true;
	}
	if (c->silent)
		return say(out, size, "it announced a report (hello) and then sent no run");
	if (e->had_reports)
		return say(out, size, "no report, though earlier processes reported their runs");
	return p->metric == METRIC_TIMED && say(out, size, no_report);
}

bool judge_failed(const struct plan *p, const struct invocation *v, const struct evidence *e, char *out,
		  size_t size)
{
	return ended_badly(p, v, out, size) || told_badly(p, e, out, size);
}

bool judge_disturbed(const struct invocation *v, char *out, size_t size)
{
	const struct witness *w = &v->witness;
	int64_t limit_ns = v->wall_ns / 100 > 1000000 ? v->wall_ns / 100 : 1000000;
	char time[40];
	size_t at = 0;

	out[0] = '\0';
	if (v->wall_ns == UNKNOWN)
		return false;
	if (w->wait_ns >= limit_ns)
		at += (size_t)snprintf(out, size, "waited %s for the CPU", /* fits */
				       units_time((double)w->wait_ns, time, sizeof(time)));
	if (w->steal_ns >= limit_ns)
		(void)snprintf(out + at, size - at, "%sthe hypervisor took %s of its CPU", /* fits */
			       at ? ", " : "", units_time((double)w->steal_ns, time, sizeof(time)));
	return out[0] != '\0';
}
