/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../launcher/base/owns.h"
#include "frames_print.h"

static void decode_all(const char *conversation, struct text *out)
{
	decode(conversation, strlen(conversation), strlen(conversation), 1000000000, out);
}

#define assert_has(text, part)	 assert_non_null(strstr(text_of(&(text)), part))
#define assert_lacks(text, part) assert_null(strstr(text_of(&(text)), part))

static void ten_mebibytes_without_newline_lose_only_themselves(void **state)
{
	static const char good[] = "\nrun name=a iters=1 timed_ns=2 wall_ns=2\n";
	owns_text struct text out = { 0 };
	owns_text struct text in = { 0 };
	owns_mem char *block = xcalloc(1 << 20, 1);

	(void)state; /* none */
	memset(block, 'x', 1 << 20);
	text_puts(&in, "run name=a iters=1 timed_ns=1 wall_ns=1\n");
	for (int i = 0; i < 10; i++)
		text_add(&in, block, 1 << 20);
	text_puts(&in, good);
	decode(in.s, in.n, 65536, UNKNOWN, &out);
	assert_has(out, "run 'a' iters 1 timed 1");
	assert_has(out, "run 'a' iters 1 timed 2");
	assert_has(out, "count too_long 1\n");
	assert_lacks(out, "count invalid");
}

static void at_most_4096_tests_are_remembered(void **state)
{
	owns_text struct text out = { 0 };
	owns_text struct text in = { 0 };

	(void)state; /* none */
	for (int i = 0; i < 10000; i++)
		text_printf(&in, "run name=t%d iters=1 timed_ns=%d wall_ns=1000\n",
			    i % 5000, i);
	decode(in.s, in.n, in.n, UNKNOWN, &out);
	assert_has(out, "run 't4095' ");
	assert_has(out, "run 't4095' iters 1 timed 9095");
	assert_lacks(out, "run 't4096' ");
	assert_has(out, "one more than the 4096 different tests");
	assert_has(out, "count runs 8192\n");
	assert_has(out, "count invalid 1808\n");
	assert_has(out, "count bad_dropped 1792\n");
}

static void notes_are_bounded_and_counted(void **state)
{
	owns_text struct text out = { 0 };
	owns_text struct text in = { 0 };

	(void)state; /* none */
	for (int i = 0; i < 1000; i++)
		text_printf(&in, "note level=info code=x text=%d\n", i);
	decode(in.s, in.n, in.n, UNKNOWN, &out);
	assert_has(out, "note info x '' '255'");
	assert_lacks(out, "note info x '' '256'");
	assert_has(out, "count notes_dropped 744\n");
}

static void a_run_longer_than_its_process_is_refused_with_its_line(void **state)
{
	owns_text struct text out = { 0 };

	(void)state; /* none */
	decode_all("run name=lie2 iters=1 timed_ns=10000000000 wall_ns=10000000000\n",
		   &out);
	assert_has(out,
		   "bad: a run of 10000000000 ns in a process of 1000000000 ns: "
		   "'run name=lie2 iters=1 timed_ns=10000000000 wall_ns=10000000000'");
	assert_has(out, "runs 0 invalid 1");
}

static void a_dead_owner_is_succeeded_once_the_pipe_is_empty(void **state)
{
	static const char first[] =
		"hello pid=2000\nrun name=a iters=1 timed_ns=1 wall_ns=1 pid=2000\n"
		"hello pid=2001\nrun name=b iters=1 timed_ns=1 wall_ns=1 pid=2001\n";
	static const char then[] = "run name=a iters=1 timed_ns=2 wall_ns=2 pid=2000\n";
	owns_text struct text out = { 0 };
	struct frames_sink sink = print_sink(&out);
	struct frames *fr = frames_new(&sink);

	(void)state; /* none */
	frames_begin(fr, 1);
	frames_feed(fr, first, strlen(first), UNKNOWN);
	assert_lacks(out, "run 'b'");
	frames_idle(fr);
	assert_has(out, "run 'b'");
	frames_feed(fr, then, strlen(then), UNKNOWN);
	assert_int_equal(frames_counts(fr)->nested_records, 1);
	frames_free(fr);
}

