/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/wait.h>

#include "folder.h"

static const char head[] =
	"{\"line\":\"session\",\"format\":\"becalm-results\",\"version\":1,"
	"\"commands\":[{\"argv\":[\"./p\"]}],\"future\":{\"a\":[1]}}\n";

static void put(const char *path, const char *first, const char *second, const char *third)
{
	owns_text struct text t = { 0 };

	text_puts(&t, first);
	text_puts(&t, second);
	text_puts(&t, third);
	write_file(path, text_of(&t), t.n);
}

static void refused(const char *content, const char *words)
{
	struct seen seen;
	struct fail f = { 0 };

	put("r.jsonl", content, "", "");
	if (!see("r.jsonl", &seen, &f))
		fail_msg("taken: %s", content);
	says(&f, words);
	assert_int_equal(seen.sessions + seen.ends, 0);
}

static void other_files_are_named_in_one_sentence(void **state)
{
	struct seen seen;
	struct fail f = { 0 };

	(void)state;
	refused("", "'r.jsonl' is empty");
	refused("\n", "not a results file of becalm");
	refused("import os\n", "'r.jsonl' is not a results file of becalm");
	refused("{}\n", "not a results file");
	refused("[1,2]\n", "not a results file");
	refused("{\n  \"results\": [\n    {\n \"command\": \"x\",\n \"mean\": 1.5,\n", "a file of hyperfine");
	refused("{\n  \"context\": {\n \"num_cpus\": 8,\n \"caches\": []},\n \"benchmarks\": [",
		"a file of Google Benchmark");
	refused("{\"benchmarks\":[{\"metadata\":{},\"runs\":[]}],\"version\":\"1.0\"}",
		"a file of pyperf");
	refused("{\"machine_info\": {}, \"commit_info\": {}, \"benchmarks\": []}",
		"a file of pytest-benchmark");
	refused("{\"sampling_mode\":\"Linear\",\"iters\":[1.0],\"times\":[1.0]}",
		"a file of Criterion.rs");
	refused("goos: linux\nBenchmarkX 1 2 ns/op\n", "a file of Go's testing package");
	assert_int_equal(mkdir("folder", 0777), 0);
	assert_int_equal(see("folder", &seen, &f), -1);
	says(&f, "'folder' is a folder, not a results file");
	assert_int_equal(see("absent", &seen, &f), -1);
	says(&f, "cannot read 'absent': No such file");
	put("absent.partial", head, "", "");
	assert_int_equal(see("absent", &seen, &f), -1);
	says(&f, "what it has is in 'absent.partial'");
}

static void versions_are_looked_at_first(void **state)
{
	(void)state;
	refused("{\"format\":\"becalm-results\",\"version\":99,\"commands\":7}\n",
		"'r.jsonl' has version 99 of the format, this becalm (" BECALM_VERSION
		") knows versions up to 1");
	refused("{\"format\":\"becalm-results\",\"commands\":[{}]}\n", "line 1: it has no version");
	refused("{\"format\":\"becalm-results\",\"version\":0,\"commands\":[{}]}\n", "no version");
	refused("{\"format\":\"becalm-results\",\"version\":\"2\"}\n",
		"line 1: key 'version' is a string, not a whole number");
	refused("{\"format\":\"becalm-results\",\"version\":1}\n", "line 1: it has no command");
}

static void unknown_keys_and_lines_are_passed_over(void **state)
{
	struct seen seen;

	(void)state;
	put("r.jsonl", head,
	    "{\"line\":\"future\",\"x\":1}\n"
	    "{\"line\":\"invocation\",\"index\":1,\"future\":[1],\"tests\":[{\"name\":\"a\",\"runs\":"
	    "[[1,2,3,\"future\"]],\"future\":1}]}\n",
	    "{\"line\":\"end\",\"complete\":true,\"future\":null}\n");
	see_well("r.jsonl", &seen);
	assert_true(seen.is_complete);
	assert_int_equal(seen.runs_counted, 1);
}

