/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/keeper/journal.h"

#include "fake.h"

#define NUMA "proc/sys/kernel/numa_balancing"
#define TIMERS "proc/sys/kernel/timer_migration"
#define THP "sys/kernel/mm/transparent_hugepage/enabled"

static struct fail f;

static void sample(struct text *out)
{
	struct journal j = { .boot = "boot-1", .keeper = 41, .start = 7, .user = 1000, .since = 99,
			     .launcher = 40 };

	edits_add(&j.edits, "numa-balancing", KIND_NUMBER, NUMA, "1\n", "0");
	edits_add(&j.edits, "huge-pages", KIND_WORD, THP, "[always] madvise never\n", "madvise");
	edits_add(&j.edits, "timer-migration", KIND_NUMBER, TIMERS, "1\n", "0");
	tasks_add(&j.tasks, 123, 456, "0-3,8");
	journal_format(&j, out);
	journal_free(&j);
}

static int parse(const struct text *from, size_t n, struct journal *out)
{
	struct text copy = { 0 };
	int rc;

	f = (struct fail){ 0 };
	text_add(&copy, from->s, n);
	rc = journal_parse(&copy, out, &f);
	text_free(&copy);
	return rc;
}

static void what_was_written_is_read(void **state)
{
	owns_text struct text text = { 0 };
	struct journal j;

	(void)state;
	sample(&text);
	text_puts(&text, "reads 0 0%0A\nrefused 1\nreads 2 0%0A\nsettled\n");
	assert_int_equal(parse(&text, text.n, &j), 0);
	assert_string_equal(j.boot, "boot-1");
	assert_int_equal(j.keeper, 41);
	assert_int_equal(j.user, 1000);
	assert_int_equal(j.edits.n, 3);
	assert_string_equal(j.edits.list[1].path, THP);
	assert_string_equal(j.edits.list[1].before, "[always] madvise never\n");
	assert_int_equal(j.edits.list[0].state, EDIT_MADE);
	assert_string_equal(j.edits.list[0].reads, "0\n");
	assert_int_equal(j.edits.list[1].state, EDIT_REFUSED);
	assert_int_equal(j.tasks.n, 1);
	assert_string_equal(j.tasks.list[0].cpus, "0-3,8");
	assert_true(j.is_settled);
	journal_free(&j);
}

/* Up to its last line a journal is whole or refused; behind it, a broken line is left out. */
/* As a file system may leave it when the power went: its progress was not synced. */
static void zeros_behind_the_end_are_no_progress(void **state)
{
	owns_text struct text text = { 0 };
	struct journal j;

	(void)state;
	sample(&text);
	text_puts(&text, "reads 0 0%0A\n");
	text_add(&text, "\0\0\0\0\0\0\0\0", 8);
	assert_int_equal(parse(&text, text.n, &j), 0);
	assert_int_equal(j.edits.list[0].state, EDIT_MADE);
	assert_null(j.edits.list[2].reads);
	journal_free(&j);
}

static void cut_at_any_byte_it_is_refused(void **state)
{
	owns_text struct text text = { 0 };
	size_t whole;
	struct journal j;

	(void)state;
	sample(&text);
	whole = text.n;
	text_puts(&text, "reads 0 0%0A\nreads 1 always%20[madvise]%20never%0A\n");
	for (size_t n = 0; n < whole; n++)
		if (!parse(&text, n, &j))
			fail_msg("%zu of %zu bytes were taken", n, whole);
	for (size_t n = whole; n <= text.n; n++) {
		if (parse(&text, n, &j))
			fail_msg("%zu bytes: %s", n, f.text);
		assert_int_equal(j.edits.list[0].state, n >= whole + 13 ? EDIT_MADE : EDIT_PLANNED);
		assert_int_equal(j.edits.list[1].state, n == text.n ? EDIT_MADE : EDIT_PLANNED);
		journal_free(&j);
	}
}

static void any_changed_byte_is_noticed(void **state)
{
	owns_text struct text text = { 0 };
	struct journal j;

	(void)state;
	sample(&text);
	for (size_t i = 0; i + 1 < text.n; i++) {
		char was = text.s[i];

		text.s[i] = was == '1' ? '2' : '1';
		if (!parse(&text, text.n, &j))
			fail_msg("byte %zu changed, and taken", i);
		text.s[i] = '\0';
		if (!parse(&text, text.n, &j))
			fail_msg("byte %zu is NUL, and taken", i);
		text.s[i] = was;
	}
	assert_int_equal(parse(&text, text.n, &j), 0);
	journal_free(&j);
}

static void empty_and_nul_are_no_journals(void **state)
{
	struct text nothing = { 0 };
	struct text nul = { .s = (char[512]){ 0 }, .n = 512 };
	struct journal j;

	(void)state;
	assert_int_equal(journal_parse(&nothing, &j, &f), -1);
	assert_string_equal(f.text, "it is empty");
	assert_int_equal(journal_parse(&nul, &j, &f), -1);
}