static void what_is_held_back_for_a_dead_owner_is_bounded(void **state)
{
	owns_text struct text out = { 0 };
	owns_text struct text in = { 0 };

	(void)state; /* none */
	text_puts(&in, "hello pid=2000\n");
	for (int i = 0; i < 5000; i++)
		text_printf(&in,
			    "hello pid=%d\nrun name=b iters=1 timed_ns=%d wall_ns=9999\n",
			    2001 + i, i);
	decode(in.s, in.n, 4096, UNKNOWN, &out);
	assert_has(out, "count runs 5000\n");
	assert_has(out, "count hellos 5001\n");
}

static void beginning_again_forgets_everything(void **state)
{
	static const char one[] =
		"hello inv=1 pid=5\nrun name=a iters=1 timed_ns=1 wall_ns=1\nrun name=";
	static const char two[] = "run name=b iters=1 timed_ns=1 wall_ns=1 inv=2 pid=6\n";
	owns_text struct text out = { 0 };
	struct frames_sink sink = print_sink(&out);
	struct frames *fr = frames_new(&sink);

	(void)state; /* none */
	frames_begin(fr, 1);
	frames_feed(fr, one, strlen(one), UNKNOWN);
	frames_begin(fr, 2);
	text_clear(&out);
	frames_feed(fr, two, strlen(two), UNKNOWN);
	frames_finish(fr);
	assert_string_equal(
		text_of(&out),
		"run 'b' iters 1 timed 1 wall 1\n"
		"test 'b' mode '' iters -1 declared 0 timer -1 runs 1 invalid 0\n");
	frames_free(fr);
}

static void a_name_keeps_its_pointer_for_a_whole_invocation(void **state)
{
	owns_text struct text out = { 0 };
	owns_text struct text in = { 0 };

	(void)state; /* none */
	for (int i = 0; i < 3000; i++)
		text_printf(&in, "run name=t%d iters=1 timed_ns=%d wall_ns=9999\n", i % 7,
			    i);
	decode(in.s, in.n, 1000, UNKNOWN, &out);
	assert_has(out,
		   "test 't6' mode '' iters -1 declared 0 timer -1 runs 428 invalid 0\n");
}

/* A quarter of the largest length: the sum with its slack must not overflow. */
static void huge_lengths_do_not_overflow(void **state)
{
	owns_text struct text out = { 0 };

	(void)state; /* none */
	decode("run name=a iters=1 timed_ns=9223372036854775807 wall_ns=9223372036854775807\n",
	       76, 76, INT64_MAX, &out);
	assert_has(out, "count runs 1\n");
}

static void every_key_of_the_protocol_is_known(void **state)
{
	static const char line[] =
		"test aslr=a build=b cut=1 clock_ns=1 code=c declared=1 hashseed=0 iters=1 inv=1 "
		"lib=l level=l mode=m nr=1 name=n pid=1 pairs=1 runs=1 timed_ns=1 timer_ns=1 "
		"text=t source=s wall_ns=1 c.x=1 m.x=1 u.x=1\n";
	owns_text struct text out = { 0 };

	(void)state; /* none */
	decode_all(line, &out);
	assert_string_equal(
		text_of(&out),
		"test 'n' mode 'm' iters 1 declared 1 timer 1 runs 0 invalid 0 source 's'\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ten_mebibytes_without_newline_lose_only_themselves),
		cmocka_unit_test(at_most_4096_tests_are_remembered),
		cmocka_unit_test(notes_are_bounded_and_counted),
		cmocka_unit_test(a_run_longer_than_its_process_is_refused_with_its_line),
		cmocka_unit_test(a_dead_owner_is_succeeded_once_the_pipe_is_empty),
		cmocka_unit_test(what_is_held_back_for_a_dead_owner_is_bounded),
		cmocka_unit_test(beginning_again_forgets_everything),
		cmocka_unit_test(a_name_keeps_its_pointer_for_a_whole_invocation),
		cmocka_unit_test(every_key_of_the_protocol_is_known),
		cmocka_unit_test(huge_lengths_do_not_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