/* Runs are cut out of most lines; a blank or a backslash anywhere, and they are not. */
static void runs_are_the_same_however_they_are_read(void **state)
{
	static const char quick[] =
		"{\"line\":\"runs\",\"invocation\":1,\"test\":\"runs\",\"runs\":[[1,20,30],[1,null,7]]}\n"
		"{\"line\":\"invocation\",\"index\":1,\"tests\":[{\"name\":\"a\",\"runs\":[[1,500,600]]},"
		"{\"name\":\"b\",\"runs\":[[1,0,1],[2,999999999999999999,1]]}],\"future\":{\"runs\":[[9,9,9]]}}\n";
	static const char slow[] =
		"{\"line\":\"runs\",\"invocation\":1,\"test\":\"runs\",\"runs\": [[1,20,30],[1,null,7]]}\n"
		"{\"line\":\"invocation\",\"index\":1,\"tests\":[{\"name\":\"a\",\"runs\":[[1,500,600]]},"
		"{\"name\":\"b\",\"runs\":[[1,0,1],[2,999999999999999999,1]]}],\"x\":\"\\\"\"}\n";
	struct seen a;
	struct seen b;

	(void)state;
	put("a.jsonl", head, quick, "{\"line\":\"end\",\"complete\":true}\n");
	put("b.jsonl", head, slow, "{\"line\":\"end\",\"complete\":true}\n");
	see_well("a.jsonl", &a);
	see_well("b.jsonl", &b);
	assert_int_equal(a.runs_counted, 5);
	assert_true(a.sum == 20 - 1 + 500 + 0 + 999999999999999999.0);
	assert_int_equal(b.runs_counted, 5);
	assert_true(a.sum == b.sum);
	assert_true(a.is_complete && b.is_complete);
}

/* What is before the damage is used; the sentence has file, line and reason. */
static void damaged(const char *line, const char *words)
{
	struct seen seen;
	struct fail f = { 0 };

	put("r.jsonl", head, "{\"line\":\"invocation\",\"index\":1,\"wall_ns\":5}\n", line);
	if (see("r.jsonl", &seen, &f))
		fail_msg("%s", f.text);
	assert_int_equal(seen.invocations, 1);
	assert_int_equal(seen.ends, 1);
	assert_false(seen.is_complete);
	assert_true(seen.is_damaged);
	(void)fail_set(&f, FAIL_HOST, "%s", seen.why); /* for the comparison */
	says(&f, "'r.jsonl', line 3");
	says(&f, words);
}

static void a_damaged_line_is_named_and_ends_the_reading(void **state)
{
	(void)state;
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"runs\":[[1,NaN,2]]}]}\n",
		"key 'runs'");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"runs\":[[1,1e999,2]]}]}\n",
		"key 'runs'");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"runs\":[[1,\"1.0\",2]]}]}\n",
		"key 'runs' is a string, not a whole number");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"runs\":[[1,7,2]]},"
		"{\"name\":\"b\",\"runs\":[[1,7,2]]5}]}\n",
		"key 'runs'");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"runs\":7}]}\n",
		"key 'runs' is a whole number, not an array");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"runs\":[[1,2,3]]},"
		"{\"name\":\"b\",\"runs\":0}]}\n",
		"key 'runs' is a whole number, not an array");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"unit\":\"KiB\",\"runs\":[[1,2,3]]}]}\n",
		"key 'runs' is a whole number, not a string");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\",\"runs\":[[1,-7,2]]}]}\n",
		"key 'runs': a length is negative");
	damaged("{\"line\":\"invocation\",\"index\":2,\"tests\":[{\"name\":\"a\"},{\"name\":\"a\"}]}\n",
		"test 'a' is there twice");
	damaged("{\"line\":\"invocation\",\"index\":0}\n", "the invocation has no number");
	damaged("{\"line\":\"invocation\",\"index\":2,\"command\":1}\n", "key 'command' is 1, there are 1");
	damaged("{\"line\":\"invocation\",\"index\":2,\"command\":-1}\n", "key 'command' is -1");
	damaged("{\"line\":\"invocation\",\"index\":2,\"command\":4294967296}\n", "key 'command'");
	damaged("{\"line\":\"runs\",\"invocation\":2,\"command\":4294967296}\n", "key 'command'");
	damaged("null\n", "no key 'line'");
	damaged("{\"x\":1}\n", "no key 'line'");
	damaged(head, "a second session begins");
}

