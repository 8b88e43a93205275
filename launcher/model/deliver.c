/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "deliver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../base/fail.h"
#include "../base/owns.h"

enum {
	RAW_MAX = 290,
	SLACK_NS = 1000000, /* plus 0.1 %, as the protocol has it */
};

/* fail_quote() for bytes that may contain NUL. */
static void quote(char *out, size_t size, struct slice line)
{
	char raw[RAW_MAX + 5];
	size_t at = 0;

	for (size_t i = 0; i < line.n && at < RAW_MAX; i++) {
		if (line.s[i])
			raw[at++] = line.s[i];
		else
			at += (size_t)sprintf(
				raw + at, "\\x00"); /* four, and there is room for five */
	}
	raw[at] = '\0';
	(void)fail_quote(out, size, raw);
}

void deliver_bad(struct deliver *d, const char *why, struct slice line)
{
	char raw[RAW_MAX];

	if (!d->sink.bad || d->bads++ >= FRAMES_BAD) {
		d->counts.bad_dropped++;
		return;
	}
	quote(raw, sizeof(raw), line);
	d->sink.bad(d->sink.data, why, raw);
}

static bool invalid(struct deliver *d, const struct wire *w, const char *why)
{
	d->counts.invalid++;
	deliver_bad(d, why, w->line);
	return false;
}

/* Refuses a record for one of its fields. */
static bool invalid_key(struct deliver *d, const struct wire *w, struct slice key,
			const char *why)
{
	char sentence[160];
	char name[64];

	(void)snprintf(name, sizeof(name), "%.*s", (int)(key.n < 60 ? key.n : 60),
		       key.s);						/* may be cut */
	(void)snprintf(sentence, sizeof(sentence), "%s %s", name, why); /* fits */
	return invalid(d, w, sentence);
}

/* What a length may be at most beside 'ns': clocks are read a little apart. */
static int64_t with_slack(int64_t ns)
{
	return ns > INT64_MAX / 2 ? ns : ns + ns / 1000 + SLACK_NS;
}

static bool is_possible(struct deliver *d, const struct wire *w, int64_t elapsed_ns)
{
	char why[160];
	int64_t timed_ns = w->whole[WIRE_TIMED];
	int64_t wall_ns = w->whole[WIRE_WALL];

	for (int i = WIRE_ITERS; i <= WIRE_WALL; i++)
		if (!wire_has(w, (enum wire_whole)i))
			return invalid_key(d, w, wire_key((enum wire_whole)i),
					   "is missing");
	if (!w->whole[WIRE_ITERS])
		return invalid(d, w, "a run of no iterations");
	if (timed_ns > with_slack(wall_ns)) {
		(void)snprintf(why, sizeof(why),
			       "timed length %" PRId64
			       " ns is longer than wall length %" PRId64 " ns",
			       timed_ns, wall_ns); /* fits */
		return invalid(d, w, why);
	}
	if (elapsed_ns >= 0 && wall_ns > with_slack(elapsed_ns)) {
		(void)snprintf(why, sizeof(why),
			       "a run of %" PRId64 " ns in a process of %" PRId64 " ns",
			       wall_ns, elapsed_ns); /* fits */
		return invalid(d, w, why);
	}
	return true;
}

/* One c.NAME or m.NAME, decoded. */
struct extra {
	char name[128], why[256];
	int64_t count;
	double value;
};

/* "unavailable" or "unavailable:REASON" instead of a number. */
static const char *read_counter(struct slice v, struct extra *out)
{
	const size_t n = sizeof("unavailable") - 1;

	*out->why = '\0';
	if (v.n < n || memcmp(v.s, "unavailable", n))
		return fields_whole(v, &out->count);
	out->count = UNKNOWN;
	if (v.n > n && v.s[n] == ':')
		v = (struct slice){ v.s + n + 1, v.n - n - 1 };
	return fields_decode(v, out->why, sizeof(out->why)) ? NULL
							    : "has a malformed reason";
}

/* What is wrong with the field; NULL: nothing. */
static const char *read_extra(const struct wire_extra *e, struct extra *out)
{
	if (!e->value.s)
		return "has no value";
	if (!fields_decode(e->name, out->name, sizeof(out->name)))
		return "has a malformed name";
	if (e->kind == 'c')
		return read_counter(e->value, out);
	if (e->kind == 'm')
		return fields_real(e->value, &out->value);
	return fields_decode(e->value, out->why, sizeof(out->why))
		       ? NULL
		       : "is a malformed unit";
}

static bool are_extras_good(struct deliver *d, const struct wire *w)
{
	struct extra x;

	for (int i = 0; i < w->extra_count; i++) {
		const struct wire_extra *e = &w->extras[i];
		const char *why = read_extra(e, &x);

		/* The key is shown with its "c.", which lies in front of the name. */
		if (why)
			return invalid_key(d, w,
					   (struct slice){ e->name.s - 2, e->name.n + 2 },
					   why);
	}
	return true;
}

/* The unit that belongs to a metric, into out; "" when none was given. */
static void unit_of(const struct wire *w, struct slice name, struct extra *out)
{
	*out->why = '\0';
	for (int i = 0; i < w->extra_count; i++)
		if (w->extras[i].kind == 'u' &&
		    slice_is(w->extras[i].name, name.s, name.n))
			(void)read_extra(&w->extras[i], out); /* was good before */
}

static void hand_on_extras(struct deliver *d, const struct wire *w, const char *test)
{
	struct extra x;
	struct extra unit;

	for (int i = 0; i < w->extra_count; i++) {
		const struct wire_extra *e = &w->extras[i];

		(void)read_extra(e, &x); /* was good before */
		if (e->kind == 'c' && d->sink.counter)
			d->sink.counter(d->sink.data, test, x.name, x.count, x.why);
		if (e->kind != 'm' || !d->sink.metric)
			continue;
		unit_of(w, e->name, &unit);
		d->sink.metric(d->sink.data, test, x.name, unit.why, x.value);
	}
}

