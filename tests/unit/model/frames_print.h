/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FRAMES_PRINT_H
#define TESTS_FRAMES_PRINT_H

/*
 * A sink that writes every event as a line of text, so that a whole conversation can
 * be compared with what was expected. Processes below 1000 exist, others are gone.
 */

#include <inttypes.h>

#include "../../../launcher/base/text.h"
#include "../../../launcher/model/frames.h"

static void print_run(struct text *t, const char *what, const char *test,
		      const struct run *r)
{
	text_printf(t, "%s '%s' iters %" PRId64 " timed %" PRId64 " wall %" PRId64 "%s\n",
		    what, test, r->iters, r->timed_ns, r->wall_ns,
		    r->is_cut ? " cut" : "");
}

static void on_run(void *data, const char *test, const struct run *r)
{
	print_run(data, "run", test, r);
}

static void on_warmup(void *data, const char *test, const struct run *r)
{
	print_run(data, "warmup", test, r);
}

static void on_counter(void *data, const char *test, const char *name, int64_t value,
		       const char *why)
{
	if (value == UNKNOWN)
		text_printf(data, "counter '%s' %s unavailable: %s\n", test, name, why);
	else
		text_printf(data, "counter '%s' %s %" PRId64 "\n", test, name, value);
}

static void on_metric(void *data, const char *test, const char *name, const char *unit,
		      double value)
{
	text_printf(data, "metric '%s' %s %g '%s'\n", test, name, value, unit);
}

static void on_test(void *data, const struct test *t)
{
	text_printf(data,
		    "test '%s' mode '%s' iters %" PRId64
		    " declared %g timer %g runs %" PRId64 " invalid %" PRId64,
		    t->name, t->mode, t->iters, t->declared, t->timer_ns, t->runs,
		    t->invalid);
	text_printf(data, t->source ? " source '%s'\n" : "\n", t->source);
}

static void on_note(void *data, const struct note *n)
{
	text_printf(data, "note %s %s '%s' '%s'\n", n->level, n->code, n->name, n->text);
}

static void on_hello(void *data, const struct frames_hello *h)
{
	text_printf(data,
		    "hello %" PRId64
		    "%s lib '%s' build '%s' aslr '%s' hashseed '%s' clock %g\n",
		    h->pid, h->is_nested ? " nested" : "", h->lib, h->build, h->aslr,
		    h->hashseed, h->clock_ns);
}

static void on_bad(void *data, const char *why, const char *line)
{
	text_printf(data, "bad: %s: '%s'\n", why, line);
}

static bool on_is_alive(void *data, int64_t pid)
{
	(void)data; /* no state */
	return pid < 1000;
}

static struct frames_sink print_sink(struct text *out)
{
	return (struct frames_sink){
		out,	 on_run,  on_counter, on_metric, on_warmup,
		on_test, on_note, on_hello,   on_bad,	 on_is_alive
	};
}

/* Every count that is not zero. */
static void print_counts(struct text *out, const struct frames_counts *c)
{
#define COUNT(name)                                                                      \
	if (c->name)                                                                     \
	text_printf(out, "count " #name " %" PRId64 "\n", c->name)
	COUNT(runs);
	COUNT(warmups);
	COUNT(hellos);
	COUNT(nested_hellos);
	COUNT(nested_records);
	COUNT(wrong_inv);
	COUNT(other_version);
	COUNT(duplicates);
	COUNT(too_long);
	COUNT(unfinished);
	COUNT(invalid);
	COUNT(unknown_verbs);
	COUNT(unknown_keys);
	COUNT(no_bye);
	COUNT(bye_mismatch);
	COUNT(silent);
	COUNT(notes_dropped);
	COUNT(bad_dropped);
#undef COUNT
}

/* Decodes a conversation of invocation 1 in pieces of at most 'piece' bytes, into out. */
static void decode(const char *bytes, size_t n, size_t piece, int64_t elapsed_ns,
		   struct text *out)
{
	struct frames_sink sink = print_sink(out);
	struct frames *fr = frames_new(&sink);

	frames_begin(fr, 1);
	for (size_t at = 0; at < n; at += piece)
		frames_feed(fr, bytes + at, n - at < piece ? n - at : piece, elapsed_ns);
	frames_finish(fr);
	print_counts(out, frames_counts(fr));
	frames_free(fr);
}

#endif
