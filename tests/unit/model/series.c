/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../launcher/model/series.h"

static void end(struct series *s, int64_t index, const char *failed)
{
	const struct invocation v = { .index = index, .wall_ns = 1000 * index, .failed = failed };

	series_close(s, &v);
}

static void one_sample_a_process_the_median_of_its_runs(void **state)
{
	struct series s = { 0 };
	struct track *t = series_track(&s, "a.b", "ns", true);

	(void)state;
	series_run(t, 5);
	series_run(t, 1);
	series_run(t, 100);
	end(&s, 1, NULL);
	series_run(t, 2);
	series_run(t, 4);
	end(&s, 2, NULL);
	assert_int_equal(t->count, 2);
	assert_true(t->samples[0].value == 5);
	assert_true(t->samples[1].value == 3);
	assert_int_equal(t->samples[0].runs, 3);
	assert_int_equal(t->samples[1].invocation, 2);
	series_free(&s);
}

static void a_failed_process_leaves_no_sample(void **state)
{
	struct series s = { 0 };
	struct track *t = series_track(&s, "a.b", "ns", true);

	(void)state;
	series_run(t, 5);
	end(&s, 1, "exited with status 3");
	series_run(t, 7);
	end(&s, 2, NULL);
	assert_int_equal(t->count, 1);
	assert_true(t->samples[0].value == 7);
	assert_int_equal(s.process_count, 2);
	assert_true(s.processes[0].is_failed);
	series_free(&s);
}

/* 1 ... 200,000: beyond 65,536 every 2nd, then every 4th is kept; the median stays put. */
static void very_many_runs_stay_bounded_and_keep_the_median(void **state)
{
	struct series s = { 0 };
	struct track *t = series_track(&s, "a.b", "ns", true);

	(void)state;
	for (int i = 1; i <= 200000; i++)
		series_run(t, i);
	assert_true(t->pending_count <= 65536);
	end(&s, 1, NULL);
	assert_int_equal(t->samples[0].runs, 200000);
	assert_true(t->samples[0].value > 99990 && t->samples[0].value < 100010);
	series_free(&s);
}

static void memory_is_at_most_64_bytes_an_invocation(void **state)
{
	(void)state;
	assert_true(sizeof(struct process) + sizeof(struct sample) <= 64);
}

static void tests_keep_their_own_samples(void **state)
{
	struct series s = { 0 };

	(void)state;
	series_run(series_track(&s, "a", "ns", true), 1);
	series_run(series_track(&s, "b", "KiB", false), 2);
	end(&s, 1, NULL);
	assert_int_equal(s.track_count, 2);
	assert_true(series_track(&s, "b", "KiB", false)->samples[0].value == 2);
	assert_true(series_track(&s, "a", "ns", true)->samples[0].value == 1);
	series_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_sample_a_process_the_median_of_its_runs),
		cmocka_unit_test(a_failed_process_leaves_no_sample),
		cmocka_unit_test(very_many_runs_stay_bounded_and_keep_the_median),
		cmocka_unit_test(memory_is_at_most_64_bytes_an_invocation),
		cmocka_unit_test(tests_keep_their_own_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
