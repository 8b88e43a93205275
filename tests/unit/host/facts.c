/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/facts.h"

#include "../../../launcher/host/boot.h"
#include "../../../launcher/host/layout.h"
#include "hosts.h"

static struct topology t;
static struct given g;
static struct choice c;
static struct facts facts;
static struct boot boot[BOOT_MAX];
static int boot_count;

static void look(const char *name, const char *cpus)
{
	struct wish w = {.cpus = cpus};
	struct tree tree = host_open(name);
	struct fail f;

	if (topology_load(&tree, &t, &f) || given_read(&tree, &g, &f) ||
	    choose(&t, &g, &w, NULL, &c, &f))
		fail_msg("%s: %s", name, f.text);
	facts_read(&tree, &t, &g, &c, &facts);
	boot_count = boot_rows(&tree, &t, &c, boot);
	tree_close(&tree);
}

#define assert_fact(name, value) assert_string_equal(facts_get(&facts, name), value)

static void facts_come_from_the_host_looked_at(void **state)
{
	(void)state;
	look("smt", NULL);
	assert_fact("cpu_model", "Test CPU 3000");
	assert_fact("microcode", "0xde");
	assert_fact("kernel", "6.1.0-test");
	assert_fact("hostname", "smt-host");
	assert_fact("virtualisation", "virtual machine");
	assert_fact("topology", "16 CPUs, 8 cores, 1 memory node");
	assert_fact("smt", "on");
	assert_fact("governor", "schedutil");
	assert_fact("turbo", "on");
	assert_fact("clock_source", "hpet");
	assert_fact("transparent_hugepages", "madvise");
	assert_fact("cpus_isolated", "none");
}

static void what_is_absent_is_unknown(void **state)
{
	static const char *const names[] = {"cpu_model", "microcode", "kernel", "hostname", "smt",
					    "governor", "turbo", "clock_source",
					    "transparent_hugepages", "cpu_kinds", "no such row"};

	(void)state;
	look("one-cpu", NULL);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_fact(names[i], "unknown");
	assert_fact("topology", "1 CPU, layout unknown");
	assert_fact("cgroups", "none, no cpusets");
}

static void kinds_and_their_mixture_are_facts(void **state)
{
	(void)state;
	look("hybrid", NULL);
	assert_fact("cpu_kinds", "cpu_core: 0-11; cpu_atom: 12-19");
	assert_fact("cpu_kind", "cpu_core");
	look("hybrid", "10-13");
	assert_fact("cpu_kind", "mixed");
	look("smt-notsupported", NULL);
	assert_fact("smt", "not supported");
}

static void groups_say_who_owns_cpusets(void **state)
{
	(void)state;
	look("cg-hybrid", NULL);
	assert_fact("cgroups", "hybrid, cpusets on v1");
	look("cg-v2", NULL);
	assert_fact("cgroups", "v2, cpusets on v2");
	look("cg-hybrid-v2", NULL);
	assert_fact("cgroups", "hybrid, cpusets on v2");
}

static void odd_files_are_made_printable(void **state)
{
	(void)state;
	look("odd-facts", NULL);
	assert_fact("cpu_model", "A?[2J?B");
	assert_fact("hostname", "bad??name");
	assert_fact("turbo", "unknown");
}

static void rows_keep_their_names_apart(void **state)
{
	(void)state;
	look("smt", NULL);
	assert_true(facts.count > 10 && facts.count <= FACTS_MAX);
	for (int i = 0; i < facts.count; i++)
		for (int k = 0; k < i; k++)
			assert_string_not_equal(facts.rows[i].name, facts.rows[k].name);
}

static void slow_clocks_are_known(void **state)
{
	(void)state;
	assert_false(facts_is_clock_quick("hpet"));
	assert_false(facts_is_clock_quick("acpi_pm"));
	assert_true(facts_is_clock_quick("tsc"));
	assert_true(facts_is_clock_quick("arch_sys_counter"));
	assert_true(facts_is_clock_quick("kvm-clock"));
	assert_true(facts_is_clock_quick("unknown"));
}

static void boot_options_name_whole_cores(void **state)
{
	(void)state;
	look("smt", "3");
	assert_int_equal(boot_count, BOOT_MAX);
	assert_string_equal(boot[0].option, "isolcpus");
	assert_string_equal(boot[0].value, "managed_irq,domain,3,11");
	assert_false(boot[0].is_in_force);
	assert_string_equal(boot[3].value, "0-2,4-10,12-15");
}

static void boot_options_in_force_are_seen(void **state)
{
	(void)state;
	look("isolcpus", NULL);
	assert_true(boot[0].is_in_force);
	assert_true(boot[1].is_in_force);
	assert_true(boot[2].is_in_force); /* nohz_full implies it */
	assert_true(boot[3].is_in_force); /* by proc/irq/default_smp_affinity */
}

static void boot_options_keep_what_is_isolated_already(void **state)
{
	(void)state;
	look("isolcpus-smt", NULL);
	assert_string_equal(boot[0].value, "managed_irq,domain,4-7,13");
	assert_string_equal(boot[1].value, "5-7,13");
	assert_false(boot[0].is_in_force);
	assert_false(boot[3].is_in_force); /* interrupts start on CPUs 4-7 there */
}

static void one_core_has_nothing_to_isolate(void **state)
{
	(void)state;
	look("one-core", NULL);
	assert_int_equal(boot_count, 0);
}

static void trying_the_layout_leaves_ours_alone(void **state)
{
	char before[32];
	char after[32];
	struct tree tree;
	struct fail f;

	(void)state;
	assert_int_equal(tree_open(&tree, NULL, &f), 0);
	assert_true(tree_peek(&tree, "proc/self/personality", before, sizeof(before)));
	(void)layout_try(); /* may be forbidden here */
	assert_true(tree_peek(&tree, "proc/self/personality", after, sizeof(after)));
	assert_string_equal(before, after);
	tree_close(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(facts_come_from_the_host_looked_at),
		cmocka_unit_test(what_is_absent_is_unknown),
		cmocka_unit_test(kinds_and_their_mixture_are_facts),
		cmocka_unit_test(groups_say_who_owns_cpusets),
		cmocka_unit_test(odd_files_are_made_printable),
		cmocka_unit_test(rows_keep_their_names_apart),
		cmocka_unit_test(slow_clocks_are_known),
		cmocka_unit_test(boot_options_name_whole_cores),
		cmocka_unit_test(boot_options_in_force_are_seen),
		cmocka_unit_test(boot_options_keep_what_is_isolated_already),
		cmocka_unit_test(one_core_has_nothing_to_isolate),
		cmocka_unit_test(trying_the_layout_leaves_ours_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
