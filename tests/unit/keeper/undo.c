/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/keeper/undo.h"

#include "fake.h"

#define NUMA "proc/sys/kernel/numa_balancing"
#define TIMERS "proc/sys/kernel/timer_migration"
#define STAT "proc/sys/vm/stat_interval"
#define POLICY "sys/devices/system/cpu/cpufreq/policy7"

static struct journal j;
static struct text remarks;

static int begin(void **state)
{
	j = (struct journal){ 0 };
	return fake_open(state);
}

static int end(void **state)
{
	journal_free(&j);
	text_free(&remarks);
	return fake_close(state);
}

static struct edit *made(const char *knob, enum kind kind, const char *path, const char *before,
			 const char *after, const char *reads)
{
	struct edit *e = edits_add(&j.edits, knob, kind, path, before, after);

	if (reads) {
		e->reads = xstrdup(reads);
		e->state = EDIT_MADE;
	}
	return e;
}

static void what_reads_as_we_left_it_is_put_back(void **state)
{
	(void)state;
	fake_put(NUMA, "0\n");
	fake_put(TIMERS, "0\n");
	made("numa-balancing", KIND_NUMBER, NUMA, "1\n", "0", "0\n");
	made("timer-migration", KIND_NUMBER, TIMERS, "1\n", "0", "0\n");
	undo_all(&fake, &j, true, &remarks);
	assert_reads(NUMA, "1\n");
	assert_reads(TIMERS, "1\n");
	assert_string_equal(text_of(&remarks), "");
	undo_all(&fake, &j, true, &remarks); /* twice does no harm */
	assert_reads(NUMA, "1\n");
}

static void what_somebody_else_changed_is_left(void **state)
{
	(void)state;
	fake_put(STAT, "7\n");
	made("vmstat", KIND_NUMBER, STAT, "1\n", "60", "60\n");
	undo_all(&fake, &j, false, &remarks);
	assert_reads(STAT, "7\n");
	assert_int_equal(j.edits.list[0].state, EDIT_LEFT);
	assert_non_null(strstr(text_of(&remarks), "somebody else"));
	assert_false(undo_is_open(&j.edits.list[0]));
}

/* The keeper died between the write and its line in the journal, or in front of the write. */
static void the_edit_in_flight_is_put_back(void **state)
{
	(void)state;
	fake_put(NUMA, "0\n");
	fake_put(STAT, "60\n");
	fake_put(TIMERS, "0\n");
	made("numa-balancing", KIND_NUMBER, NUMA, "1\n", "0", "0\n");
	made("vmstat", KIND_NUMBER, STAT, "1\n", "60", NULL);
	made("timer-migration", KIND_NUMBER, TIMERS, "1\n", "0", NULL);
	undo_all(&fake, &j, true, &remarks);
	assert_reads(NUMA, "1\n");
	assert_reads(STAT, "1\n");
	assert_reads(TIMERS, "0\n"); /* never made: whatever it reads is not ours */
}

static void nothing_is_in_flight_while_the_keeper_lives(void **state)
{
	(void)state;
	fake_put(STAT, "60\n");
	made("vmstat", KIND_NUMBER, STAT, "1\n", "60", NULL);
	undo_all(&fake, &j, false, &remarks);
	assert_reads(STAT, "60\n");
}

static void refused_edits_are_not_touched(void **state)
{
	(void)state;
	fake_put(STAT, "60\n");
	made("vmstat", KIND_NUMBER, STAT, "1\n", "60", NULL)->state = EDIT_REFUSED;
	undo_all(&fake, &j, true, &remarks);
	assert_reads(STAT, "60\n");
}

/* A limit that another edit moved is put back, and one that somebody else moved is not. */
static void kept_files_follow_ours_and_not_others(void **state)
{
	(void)state;
	fake_put(POLICY "/scaling_max_freq", "2400000\n");
	made("turbo", KIND_NUMBER, POLICY "/scaling_max_freq", "4000000\n", "", "2400000\n")->how = HOW_KEEP;
	j.is_settled = true;
	undo_all(&fake, &j, false, &remarks);
	assert_reads(POLICY "/scaling_max_freq", "4000000\n");
	fake_put(POLICY "/scaling_max_freq", "3000000\n");
	j.edits.list[0].state = EDIT_MADE;
	undo_all(&fake, &j, false, &remarks);
	assert_reads(POLICY "/scaling_max_freq", "3000000\n");
}

/* Forwards, the first would find a value that is not its own and leave it. */
static void the_order_is_backwards(void **state)
{
	(void)state;
	fake_put(POLICY "/scaling_max_freq", "5\n");
	made("clock-limits", KIND_NUMBER, POLICY "/scaling_max_freq", "1\n", "3", "3\n");
	made("clock-limits", KIND_NUMBER, POLICY "/scaling_max_freq", "3\n", "5", "5\n");
	undo_all(&fake, &j, false, &remarks);
	assert_reads(POLICY "/scaling_max_freq", "1\n");
}

static void files_of_an_absent_cpu_stay_open(void **state)
{
	(void)state;
	fake_put(NUMA, "0\n");
	made("numa-balancing", KIND_NUMBER, NUMA, "1\n", "0", "0\n");
	made("governor", KIND_BYTES, POLICY "/scaling_governor", "schedutil\n", "performance", "performance\n");
	made("interrupts", KIND_LIST, "proc/irq/99/smp_affinity_list", "0-1\n", "0", "0\n");
	undo_all(&fake, &j, false, &remarks);
	assert_reads(NUMA, "1\n");
	assert_false(undo_is_open(&j.edits.list[0]));
	assert_true(undo_is_open(&j.edits.list[1]));
	assert_false(undo_is_open(&j.edits.list[2])); /* a device that went for good */
	assert_non_null(strstr(text_of(&remarks), "policy7/scaling_governor' is away"));
}

static void settings_of_a_governor_that_went_are_no_loss(void **state)
{
	(void)state;
	fake_put(POLICY "/scaling_governor", "conservative\n");
	made("governor", KIND_BYTES, POLICY "/ondemand/up_threshold", "80\n", "", "80\n")->how = HOW_KEEP;
	undo_all(&fake, &j, false, &remarks);
	assert_false(undo_is_open(&j.edits.list[0]));
}

static void only_the_bracketed_word_is_written_back(void **state)
{
	static const char thp[] = "sys/kernel/mm/transparent_hugepage/enabled";

	(void)state;
	fake_put(thp, "always [madvise] never\n");
	made("huge-pages", KIND_WORD, thp, "[always] madvise never\n", "madvise", "always [madvise] never\n");
	undo_all(&fake, &j, false, &remarks);
	assert_reads(thp, "[always] madvise never\n");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(what_reads_as_we_left_it_is_put_back),
		CASE(what_somebody_else_changed_is_left),
		CASE(the_edit_in_flight_is_put_back),
		CASE(nothing_is_in_flight_while_the_keeper_lives),
		CASE(refused_edits_are_not_touched),
		CASE(kept_files_follow_ours_and_not_others),
		CASE(the_order_is_backwards),
		CASE(files_of_an_absent_cpu_stay_open),
		CASE(settings_of_a_governor_that_went_are_no_loss),
		CASE(only_the_bracketed_word_is_written_back),
	};

	return cmocka_run_group_tests_name("undo", tests, NULL, NULL);
}