/* With a right checksum: only what a knob could have produced. */
static void forged_edits_are_refused(void **state)
{
	static const struct {
		const char *knob, *path, *before, *after;
		enum kind kind;
	} forged[] = {
		{ "numa-balancing", "etc/passwd", "1", "0", KIND_NUMBER },
		{ "numa-balancing", "/" NUMA, "1", "0", KIND_NUMBER },
		{ "numa-balancing", TIMERS, "1", "0", KIND_NUMBER },
		{ "numa-balancing", "proc/sys/kernel/../kernel/numa_balancing", "1", "0", KIND_NUMBER },
		{ "numa-balancing", NUMA, "1", "0", KIND_BYTES },
		{ "numa-balancing", NUMA, "|/bin/sh", "0", KIND_NUMBER },
		{ "core-pattern", "proc/sys/kernel/core_pattern", "|/bin/sh", "core", KIND_BYTES },
		{ "interrupts", "proc/irq/../sys/kernel/core_pattern", "0-1", "0", KIND_LIST },
		{ "interrupts", "proc/irq/1x/smp_affinity_list", "0-1", "0", KIND_LIST },
		{ "governor", "sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "a\x01", "b",
		  KIND_BYTES },
		{ "governor", "sys/devices/system/cpu/cpufreq/policy0/ondemand/../scaling_governor", "a", "b",
		  KIND_BYTES },
		{ "cage", "etc/cpuset.cpus/../passwd", "0-1", "0", KIND_LIST },
		{ "cage", "sys/fs/cgroup/../../../etc/cpuset.cpus", "0-1", "0", KIND_LIST },
		{ "cage", "sys/fs/cgroup/system.slice", "", "cpus=0", KIND_GROUP },
		{ "cage", "sys/fs/cgroup/becalm-1-2/else", "", "cpus=0", KIND_GROUP },
		{ "cage", "sys/fs/cgroup/system.slice/cpuset.cpus.partition", "member", "root", KIND_BYTES },
		{ "cage", "sys/fs/cgroup/becalm-1-2/launcher", "../../tmp", "cpus=0", KIND_GROUP },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(forged) / sizeof(forged[0]); i++) {
		struct journal j = { .boot = "b", .keeper = 1 };
		owns_text struct text text = { 0 };

		edits_add(&j.edits, forged[i].knob, forged[i].kind, forged[i].path, forged[i].before,
			  forged[i].after);
		journal_format(&j, &text);
		journal_free(&j);
		if (!parse(&text, text.n, &j))
			fail_msg("'%s' of %s was taken", forged[i].path, forged[i].knob);
	}
}

static void seal(struct text *t)
{
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a: isthe.com/chongo/tech/comp/fnv */

	for (size_t i = 0; i < t->n; i++)
		hash = (hash ^ (unsigned char)t->s[i]) * UINT64_C(1099511628211);
	text_printf(t, "end 0 %016llx\n", (unsigned long long)hash);
}

/* With a right checksum, too. */
static void lines_of_no_keeper_are_refused(void **state)
{
	static const char *const bad[][2] = {
		{ "becalm-journal 2\nsession b 1 0 0 0 0\n", "not a journal of this format" },
		{ "becalm-journal 1\nsession b x 0 0 0 0\n", "keeper" },
		{ "becalm-journal 1\nsession 0123456789012345678901234567890123456789 1 0 0 0 0\n", "no boot id" },
		{ "becalm-journal 1\nsession b 1 0 0 0 0\nnonsense\n", "line 3 is none of a journal's" },
		{ "becalm-journal 1\nsession b 1 0 0 0 0\ntask 1 2 x\n", "task" },
		{ "becalm-journal 1\nsession b 1 0 0 0 0\nedit vmstat size set proc/sys/vm/stat_interval 1 60\n", "no knob" },
		{ "becalm-journal 1\n", "lines are missing" },
	};
	struct journal j;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		owns_text struct text text = { 0 };

		text_puts(&text, bad[i][0]);
		seal(&text);
		if (!parse(&text, text.n, &j) || !strstr(f.text, bad[i][1]))
			fail_msg("%s: '%s'", bad[i][0], f.text);
	}
}

/* 200,000 tasks are more than any machine lets run. */
static void too_many_tasks_are_refused(void **state)
{
	owns_text struct text text = { 0 };
	struct journal j;

	(void)state;
	text_puts(&text, "becalm-journal 1\nsession b 1 0 0 0 0\n");
	for (int i = 0; i <= 200000; i++)
		text_puts(&text, "task 7 1 0-3\n");
	seal(&text);
	assert_int_not_equal(parse(&text, text.n, &j), 0);
	assert_non_null(strstr(f.text, "too many tasks"));
}