static void runs_need_their_invocation(void **state)
{
	struct seen seen;

	(void)state;
	put("r.jsonl", head, "{\"line\":\"runs\",\"invocation\":1,\"test\":\"a\",\"runs\":[[1,2,3]]}\n",
	    "{\"line\":\"invocation\",\"index\":2}\n");
	see_well("r.jsonl", &seen);
	assert_true(seen.is_damaged);
	assert_int_equal(seen.invocations, 0);
	assert_non_null(strstr(seen.why, "line 3: invocation 1 is missing, which runs before belong to"));
}

static void nothing_may_follow_the_last_line(void **state)
{
	struct seen seen;

	(void)state;
	put("r.jsonl", head, "{\"line\":\"end\",\"complete\":true}\n", "{\"line\":\"invocation\",\"index\":1}\n");
	see_well("r.jsonl", &seen);
	assert_int_equal(seen.ends, 1);
	assert_true(seen.is_damaged);
	assert_false(seen.is_complete);
}

static int keep_value(void *to, const struct invocation *v, const struct test *t,
		      const struct run *run, struct fail *f)
{
	(void)v;
	(void)t;
	(void)f;
	*(struct run *)to = *run;
	return 0;
}

static void null_is_a_missing_number(void **state)
{
	struct run run;
	const struct results_sink sink = { .to = &run, .run = keep_value };
	struct fail f = { 0 };

	(void)state;
	put("r.jsonl", head, "{\"line\":\"invocation\",\"index\":1,\"tests\":[{\"name\":\"a\",",
	    "\"runs\":[[1,null,1.0]]}]}\n");
	assert_int_equal(results_read("r.jsonl", &sink, &f), 0);
	assert_true(run.timed_ns == UNKNOWN);
	assert_true(run.wall_ns == 1);
	put("r.jsonl", head, "{\"line\":\"invocation\",\"index\":1,\"tests\":[{\"name\":\"a\",",
	    "\"unit\":\"MB/s\",\"runs\":[[1,12.5,\"cut\"]]}]}\n");
	assert_int_equal(results_read("r.jsonl", &sink, &f), 0);
	assert_true(run.value == 12.5);
	assert_true(run.is_cut);
	put("r.jsonl", head, "{\"line\":\"invocation\",\"index\":1,\"tests\":[{\"name\":\"a\",",
	    "\"unit\":\"MB/s\",\"runs\":[[1,null]]}]}\n");
	assert_int_equal(results_read("r.jsonl", &sink, &f), 0);
	assert_true(isnan(run.value));
}

static int stop(void *to, const struct invocation *v, struct fail *f)
{
	++*(int *)to;
	return fail_set(f, FAIL_HOST, "stopped at %d", (int)v->index);
}

static void a_callback_can_stop_the_reading(void **state)
{
	int calls = 0;
	const struct results_sink sink = { .to = &calls, .invocation = stop };
	struct fail f = { 0 };

	(void)state;
	make_file("r.jsonl", 5, 1);
	assert_int_equal(results_read("r.jsonl", &sink, &f), -1);
	assert_int_equal(calls, 1);
	says(&f, "stopped at 1");
}

/* A session of every kind of line: tests inside, runs before, a failure, notes. */
static void make_rich_file(struct text *out)
{
	struct results *r = begin("whole.jsonl");
	struct fail f = { 0 };
	const struct note note = { "warning", "rate-drift", "sort.small", "too slow by 3" };
	const struct invocation failed = { .index = 3, .ended = ENDED_SIGNAL, .code = 11,
					   .failed = "died of SIGSEGV", .notes = &note,
					   .note_count = 1 };

	add_well(r, 1, 3);
	add_well(r, 2, 1100);
	assert_int_equal(results_invocation(r, &failed, false, &f), 0);
	add_well(r, 4, 1);
	finish(r, true);
	read_file("whole.jsonl", out);
}

