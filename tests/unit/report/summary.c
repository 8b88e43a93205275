/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit.h"

#include "../../../launcher/report/csv.h"

static void end(struct world *w, const struct look *l, struct text *out)
{
	summary_text(&w->report, l, out);
	says_not(out, "nan");
	says_not(out, "inf ");
	says_not(out, " \n");
	series_free(&w->series);
}

/* The example of design 11, line by line. */
static void a_session_reads_like_the_design(void **state)
{
	static struct held held[] = {
		{ "address layout", "held", NULL, NULL, NULL },
		{ "hash seeds", "still already", NULL, NULL, NULL },
		{ "clock", "unavailable", "no rights", "governor powersave, turbo on", NULL },
		{ "THP", "refused", "read-only file system", NULL, NULL },
		{ "interrupts", "unavailable", "no rights", NULL, NULL },
	};
	struct marks disturbed = { 0 };
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	w.session.held = held;
	w.session.held_count = 5;
	w.report.advice = "becalm --hold=host would hold these";
	w.report.closing = "Not saved (-o FILE).";
	for (int i = 1; i <= 20; i++)
		if (i == 12)
			add_disturbed(&w.series, i, 1.402e9);
		else
			add(&w.series, i, NULL, 1.279e9 + i % 5 * 2.5e6);
	marks_add(&disturbed, 12, "waited 96 ms for the CPU");
	w.report.disturbed = &disturbed;
	end(&w, &plain, &out);
	assert_string_equal(
		out.s,
		"becalm: 20 processes of ./python bm_call.py in 27 s, on CPU 3 only (1 of 8; a parallel\n"
		"  program needs --cores N)\n"
		"\n"
		"  whole process   1.284 s  median      1.282 … 1.287 s  (95 %, over 20 processes)\n"
		"                  min 1.279   max 1.402   MAD 0.003   user 1.251   sys 0.030   peak 18 MiB\n"
		"  in order        ▁▁▁▂▁▁▁▁▂▁▁█▁▂▁▁▁▁▂▁\n"
		"  fixed           address layout, hash seeds\n"
		"  not held        clock (governor powersave, turbo on), interrupts: no rights; THP:\n"
		"                  read-only file system\n"
		"                  becalm --hold=host would hold these\n"
		"  disturbed       1 of 20 (no. 12 waited 96 ms for the CPU); kept and marked, median\n"
		"                  without it 1.284 s\n"
		"\n"
		"  One address layout and one hash seed: the interval says how repeatable this is, not how\n"
		"  fast the program is under others (--entropy=sampled).\n"
		"  Not saved (-o FILE).\n");
	marks_free(&disturbed);
}

static void one_process_has_a_value_and_nothing_else(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	add(&w.series, 1, NULL, 1.284e9);
	end(&w, &plain, &out);
	says(&out, "becalm: 1 process of");
	says(&out, "1.284 s      (one process: no spread, no interval)");
	says_not(&out, "median");
	says_not(&out, "MAD");
	says_not(&out, "min ");
	says_not(&out, "One address layout");
}

static void five_are_too_few_for_an_interval(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 5; i++)
		add(&w.series, i, NULL, i * 1e9);
	end(&w, &plain, &out);
	says(&out, "3.000 s  median      (too few for an interval: 6 processes or more give one)");
	says(&out, "MAD 1.000");
}

static void one_to_twenty_microseconds(void **state)
{
	struct world w;
	struct rows rows;
	owns_text struct text out = { 0 };
	owns_text struct text csv = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 20; i++)
		add(&w.series, i, "p.x", i * 1000);
	rows = rows_of(&w.series);
	csv_heading(&csv);
	csv_rows("r.jsonl", "a,\"b\"", &rows, &csv);
	rows_free(&rows);
	assert_string_equal(csv.s, "file,command,test,unit,n,median,mad,low,high,min,max,mean,sd\n"
				   "r.jsonl,\"a,\"\"b\"\"\",p.x,ns,20,10500,5000,6000,15000,1000,20000,"
				   "10500,5916.079783099616\n");
	end(&w, &plain, &out);
	says(&out, "10.50 us  median      6.00 … 15.00 us  (95 %, over 20 processes)");
	says(&out, "MAD 5.00");
	says(&out, "whole process   1.284 s   user 1.251 s");
	says_not(&out, "groups");
}

static void csv_leaves_missing_numbers_empty(void **state)
{
	struct world w;
	struct rows rows;
	owns_text struct text csv = { 0 };

	(void)state;
	start(&w);
	add(&w.series, 1, "p.x", 7.25);
	rows = rows_of(&w.series);
	csv_rows("r.jsonl", "p", &rows, &csv);
	rows_free(&rows);
	series_free(&w.series);
	assert_string_equal(csv.s, "r.jsonl,p,p.x,ns,1,7.25,,,,7.25,7.25,7.25,\n");
}

