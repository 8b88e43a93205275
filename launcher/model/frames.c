/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frames.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"
#include "../base/text.h"
#include "deliver.h"
#include "talk.h"

enum { HELD_MAX = 65536 }; /* bytes of lines held back while it is unsure who speaks */

struct frames {
	struct deliver out;
	struct talk talk;
	struct wire wire;
	int64_t invocation, elapsed_ns;
	bool is_foreign;  /* another version of the protocol is being spoken */
	bool is_hasty;	  /* too much was held back: do not wait again */
	bool is_skipping; /* until the end of a line that is too long */
	struct text held;
	size_t line_n;
	char line[FRAMES_LINE]; /* the beginning of a line whose end has not come */
};

static void do_line(struct frames *fr, struct slice line);

struct frames *frames_new(const struct frames_sink *sink)
{
	struct frames *fr = xcalloc(1, sizeof(*fr));

	fr->out.sink = *sink;
	return fr;
}

void frames_free(struct frames *fr)
{
	if (!fr)
		return;
	testset_free(&fr->out.tests);
	text_free(&fr->held);
	free(fr);
}

void frames_begin(struct frames *fr, int64_t invocation)
{
	testset_clear(&fr->out.tests);
	text_clear(&fr->held);
	fr->out.counts = (struct frames_counts){ 0 };
	fr->out.notes = fr->out.bads = 0;
	fr->talk = (struct talk){ 0 };
	fr->invocation = invocation;
	fr->elapsed_ns = UNKNOWN;
	fr->is_foreign = fr->is_hasty = fr->is_skipping = false;
	fr->line_n = 0;
}

const struct frames_counts *frames_counts(const struct frames *fr)
{
	return &fr->out.counts;
}

/* A conversation ended; said_runs is what its bye said, or UNKNOWN. */
static void judge_end(struct frames *fr, const struct talk_end *e, int64_t said_runs)
{
	struct frames_counts *c = &fr->out.counts;
	char why[120];

	if (!e->said_hello)
		return;
	c->silent += !e->runs;
	c->no_bye += !e->said_bye;
	if (said_runs == UNKNOWN || said_runs == e->runs)
		return;
	c->bye_mismatch++;
	(void)snprintf(why, sizeof(why),
		       "process %" PRId64 " says that it reported %" PRId64
		       " runs, but %" PRId64 " arrived",
		       e->pid, said_runs, e->runs); /* fits */
	deliver_bad(&fr->out, why, fr->wire.line);
}

/* The doubt is over; handles what was held back because of it. */
static void replay(struct frames *fr)
{
	owns_text struct text held = fr->held;
	size_t at = 0;

	fr->held = (struct text){ 0 };
	while (at < held.n) {
		const char *end =
			memchr(held.s + at, '\n', held.n - at); /* always there */
		size_t n = (size_t)(end - (held.s + at));

		do_line(fr, (struct slice){ held.s + at, n });
		at += n + 1;
	}
}

static void succeed(struct frames *fr)
{
	struct talk_end e = talk_succeed(&fr->talk);

	judge_end(fr, &e, UNKNOWN);
	fr->out.counts.hellos++;
	replay(fr);
}

static void nest(struct frames *fr)
{
	talk_nest(&fr->talk);
	fr->out.counts.nested_hellos++;
	replay(fr);
}

static void hold_back(struct frames *fr, struct slice line)
{
	text_add(&fr->held, line.s, line.n);
	text_add(&fr->held, "\n", 1);
	if (fr->held.n <= HELD_MAX)
		return;
	fr->is_hasty = true;
	succeed(fr);
}

