/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "decode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/owns.h"

void decode_run(struct json_in *in, const struct json *runs, size_t i, const char *unit,
		struct run *out)
{
	struct json *row = json_item(in, runs, i, "runs", '[');
	bool is_length = !strcmp(unit, "ns");
	size_t marks = is_length ? 3 : 2;

	*out = (struct run){ .iters = json_item_int(in, row, 0, "runs"),
			     .timed_ns = UNKNOWN,
			     .wall_ns = UNKNOWN,
			     .value = (double)NAN };
	if (is_length) {
		out->timed_ns = json_item_int(in, row, 1, "runs");
		out->wall_ns = json_item_int(in, row, 2, "runs");
		if (out->timed_ns < UNKNOWN || out->wall_ns < UNKNOWN)
			json_bad(in, "key 'runs': a length is negative");
	} else {
		out->value = json_item_real(in, row, 1, "runs");
	}
	for (size_t k = marks; k < json_count(row); k++) {
		const char *mark = json_item_text(in, row, k, "runs");

		out->is_cut |= mark && !strcmp(mark, "cut");
		out->is_warmup |= mark && !strcmp(mark, "warmup");
	}
}

/* A member that must fit an int, which every index and code does. */
static int small(struct json_in *in, const struct json *o, const char *key, int otherwise)
{
	int64_t x = json_int(in, o, key, otherwise);

	if (x < INT32_MIN || x > INT32_MAX)
		json_bad(in, "key '%s' is too large", key);
	return (int)x;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* By sorting: there may be thousands of tests, in thousands of invocations. */
static void check_names(struct json_in *in, const struct test *tests, size_t n)
{
	owns_mem const char **names = xcalloc(n, sizeof(*names));
	char shown[80];

	for (size_t i = 0; i < n; i++)
		names[i] = tests[i].name;
	qsort(names, n, sizeof(*names), by_name);
	for (size_t i = 1; i < n; i++)
		if (!strcmp(names[i - 1], names[i]))
			json_bad(in, "key 'tests': test '%s' is there twice",
				 fail_quote(shown, sizeof(shown), names[i]));
}

static void tests(struct json_in *in, const struct json *line, struct room *room,
		  struct invocation *v)
{
	struct json *array = json_member(in, line, "tests", '[');
	size_t n = json_count(array);

	if (n > room->tests_room) {
		room->tests = xrealloc(room->tests, n, sizeof(*room->tests));
		room->tests_room = n;
	}
	for (size_t i = 0; i < n; i++) {
		struct json *o = json_item(in, array, i, "tests", '{');

		room->tests[i] = (struct test){
			.name = json_text(in, o, "name", ""),
			.unit = json_text(in, o, "unit", "ns"),
			.mode = json_text(in, o, "mode", ""),
			.iters = json_int(in, o, "iters", UNKNOWN),
			.declared = json_real_of(in, o, "declared", 0),
			.timer_ns = json_real_of(in, o, "timer_ns", -1),
			.runs = json_int(in, o, "count", UNKNOWN),
			.invalid = json_int(in, o, "invalid", 0),
		};
	}
	check_names(in, room->tests, n);
	v->tests = room->tests;
	v->test_count = (int)n;
}

static void notes(struct json_in *in, const struct json *line, struct room *room,
		  struct invocation *v)
{
	struct json *array = json_member(in, line, "notes", '[');
	size_t n = json_count(array);

	if (n > room->notes_room) {
		room->notes = xrealloc(room->notes, n, sizeof(*room->notes));
		room->notes_room = n;
	}
	for (size_t i = 0; i < n; i++) {
		struct json *o = json_item(in, array, i, "notes", '{');

		room->notes[i] = (struct note){
			.level = json_text(in, o, "level", ""),
			.code = json_text(in, o, "code", ""),
			.name = json_text(in, o, "name", ""),
			.text = json_text(in, o, "text", ""),
		};
	}
	v->notes = room->notes;
	v->note_count = (int)n;
}

static void how_it_ended(struct json_in *in, const struct json *line, struct invocation *v)
{
	static const struct {
		const char *key;
		enum ended ended;
	} rows[] = { { "status", ENDED_EXIT },
		     { "signal", ENDED_SIGNAL },
		     { "stopped", ENDED_STOPPED },
		     { "interrupted", ENDED_INTERRUPTED } };
	const struct json *o = json_member(in, line, "exit", '{');

	v->ended = ENDED_EXIT;
	v->code = UNKNOWN;
	if (json_has(o, "timeout")) {
		v->ended = ENDED_TIMEOUT;
		return;
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!json_has(o, rows[i].key))
			continue;
		v->ended = rows[i].ended;
		v->code = small(in, o, rows[i].key, UNKNOWN);
	}
}

