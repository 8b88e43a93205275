/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tell.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../model/units.h"
#include "../report/headline.h"
#include "../report/summary.h"

bool tell_has_sample(const struct series *s)
{
	for (size_t i = 0; i < s->track_count; i++)
		if (s->tracks[i].count)
			return true;
	return false;
}

static void say_often(const struct plan *p, struct text *out)
{
	char budget[40];

	if (p->warmup)
		text_printf(out, "%lld to warm up, then ", (long long)p->warmup);
	if (p->invocations) {
		text_printf(out, "%lld", (long long)p->invocations);
		return;
	}
	text_printf(out, "until precise to %g %%, at least %lld, within %s", p->precision * 100,
		    (long long)p->least, units_time((double)p->budget_ns, budget, sizeof(budget)));
}

void tell_dry_run(const struct stage *s, const struct run_options *o, const struct session *session)
{
	const struct plan *p = &o->plan;
	const struct look look = look_of(STDOUT_FILENO, COLOR_NEVER);
	struct text out = { 0 };

	text_puts(&out, "becalm would run ");
	headline_command(&session->commands[0], 200, look_dots(&look), &out);
	text_printf(&out, "\n  program    %s\n  processes  ", s->path);
	say_often(p, &out);
	text_printf(&out, "\n  CPUs       %s: %s\n", s->is_bound ? session->cpus : "not bound",
		    session->cpus_why);
	for (int i = 0; i < session->held_count; i++) {
		const struct held *h = &session->held[i];

		text_printf(&out, "  %-10s %s%s%s\n", i ? "" : "entropy", h->name, ": ", h->outcome);
	}
	for (int i = 0; i < s->remarks.n; i++)
		text_printf(&out, "  remark     %s\n", s->remarks.line[i]);
	if (s->holding.is_asking)
		keeper_edits(&s->holding.keeper, &out);
	else
		text_printf(&out, "No setting of the host would be changed: %s.\n", s->holding.why_not);
	(void)fputs(out.s, stdout); /* main looks at stdout's state */
	text_free(&out);
}

/* Why it stopped, and the end of what the command wrote. */
static void tell_failure(const struct rounds *r)
{
	if (!r->is_complete)
		(void)fprintf(stderr, "becalm: process %lld: %s\n", (long long)(r->next - 1), r->why);
	if (!r->excerpt.n)
		return;
	(void)fwrite(r->excerpt.s, 1, r->excerpt.n, stderr); /* nowhere else to say it */
	if (r->excerpt.s[r->excerpt.n - 1] != '\n')
		(void)fputc('\n', stderr);
}

/* A resumed session began in FILE.partial and ends in FILE. */
static int whole_name(const char *path)
{
	size_t n = strlen(path);
	size_t tail = strlen(".partial");

	return (int)(n > tail && !strcmp(path + n - tail, ".partial") ? n - tail : n);
}

/* Where the results and the output are. */
static void say_closing(const struct run_options *o, const struct rounds *r, struct text *out)
{
	const struct measure *m = r->m;
	char size[40];

	if (o->preset)
		text_printf(out, "%s. ", o->preset);
	if (o->plan.entropy == ENTROPY_SAMPLED)
		text_printf(out, "Drawn from --seed=%llx. ", (unsigned long long)o->plan.seed);
	if (!m->hellos && (o->plan.iterations || o->plan.duration_ns || o->plan.runs))
		text_puts(out, "No program read the plan: -i, -d and -r are for benchmarks that are linked "
			       "with becalm.h. ");
	if (m->is_aslr_lost && !m->stage->why_random)
		text_puts(out, "The program switched address randomisation on again: execve does that for "
			       "set-user-id programs and those with file capabilities. ");
	if (m->clock_changes.n)
		text_printf(out, "WARNING: %s. ", m->clock_changes.s);
	if (o->plan.resume_path)
		text_printf(out, "Saved in %.*s. ", whole_name(o->plan.resume_path),
			    o->plan.resume_path);
	else if (!o->plan.results_path)
		text_puts(out, "Not saved (-o FILE). ");
	else if (m->is_unsaved)
		text_printf(out, "What was saved before is in %s.partial. ", o->plan.results_path);
	else if (strcmp(o->plan.results_path, "-") != 0)
		text_printf(out, "Saved in %s (becalm show -v %s). ", o->plan.results_path,
			    o->plan.results_path);
	if (m->streams.output != OUTPUT_CAPTURE || !m->output_bytes)
		return;
	if (m->output_bytes < 1024)
		(void)snprintf(size, sizeof(size), "%lld bytes", m->output_bytes); /* fits */
	else
		units_memory((double)m->output_bytes / 1024, size, sizeof(size));
	text_printf(out, "Output captured, up to %s a process (--output=inherit shows it).", size);
}

/* --suggest-rates, to stderr like all that run says: stdout is the command's. */
static void tell_rates(const struct rates *rates)
{
	owns_text struct text out = { 0 };

	rates_suggest(rates, &out);
	if (!out.n)
		text_puts(&out, "becalm: no rates to suggest: the command reported no runs\n");
	(void)fputs(out.s, stderr); /* nowhere else to say it */
}

void tell_session(const struct run_options *o, const struct session *session,
		  const struct recalled *known, const struct rounds *rounds)
{
	struct look look = look_of(STDERR_FILENO, o->plan.color);
	struct text closing = { 0 };
	struct text out = { 0 };
	const struct report r = {
		.session = session,
		.series = &known->series,
		.disturbed = &known->disturbed,
		.failed = &known->failed,
		.said = text_of(&known->said),
		.took_ns = child_clock() - rounds->started_ns,
		.start_ns = rounds->start_ns,
		.is_complete = rounds->is_complete,
		.why = rounds->why,
	};
	struct report full = r;

	if (!rounds->is_complete || rounds->has_failure)
		tell_failure(rounds);
	if (rounds->m->in.rates)
		tell_rates(rounds->m->in.rates);
	if (o->plan.quiet)
		return;
	say_closing(o, rounds, &closing);
	while (closing.n && closing.s[closing.n - 1] == ' ')
		closing.s[--closing.n] = '\0';
	full.closing = closing.n ? closing.s : NULL;
	summary_text(&full, &look, &out);
	(void)fwrite(text_of(&out), 1, out.n, stderr); /* nowhere else to say it */
	text_free(&closing);
	text_free(&out);
}