static void do_hello(struct frames *fr, int64_t pid)
{
	struct frames_counts *c = &fr->out.counts;
	const struct frames_sink *sink = &fr->out.sink;
	enum talk_verdict verdict;
	struct talk_end ended;
	bool is_alive = fr->talk.is_open && fr->talk.owner &&
			sink->is_alive(sink->data, fr->talk.owner);

	if (talk_hello(&fr->talk, pid, is_alive, &verdict, &ended))
		judge_end(fr, &ended, UNKNOWN);
	c->hellos += verdict == TALK_COUNTS;
	c->nested_hellos += verdict == TALK_NESTED;
	deliver_hello(&fr->out, &fr->wire, verdict == TALK_NESTED);
	if (verdict == TALK_UNSURE && fr->is_hasty)
		succeed(fr);
}

static void do_bye(struct frames *fr)
{
	struct talk_end e = talk_end(&fr->talk, true);

	judge_end(fr, &e,
		  wire_has(&fr->wire, WIRE_RUNS) ? fr->wire.whole[WIRE_RUNS] : UNKNOWN);
}

/*
 * Only a run with a number (nr) can be known again. Without one, the same line twice is
 * two runs of equal length: clocks of a microsecond and runs of a millisecond are common.
 */
static bool is_duplicate(struct frames *fr)
{
	const struct wire *w = &fr->wire;

	return talk_is_duplicate(&fr->talk, wire_has(w, WIRE_NR) ? w->whole[WIRE_NR] : 0);
}

static void do_run(struct frames *fr)
{
	if (is_duplicate(fr)) {
		if (!fr->out.counts.duplicates++)
			deliver_bad(&fr->out, "this run was reported already",
				    fr->wire.line);
		return;
	}
	deliver_run(&fr->out, &fr->wire, fr->elapsed_ns, false);
}

enum verb { HELLO, TEST, WARMUP, RUN, NOTE, BYE, UNKNOWN_VERB };

static enum verb verb_of(struct slice verb)
{
	static const char *const words[] = { "hello", "test", "warmup",
					     "run",   "note", "bye" };

	for (int i = 0; i < UNKNOWN_VERB; i++)
		if (slice_is(verb, words[i], strlen(words[i])))
			return (enum verb)i;
	return UNKNOWN_VERB;
}

/* A record of the process whose records count. */
static void do_record(struct frames *fr, enum verb verb)
{
	struct deliver *out = &fr->out;

	if (verb == RUN)
		do_run(fr);
	else if (verb == WARMUP)
		deliver_run(out, &fr->wire, fr->elapsed_ns, true);
	else if (verb == TEST)
		deliver_test(out, &fr->wire);
	else if (deliver_refuses(out, &fr->wire))
		return;
	else if (verb == NOTE)
		deliver_note(out, &fr->wire);
	else if (verb == BYE)
		do_bye(fr);
}

/* A record whose invocation and version are right: finds out who speaks. */
static void do_speech(struct frames *fr, enum verb verb)
{
	int64_t pid = wire_has(&fr->wire, WIRE_PID) ? fr->wire.whole[WIRE_PID] : 0;

	if (fr->talk.is_unsure && pid && pid == fr->talk.owner) {
		struct slice line = fr->wire.line;

		nest(fr);
		wire_scan(&fr->wire, line);
	}
	if (fr->talk.is_unsure) {
		hold_back(fr, fr->wire.line);
		return;
	}
	fr->out.counts.unknown_keys += fr->wire.unknown;
	if (verb == HELLO) {
		if (!deliver_refuses(&fr->out, &fr->wire))
			do_hello(fr, pid);
		return;
	}
	if (talk_record(&fr->talk, pid) == TALK_COUNTS) {
		do_record(fr, verb);
		return;
	}
	fr->out.counts.nested_records += verb == RUN || verb == WARMUP;
	if (verb == BYE)
		talk_bye_other(&fr->talk);
}

/* "becalm 1". What follows another version might mean something else. */
static void do_version(struct frames *fr)
{
	fr->is_foreign = !SLICE_IS(fr->wire.first, "1");
	if (!fr->is_foreign)
		return;
	fr->out.counts.other_version++;
	deliver_bad(&fr->out, "only version 1 of the protocol is understood",
		    fr->wire.line);
}