static void witness(struct json_in *in, const struct json *line, struct witness *w)
{
	const struct json *o = json_member(in, line, "witness", '{');

	*w = (struct witness){
		.switches_involuntary = json_int(in, o, "switches_involuntary", UNKNOWN),
		.switches_voluntary = json_int(in, o, "switches_voluntary", UNKNOWN),
		.faults_minor = json_int(in, o, "faults_minor", UNKNOWN),
		.faults_major = json_int(in, o, "faults_major", UNKNOWN),
		.wait_ns = json_int(in, o, "wait_ns", UNKNOWN),
		.interrupts = json_int(in, o, "interrupts", UNKNOWN),
		.steal_ns = json_int(in, o, "steal_ns", UNKNOWN),
		.personality = json_int(in, o, "personality", UNKNOWN),
	};
}

void decode_invocation(struct json_in *in, struct json *line, struct room *room,
		       struct invocation *v)
{
	const struct json *draw = json_member(in, line, "draw", '{');

	*v = (struct invocation){
		.index = json_int(in, line, "index", 0),
		.round = json_int(in, line, "round", 0),
		.command = small(in, line, "command", 0),
		.is_warmup = json_bool(in, line, "warmup", false),
		.is_calibrating = json_bool(in, line, "calibrating", false),
		.draw.hash_seed = json_int(in, draw, "hash_seed", UNKNOWN),
		.draw.pad = json_int(in, draw, "pad", 0),
		.draw.is_aslr_off = json_bool(in, draw, "aslr_off", false),
		.started_ns = json_int(in, line, "started_ns", UNKNOWN),
		.wall_ns = json_int(in, line, "wall_ns", UNKNOWN),
		.user_ns = json_int(in, line, "user_ns", UNKNOWN),
		.sys_ns = json_int(in, line, "sys_ns", UNKNOWN),
		.max_rss_kib = json_int(in, line, "max_rss_kib", UNKNOWN),
		.failed = json_text(in, line, "failed", NULL),
		.disturbed = json_text(in, line, "disturbed", NULL),
	};
	if (v->wall_ns < UNKNOWN || v->user_ns < UNKNOWN || v->sys_ns < UNKNOWN)
		json_bad(in, "a length is negative");
	how_it_ended(in, line, v);
	witness(in, line, &v->witness);
	tests(in, line, room, v);
	notes(in, line, room, v);
}

void decode_free_room(struct room *room)
{
	free(room->tests);
	free(room->notes);
	*room = (struct room){ 0 };
}

void decode_end(struct json_in *in, struct json *line, struct results_end *end)
{
	*end = (struct results_end){
		.is_complete = json_bool(in, line, "complete", false),
		.why = json_text(in, line, "why", ""),
		.ended_ns = json_int(in, line, "ended_ns", UNKNOWN),
		.invocations = json_int(in, line, "invocations", UNKNOWN),
		.failed = json_int(in, line, "failed", UNKNOWN),
		.disturbed = json_int(in, line, "disturbed", UNKNOWN),
		.is_restored = json_bool(in, line, "restored", true),
		.not_restored = json_text(in, line, "not_restored", NULL),
	};
}