/* The test that a record names, or NULL after refusing the record. */
static struct testset_entry *named(struct deliver *d, const struct wire *w)
{
	const char *why = "name is missing";
	struct testset_entry *e =
		w->text[WIRE_NAME].s ? testset_get(&d->tests, w->text[WIRE_NAME], &why)
				     : NULL;

	if (!e)
		(void)invalid(d, w, why);
	return e;
}

bool deliver_refuses(struct deliver *d, const struct wire *w)
{
	return w->wrong && !invalid_key(d, w, w->key, w->wrong);
}

static bool is_run_good(struct deliver *d, const struct wire *w, int64_t elapsed_ns)
{
	return !deliver_refuses(d, w) && is_possible(d, w, elapsed_ns) &&
	       are_extras_good(d, w);
}

void deliver_run(struct deliver *d, const struct wire *w, int64_t elapsed_ns,
		 bool is_warmup)
{
	struct testset_entry *e = named(d, w);
	struct run run;

	if (!e)
		return;
	if (!is_run_good(d, w, elapsed_ns)) {
		e->test.invalid++;
		return;
	}
	run = (struct run){
		.iters = w->whole[WIRE_ITERS],
		.timed_ns = w->whole[WIRE_TIMED],
		.wall_ns = w->whole[WIRE_WALL],
		.is_cut = wire_has(w, WIRE_CUT) && w->whole[WIRE_CUT],
		.is_warmup = is_warmup,
	};
	if (is_warmup) {
		d->counts.warmups++;
		if (d->sink.warmup)
			d->sink.warmup(d->sink.data, e->test.name, &run);
		return;
	}
	d->counts.runs++;
	e->test.runs++;
	if (d->sink.run)
		d->sink.run(d->sink.data, e->test.name, &run);
	if (w->extra_count)
		hand_on_extras(d, w, e->test.name);
}

/* What the first record said of the test's line in the source. */
static void keep_source(struct testset_entry *e, const struct wire *w)
{
	char source[1024];

	if (!e->source && w->text[WIRE_SOURCE].s &&
	    fields_decode(w->text[WIRE_SOURCE], source, sizeof(source)))
		e->source = xstrdup(source);
}

void deliver_test(struct deliver *d, const struct wire *w)
{
	struct slice declared = w->text[WIRE_DECLARED];
	struct slice timer = w->text[WIRE_TIMER];
	struct testset_entry *e = named(d, w);
	const char *why;
	struct test t;

	if (!e || deliver_refuses(d, w))
		return;
	t = e->test;
	if ((why = declared.s ? fields_real(declared, &t.declared) : NULL)) {
		(void)invalid_key(d, w, (struct slice){ "declared", 8 }, why);
		return;
	}
	if ((why = timer.s ? fields_real(timer, &t.timer_ns) : NULL)) {
		(void)invalid_key(d, w, (struct slice){ "timer_ns", 8 }, why);
		return;
	}
	if (wire_has(w, WIRE_ITERS))
		t.iters = w->whole[WIRE_ITERS];
	if (w->text[WIRE_MODE].s &&
	    !fields_decode(w->text[WIRE_MODE], e->mode, sizeof(e->mode)))
		*e->mode = '\0'; /* a word of a later version: unknown */
	keep_source(e, w);
	t.source = e->source;
	e->test = t;
}

/* Decodes a value that may be missing, into a part of room. Malformed: as missing. */
static const char *value_of(const struct wire *w, enum wire_text which, char *out,
			    size_t size)
{
	if (!w->text[which].s || !fields_decode(w->text[which], out, size))
		*out = '\0';
	return out;
}

void deliver_note(struct deliver *d, const struct wire *w)
{
	char level[16];
	char code[64];
	char name[FRAMES_LINE];
	char text[FRAMES_LINE];
	struct note note = { value_of(w, WIRE_LEVEL, level, sizeof(level)),
			     value_of(w, WIRE_CODE, code, sizeof(code)),
			     value_of(w, WIRE_NAME, name, sizeof(name)),
			     value_of(w, WIRE_TEXT, text, sizeof(text)) };

	if (d->notes++ >= FRAMES_NOTES)
		d->counts.notes_dropped++;
	else if (d->sink.note)
		d->sink.note(d->sink.data, &note);
}

void deliver_hello(struct deliver *d, const struct wire *w, bool is_nested)
{
	char lib[64];
	char build[32];
	char aslr[32];
	char seed[32];
	struct frames_hello hello = {
		.pid = wire_has(w, WIRE_PID) ? w->whole[WIRE_PID] : UNKNOWN,
		.lib = value_of(w, WIRE_LIB, lib, sizeof(lib)),
		.build = value_of(w, WIRE_BUILD, build, sizeof(build)),
		.aslr = value_of(w, WIRE_ASLR, aslr, sizeof(aslr)),
		.hashseed = value_of(w, WIRE_HASHSEED, seed, sizeof(seed)),
		.clock_ns = UNKNOWN,
		.is_nested = is_nested,
	};

	if (w->text[WIRE_CLOCK].s && fields_real(w->text[WIRE_CLOCK], &hello.clock_ns))
		hello.clock_ns = UNKNOWN; /* not a number: as missing */
	if (d->sink.hello)
		d->sink.hello(d->sink.data, &hello);
}

void deliver_tests(struct deliver *d)
{
	for (int i = 0; d->sink.test && i < d->tests.count; i++)
		d->sink.test(d->sink.data, &d->tests.entries[i]->test);
}