static void do_unknown(struct frames *fr)
{
	struct slice verb = fr->wire.verb;

	for (size_t i = 0; i < verb.n; i++)
		if (verb.s[i] < 'a' || verb.s[i] > 'z') {
			fr->out.counts.invalid++;
			deliver_bad(&fr->out, "not a record", fr->wire.line);
			return;
		}
	fr->out.counts.unknown_verbs++;
}

static void do_line(struct frames *fr, struct slice line)
{
	struct wire *w = &fr->wire;
	enum verb verb;

	wire_scan(w, line);
	if (SLICE_IS(w->verb, "becalm")) {
		do_version(fr);
		return;
	}
	if (fr->is_foreign) {
		fr->out.counts.other_version++;
		return;
	}
	verb = verb_of(w->verb);
	if (verb == UNKNOWN_VERB) {
		do_unknown(fr);
		return;
	}
	if (wire_has(w, WIRE_INV) && w->whole[WIRE_INV] != fr->invocation) {
		if (!fr->out.counts.wrong_inv++)
			deliver_bad(&fr->out, "a record of another invocation", line);
		return;
	}
	do_speech(fr, verb);
}

static void too_long(struct frames *fr, struct slice line)
{
	fr->out.counts.too_long++;
	deliver_bad(&fr->out, "a line of more than 4096 bytes", line);
}

/* The end of a line that began in an earlier piece. */
static void finish_line(struct frames *fr, const char *bytes, size_t n)
{
	bool was_skipping = fr->is_skipping;
	size_t begun = fr->line_n;

	fr->is_skipping = false;
	fr->line_n = 0;
	if (was_skipping)
		return;
	if (begun + n >= FRAMES_LINE) {
		too_long(fr, (struct slice){ fr->line, begun });
		return;
	}
	memcpy(fr->line + begun, bytes, n);
	do_line(fr, (struct slice){ fr->line, begun + n });
}

/* The beginning of a line, or its middle. */
static void begin_line(struct frames *fr, const char *bytes, size_t n)
{
	if (fr->is_skipping)
		return;
	if (fr->line_n + n >= FRAMES_LINE) {
		size_t fits = FRAMES_LINE - 1 - fr->line_n;

		memcpy(fr->line + fr->line_n, bytes, fits);
		too_long(fr, (struct slice){ fr->line, FRAMES_LINE - 1 });
		fr->is_skipping = true;
		fr->line_n = 0;
		return;
	}
	memcpy(fr->line + fr->line_n, bytes, n);
	fr->line_n += n;
}

void frames_feed(struct frames *fr, const char *bytes, size_t n, int64_t elapsed_ns)
{
	fr->elapsed_ns = elapsed_ns;
	while (n) {
		const char *end = memchr(bytes, '\n', n);
		size_t used = end ? (size_t)(end - bytes) : n;

		if (!end) {
			begin_line(fr, bytes, n);
			return;
		}
		if (fr->line_n || fr->is_skipping)
			finish_line(fr, bytes, used);
		else if (used >= FRAMES_LINE)
			too_long(fr, (struct slice){ bytes, used });
		else
			do_line(fr, (struct slice){ bytes, used });
		bytes += used + 1;
		n -= used + 1;
	}
}

void frames_idle(struct frames *fr)
{
	while (fr->talk.is_unsure)
		succeed(fr);
}

void frames_finish(struct frames *fr)
{
	struct talk_end e;

	if (fr->line_n) {
		fr->out.counts.unfinished++;
		deliver_bad(&fr->out, "the last line has no end",
			    (struct slice){ fr->line, fr->line_n });
	}
	frames_idle(fr);
	if (fr->talk.is_open) {
		e = talk_end(&fr->talk, false);
		judge_end(fr, &e, UNKNOWN);
	}
	deliver_tests(&fr->out);
}