/* Behind the end: what is no progress, and everything after it, is left out. */
static void progress_ends_at_the_first_broken_line(void **state)
{
	static const char *const broken[] = { "reads 9 0\n", "reads x 0\n", "undone 1\n" };
	struct journal j;

	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		owns_text struct text text = { 0 };

		sample(&text);
		text_printf(&text, "reads 0 0\n%sreads 1 never\n", broken[i]);
		assert_int_equal(parse(&text, text.n, &j), 0);
		assert_int_equal(j.edits.list[0].state, EDIT_MADE);
		assert_int_equal(j.edits.list[1].state, EDIT_PLANNED);
		journal_free(&j);
	}
}

static void the_cages_own_edits_are_taken(void **state)
{
	struct journal j = { .boot = "b", .keeper = 1 };
	owns_text struct text text = { 0 };
	static const char v1[] = "sys/fs/cgroup/cpuset/x/becalm-12-345";

	(void)state;
	edits_add(&j.edits, "cage", KIND_GROUP, v1, "", "cpus=0-1");
	edits_add(&j.edits, "cage", KIND_GROUP, "a b/becalm-12-345/others", "a b", "cpus=0");
	edits_add(&j.edits, "cage", KIND_CONTROLLER, "sys/fs/cgroup/cgroup.subtree_control", "cpu\n", "+cpuset");
	edits_add(&j.edits, "cage", KIND_LIST, "sys/fs/cgroup/user.slice/cpuset.cpus", "\n", "0-2");
	edits_add(&j.edits, "cage", KIND_BYTES, "sys/fs/cgroup/becalm-12-345/bench/cpuset.cpus.partition",
		  "member", "isolated");
	edits_add(&j.edits, "sleep-states", KIND_DEVICE, "dev/cpu_dma_latency", "", "20");
	journal_format(&j, &text);
	journal_free(&j);
	if (parse(&text, text.n, &j))
		fail_msg("%s", f.text);
	assert_int_equal(j.edits.n, 6);
	journal_free(&j);
}

static void a_file_of_somebody_else_is_not_obeyed(void **state)
{
	owns_text struct text text = { 0 };
	owns_fd int dir = open(fake_folder, O_RDONLY | O_DIRECTORY);
	struct journal j;

	(void)state;
	sample(&text);
	assert_int_equal(journal_load(dir, geteuid(), &j, &f), 1);
	fake_put("journal", text.s);
	assert_int_equal(journal_load(dir, geteuid(), &j, &f), 0);
	journal_free(&j);
	assert_int_equal(journal_load(dir, geteuid() + 1, &j, &f), -1);
	assert_int_equal(fchmodat(dir, "journal", 0666, 0), 0);
	assert_int_equal(journal_load(dir, geteuid(), &j, &f), -1);
	assert_int_equal(unlinkat(dir, "journal", 0), 0);
	assert_int_equal(symlinkat("elsewhere", dir, "journal"), 0);
	assert_int_equal(journal_load(dir, geteuid(), &j, &f), -1);
	assert_int_equal(unlinkat(dir, "journal", 0), 0);
	assert_int_equal(mkfifoat(dir, "journal", 0600), 0);
	assert_int_equal(journal_load(dir, geteuid(), &j, &f), -1);
}

static void saving_replaces_the_old_one_at_once(void **state)
{
	owns_fd int dir = open(fake_folder, O_RDONLY | O_DIRECTORY);
	struct journal j = { .boot = "b", .keeper = 1 };
	struct journal back;
	owns_fd int fd = -1;

	(void)state;
	fake_put("journal", "something older\n");
	edits_add(&j.edits, "numa-balancing", KIND_NUMBER, NUMA, "1\n", "0");
	assert_int_equal(journal_save(dir, &j, &fd, &f), 0);
	assert_int_equal(journal_reads(fd, 0, "0\n"), 0);
	assert_int_equal(journal_settled(fd), 0);
	assert_int_equal(faccessat(dir, "journal.new", F_OK, 0), -1);
	assert_int_equal(journal_load(dir, geteuid(), &back, &f), 0);
	assert_string_equal(back.edits.list[0].reads, "0\n");
	journal_free(&back);
	journal_free(&j);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_written_is_read),
		cmocka_unit_test(zeros_behind_the_end_are_no_progress),
		cmocka_unit_test(cut_at_any_byte_it_is_refused),
		cmocka_unit_test(any_changed_byte_is_noticed),
		cmocka_unit_test(empty_and_nul_are_no_journals),
		cmocka_unit_test(forged_edits_are_refused),
		cmocka_unit_test(lines_of_no_keeper_are_refused),
		cmocka_unit_test(too_many_tasks_are_refused),
		cmocka_unit_test(progress_ends_at_the_first_broken_line),
		cmocka_unit_test(the_cages_own_edits_are_taken),
		cmocka_unit_test_setup_teardown(a_file_of_somebody_else_is_not_obeyed, fake_open, fake_close),
		cmocka_unit_test_setup_teardown(saving_replaces_the_old_one_at_once, fake_open, fake_close),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
