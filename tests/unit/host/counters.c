/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/counters.h"

#include <sys/mman.h>
#include <unistd.h>

#include "hosts.h"

static int file_of(const char *text)
{
	int fd = memfd_create("text", MFD_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	return fd;
}

static int64_t interrupts(const char *text, const char *cpus)
{
	struct cpus of;
	struct fail f;
	int fd = file_of(text);
	int64_t n;

	assert_int_equal(cpus_parse(cpus, "test", &of, &f), 0);
	n = counters_interrupts(fd, &of);
	assert_int_equal(close(fd), 0);
	return n;
}

static int64_t steal_ns(const char *text, const char *cpus)
{
	struct cpus of;
	struct fail f;
	int fd = file_of(text);
	int64_t n;

	assert_int_equal(cpus_parse(cpus, "test", &of, &f), 0);
	n = counters_steal_ns(fd, &of, 100);
	assert_int_equal(close(fd), 0);
	return n;
}

/* CPU 1 is offline; ERR and MIS are not per CPU. */
static const char table[] = "           CPU0       CPU2       CPU3       \n"
			    "  0:         30          2          1   IO-APIC    2-edge      timer\n"
			    " 24:          0        100    4000000   PCI-MSI 1-edge 17 virtio0\n"
			    "LOC:    1000000    2000000    3000000   Local timer interrupts\n"
			    "ERR:          7\n"
			    "MIS:          9\n";

static void interrupts_are_summed_over_the_wanted_columns(void **state)
{
	(void)state;
	assert_int_equal(interrupts(table, "2"), 2000102);
	assert_int_equal(interrupts(table, "0,3"), 1000030 + 7000001);
}

static void interrupts_of_an_offline_cpu_are_unknown(void **state)
{
	(void)state;
	assert_int_equal(interrupts(table, "1"), UNKNOWN);
	assert_int_equal(interrupts(table, "1-2"), UNKNOWN);
}

static void odd_interrupt_files_do_no_harm(void **state)
{
	static const char *const odd[] = {"", "\n", "CPU", "CPU0", "x: 1 2 3", "CPU0\n:::\n1",
					  "CPU99999999999999999999\nA: 1\n", "CPU0\n 0:"};

	(void)state;
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		int64_t n = interrupts(odd[i], "0");

		assert_true(n == UNKNOWN || n == 0);
	}
	assert_int_equal(interrupts("CPU0 CPU1\n 0: 5 6", "1"), 6); /* no newline at the end */
}

static void a_table_larger_than_the_buffer_is_read_whole(void **state)
{
	static char text[200 * 256 * 12];
	size_t n = 0;

	(void)state;
	for (int cpu = 0; cpu < 256; cpu++)
		n += (size_t)sprintf(text + n, " CPU%d", cpu);
	for (int line = 0; line < 150; line++) {
		n += (size_t)sprintf(text + n, "\n%3d:", line);
		for (int cpu = 0; cpu < 256; cpu++)
			n += (size_t)sprintf(text + n, " %10d", cpu * 1000 + line);
	}
	assert_int_equal(interrupts(text, "255"), 150 * 255000 + 149 * 150 / 2);
}

static void steal_is_the_eighth_number(void **state)
{
	static const char stat[] = "cpu  1 2 3 4 5 6 7 800 9 10\n"
				   "cpu0 1 2 3 4 5 6 7 300 9 10\n"
				   "cpu10 1 2 3 4 5 6 7 500 9 10\n"
				   "intr 12345 1 2 3\nctxt 5\n";

	(void)state;
	assert_int_equal(steal_ns(stat, "10"), INT64_C(5000000000));
	assert_int_equal(steal_ns(stat, "0,10"), INT64_C(8000000000));
	assert_int_equal(steal_ns(stat, "1"), UNKNOWN);
	assert_int_equal(steal_ns("cpu0 1 2 3 4\n", "0"), UNKNOWN);
	assert_int_equal(steal_ns("", "0"), UNKNOWN);
}

static void throttling_and_clock_come_from_the_tree(void **state)
{
	struct tree tree = host_open("smt");
	struct cpus six = {{1 << 6}};
	struct cpus three = {{1 << 3}};
	struct counters c;

	(void)state;
	counters_read(&tree, &six, &c);
	assert_int_equal(c.throttled, 52);
	assert_string_equal(c.clock, "hpet");
	assert_cpus(&c.online, "0-15");
	assert_int_equal(c.interrupts, UNKNOWN);
	counters_read(&tree, &three, &c);
	assert_int_equal(c.throttled, UNKNOWN);
	tree_close(&tree);
	tree = host_open("empty");
	counters_read(&tree, &three, &c);
	assert_string_equal(c.clock, "unknown");
	assert_true(cpus_is_empty(&c.online));
	tree_close(&tree);
}

static void differences_know_wraps_and_resets(void **state)
{
	struct counters a = {.interrupts = 4294967290, .steal_ns = 5, .throttled = 15, .slept_ns = 10};
	struct counters b = {.interrupts = 4, .steal_ns = 9, .throttled = 2, .slept_ns = 13};
	struct counters d = counters_since(&a, &b);

	(void)state;
	assert_int_equal(d.interrupts, 10);
	assert_int_equal(d.steal_ns, 4);
	assert_int_equal(d.throttled, UNKNOWN);
	assert_int_equal(d.slept_ns, 3);
	a.interrupts = 1000;
	assert_int_equal(counters_since(&a, &b).interrupts, UNKNOWN);
	b.steal_ns = UNKNOWN;
	assert_int_equal(counters_since(&a, &b).steal_ns, UNKNOWN);
}

static void here_they_can_be_read(void **state)
{
	struct cpus first = {0};
	struct counters before;
	struct counters after;
	struct tree tree;
	struct fail f;

	(void)state;
	assert_int_equal(tree_open(&tree, NULL, &f), 0);
	counters_read(&tree, &first, &before);
	cpus_add(&first, cpus_next(&before.online, -1));
	counters_read(&tree, &first, &before);
	counters_read(&tree, &first, &after);
	assert_true(before.interrupts > 0);
	assert_true(counters_since(&before, &after).interrupts >= 0);
	assert_true(counters_since(&before, &after).steal_ns >= 0);
	tree_close(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(interrupts_are_summed_over_the_wanted_columns),
		cmocka_unit_test(interrupts_of_an_offline_cpu_are_unknown),
		cmocka_unit_test(odd_interrupt_files_do_no_harm),
		cmocka_unit_test(a_table_larger_than_the_buffer_is_read_whole),
		cmocka_unit_test(steal_is_the_eighth_number),
		cmocka_unit_test(throttling_and_clock_come_from_the_tree),
		cmocka_unit_test(differences_know_wraps_and_resets),
		cmocka_unit_test(here_they_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