static void equal_values_have_no_spread_and_no_groups(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 20; i++)
		add(&w.series, i, "p.x", 0);
	end(&w, &plain, &out);
	says(&out, "0 ns  median      0 … 0 ns");
	says(&out, "MAD 0\n");
	says_not(&out, "groups");
}

/* An interval whose ends would read the same gets more digits; a MAD its own unit. */
static void small_spreads_are_seen(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 20; i++)
		add(&w.series, i, NULL, 1.284e9 + i * 3000);
	end(&w, &plain, &out);
	says(&out, "1.28402 … 1.28405 s");
	says(&out, "MAD 0.00002");
	text_clear(&out);
	start(&w);
	for (int i = 1; i <= 20; i++)
		add(&w.series, i, NULL, 1.284e9 + i * 3);
	end(&w, &plain, &out);
	says(&out, "MAD 15.00 ns");
}

static void groups_are_named_with_center_and_share(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 40; i++)
		add(&w.series, i, "p.x", (i % 4 ? 226e6 : 255e6) + i * 1e4);
	end(&w, &plain, &out);
	says(&out, "2 groups of processes: 226.20 ms (30 of 40), 255.22 ms (10 of 40)");
}

static void several_tests_are_a_table(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 20; i++) {
		series_run(series_track(&w.series, "sort.é\n", "ns", true), 5e5 + i);
		add(&w.series, i, "sort.small", 100 + i);
	}
	end(&w, &plain, &out);
	says(&out, "  test");
	says(&out, "95 % interval");
	says(&out, "  sort.é\\x0a  500.011  us  500.006 … 500.015");
	says(&out, "  sort.small    110.5  ns      106.0 … 115.0    101.0    120.0");
	says(&out, "in order");
}

static void plain_ascii_where_the_locale_has_no_more(void **state)
{
	const struct look ascii = { .width = LOOK_WIDTH };
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 20; i++) {
		series_run(series_track(&w.series, "a.a", "ns", true), 5e5 + i);
		add(&w.series, i, "b.b", 100 + i);
	}
	end(&w, &ascii, &out);
	for (size_t i = 0; i < out.n; i++)
		assert_true((unsigned char)out.s[i] < 0x80);
}

static void narrow_and_coloured_terminals_lose_nothing(void **state)
{
	const struct look narrow = { .width = 40, .is_utf8 = true, .is_color = true };
	struct marks failed = { 0 };
	struct world w;
	owns_text struct text out = { 0 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 20; i++)
		add(&w.series, i, NULL, 1e9 + i * 1e6);
	marks_add(&failed, 21, "exited with status 7");
	w.report.failed = &failed;
	w.report.is_complete = false;
	w.report.why = "interrupted by SIGINT";
	w.report.not_restored = "turbo: changed by somebody else";
	end(&w, &narrow, &out);
	says(&out, "\033[31mfailed\033[0m");
	says(&out, "\033[33mincomplete\033[0m      interrupted by SIGINT");
	says(&out, "\033[31mnot restored\033[0m");
	marks_free(&failed);
}

static void no_sample_is_said(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };
	const struct invocation v = { .index = 1, .failed = "exited with status 1" };

	(void)state;
	start(&w);
	series_close(&w.series, &v);
	end(&w, &plain, &out);
	says(&out, "becalm: 1 process of");
	says(&out, "No sample");
}

static void a_unit_of_the_users_own(void **state)
{
	struct world w;
	owns_text struct text out = { 0 };
	const struct invocation v = { .wall_ns = 1 };

	(void)state;
	start(&w);
	for (int i = 1; i <= 20; i++) {
		struct invocation one = v;

		one.index = i;
		series_run(series_track(&w.series, "through", "MB/s", true), 812.5 + i);
		series_close(&w.series, &one);
	}
	end(&w, &plain, &out);
	says(&out, "823.0 MB/s  median      818.5 … 827.5 MB/s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_session_reads_like_the_design),
		cmocka_unit_test(one_process_has_a_value_and_nothing_else),
		cmocka_unit_test(five_are_too_few_for_an_interval),
		cmocka_unit_test(one_to_twenty_microseconds),
		cmocka_unit_test(csv_leaves_missing_numbers_empty),
		cmocka_unit_test(equal_values_have_no_spread_and_no_groups),
		cmocka_unit_test(small_spreads_are_seen),
		cmocka_unit_test(groups_are_named_with_center_and_share),
		cmocka_unit_test(several_tests_are_a_table),
		cmocka_unit_test(plain_ascii_where_the_locale_has_no_more),
		cmocka_unit_test(narrow_and_coloured_terminals_lose_nothing),
		cmocka_unit_test(no_sample_is_said),
		cmocka_unit_test(a_unit_of_the_users_own),
	};

	return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