/* The long lines of runs are all alike inside. */
static bool is_telling(const struct text *whole, size_t n)
{
	size_t from = n > 60 ? n - 60 : 0;
	size_t to = n + 60 < whole->n ? n + 60 : whole->n;

	return n < 1500 || n % 211 == 0 || memchr(whole->s + from, '\n', to - from) != NULL;
}

/* Cut at every byte: never a crash, and what can be used only grows. */
static void a_file_cut_at_any_byte_is_used_as_far_as_it_goes(void **state)
{
	owns_text struct text whole = { 0 };
	int64_t before = 0;
	struct seen seen;
	struct fail f;

	(void)state;
	make_rich_file(&whole);
	for (size_t n = 0; n <= whole.n; n++) {
		if (!is_telling(&whole, n))
			continue;
		write_file("cut.jsonl", whole.s, n);
		if (see("cut.jsonl", &seen, &f)) {
			assert_int_equal(seen.sessions, 0);
			assert_int_equal(before, 0);
			continue;
		}
		assert_int_equal(seen.ends, 1);
		assert_true(seen.invocations >= before);
		assert_true(seen.is_complete == (n == whole.n));
		assert_false(seen.is_damaged);
		before = seen.invocations;
	}
	assert_int_equal(before, 4);
	assert_int_equal(seen.runs_counted, 1104);
}

/* One byte changed anywhere: no crash, and never more than there was. */
static void a_changed_byte_anywhere_does_no_harm(void **state)
{
	owns_text struct text whole = { 0 };
	const char bytes[] = { '\0', '\n', '"', '{', ']', '9', '-', '\xff' };
	struct seen seen;
	struct fail f;

	(void)state;
	make_file("whole.jsonl", 3, 2);
	read_file("whole.jsonl", &whole);
	for (size_t n = 0; n < whole.n; n++) {
		char kept = whole.s[n];

		whole.s[n] = bytes[n % sizeof(bytes)];
		write_file("changed.jsonl", whole.s, whole.n);
		if (!see("changed.jsonl", &seen, &f)) {
			assert_true(seen.invocations <= 3);
			assert_int_equal(seen.ends, 1);
		}
		whole.s[n] = kept;
	}
}

static void resume(const char *path, struct seen *seen, struct results **r)
{
	struct results_sink sink = sink_of(seen);
	struct fail f = { 0 };

	if (results_resume(path, &sink, r, &f))
		fail_msg("%s", f.text);
}

static bool is_near_end_of_line(const struct text *whole, size_t n)
{
	size_t from = n > 3 ? n - 3 : 0;
	size_t to = n + 64 < whole->n ? n + 64 : whole->n;

	return memchr(whole->s + from, '\n', to - from) != NULL;
}

/* Cut at any byte and taken up again, a session ends with all that it had and the rest. */
static void a_resumed_session_lost_nothing(void **state)
{
	owns_text struct text whole = { 0 };
	struct results *r = begin("s.jsonl");
	struct seen old;
	struct seen seen;
	struct fail f;

	(void)state;
	add_well(r, 1, 2);
	add_well(r, 2, 1050);
	add_well(r, 3, 2);
	finish(r, false);
	read_file("s.jsonl", &whole);
	for (size_t n = 0; n <= whole.n; n += is_near_end_of_line(&whole, n) ? 1 : 61) {
		write_file("c.jsonl.partial", whole.s, n);
		if (see("c.jsonl.partial", &old, &f))
			continue; /* cut within the first line */
		resume(n % 2 ? "c.jsonl" : "c.jsonl.partial", &seen, &r);
		assert_int_equal(seen.invocations, old.invocations);
		assert_int_equal(results_count(r), old.invocations);
		for (int64_t i = seen.last + 1; i <= 5; i++)
			add_well(r, i, 2);
		finish(r, true);
		see_well("c.jsonl", &seen);
		assert_true(seen.is_complete);
		assert_int_equal(seen.invocations, 5);
		assert_int_equal(seen.runs, seen.runs_counted);
		assert_false(exists("c.jsonl.partial"));
	}
}

static void an_interrupted_file_is_resumed_and_whole_meanwhile(void **state)
{
	owns_text struct text before = { 0 };
	owns_text struct text after = { 0 };
	struct results *r = begin("r.jsonl");
	struct seen seen;

	(void)state;
	add_well(r, 1, 1);
	finish(r, false);
	read_file("r.jsonl", &before);
	resume("r.jsonl", &seen, &r);
	assert_int_equal(seen.invocations, 1);
	add_well(r, 2, 1);
	read_file("r.jsonl", &after);
	assert_string_equal(before.s, after.s);
	finish(r, true);
	see_well("r.jsonl", &seen);
	assert_int_equal(seen.invocations, 2);
	assert_true(seen.is_complete);
}

static void not_resumed(const char *path, const char *words)
{
	struct seen seen;
	struct results_sink sink = sink_of(&seen);
	struct results *r = NULL;
	struct fail f = { 0 };

	assert_int_equal(results_resume(path, &sink, &r, &f), -1);
	assert_null(r);
	says(&f, words);
}

static void what_cannot_be_resumed_is_left_alone(void **state)
{
	owns_text struct text before = { 0 };
	owns_text struct text after = { 0 };
	struct results *r;

	(void)state;
	not_resumed("absent", "cannot resume 'absent.partial': No such file");
	put("r.jsonl.partial", head, "{\"line\":\"invocation\",\"index\":1}\nrubbish\n",
	    "{\"line\":\"invocation\",\"index\":2}\n");
	read_file("r.jsonl.partial", &before);
	not_resumed("r.jsonl", "cannot resume a damaged file: 'r.jsonl.partial', line 3");
	read_file("r.jsonl.partial", &after);
	assert_string_equal(before.s, after.s);
	put("r.jsonl.partial", head, "{\"line\":\"end\",\"complete\":true}\n", "");
	not_resumed("r.jsonl", "cannot resume 'r.jsonl.partial': it is complete");
	make_file("whole.jsonl", 1, 1);
	not_resumed("whole.jsonl", "it is complete");
	assert_false(exists("whole.jsonl.partial"));
	r = begin("w.jsonl");
	not_resumed("w.jsonl", "another becalm is writing 'w.jsonl.partial'");
	results_abandon(r);
}

/* A line without end is no reason to fill the memory. */
static void an_endless_line_is_refused(void **state)
{
	struct seen seen;
	struct fail f = { 0 };
	int fd;

	(void)state;
	put("r.jsonl", head, "", "");
	fd = open("r.jsonl", O_WRONLY | O_APPEND | O_CLOEXEC);
	assert_int_equal(ftruncate(fd, 100 << 20), 0); /* NULs, as a file system leaves them */
	close(fd);
	assert_int_equal(see("r.jsonl", &seen, &f), 0);
	assert_true(seen.is_damaged);
	assert_non_null(strstr(seen.why, "line 2: it is too long"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		folder_test(other_files_are_named_in_one_sentence),
		folder_test(versions_are_looked_at_first),
		folder_test(unknown_keys_and_lines_are_passed_over),
		folder_test(runs_are_the_same_however_they_are_read),
		folder_test(a_damaged_line_is_named_and_ends_the_reading),
		folder_test(runs_need_their_invocation),
		folder_test(nothing_may_follow_the_last_line),
		folder_test(null_is_a_missing_number),
		folder_test(a_callback_can_stop_the_reading),
		folder_test(a_file_cut_at_any_byte_is_used_as_far_as_it_goes),
		folder_test(a_changed_byte_anywhere_does_no_harm),
		folder_test(a_resumed_session_lost_nothing),
		folder_test(an_interrupted_file_is_resumed_and_whole_meanwhile),
		folder_test(what_cannot_be_resumed_is_left_alone),
		folder_test(an_endless_line_is_refused),
	};

	return cmocka_run_group_tests_name("reading results", tests, NULL, NULL);
}
