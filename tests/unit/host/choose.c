/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/choose.h"

#include "hosts.h"

static struct topology t;
static struct given g;
static struct choice c;
static struct fail f;

static int try(const char *host, const struct wish *w, const char *taken)
{
	struct tree tree = host_open(host);
	struct cpus set = {0};
	int rc;

	f = (struct fail){0};
	if (topology_load(&tree, &t, &f) || given_read(&tree, &g, &f) ||
	    (*taken && cpus_parse(taken, "taken", &set, &f)))
		fail_msg("%s: %s", host, f.text);
	tree_close(&tree);
	rc = choose(&t, &g, w, &set, &c, &f);
	return rc;
}

static void assert_choice(const char *host, struct wish w, const char *measured,
			  const char *reserved, const char *launcher)
{
	if (try(host, &w, ""))
		fail_msg("%s: %s", host, f.text);
	assert_cpus(&c.measured, measured);
	assert_cpus(&c.reserved, reserved);
	assert_cpus(&c.launcher, launcher);
}

static void assert_refuses(const char *host, struct wish w, const char *words)
{
	c.measured = (struct cpus){{42}};
	assert_int_equal(try(host, &w, ""), -1);
	if (!strstr(f.text, words))
		fail_msg("'%s' is not in '%s'", words, f.text);
	assert_int_equal(c.measured.bits[0], 42); /* outputs are untouched on failure */
}

static bool is_said(const struct sentences *s, const char *words)
{
	for (int i = 0; i < s->n; i++)
		if (strstr(s->line[i], words))
			return true;
	return false;
}

#define NONE        ((struct wish){0})
#define CPUS(list)  ((struct wish){.cpus = (list)})
#define CORES(many) ((struct wish){.cores = (many)})

static void isolated_cpus_come_first(void **state)
{
	(void)state;
	assert_choice("isolcpus", NONE, "4", "", "0-3");
	assert_true(c.is_isolated);
	assert_true(is_said(&c.steps, "isolated by the host: 4-7, without timer tick: 4-7"));
	assert_choice("isolcpus-smt", NONE, "5", "13", "0-3,8-12,14-15");
	assert_true(is_said(&c.remarks, "not isolated: CPU 13, the other half"));
	assert_choice("cg-v2-partition", NONE, "6", "", "7");
	assert_true(c.is_isolated);
}

static void isolated_but_offline_is_left_out(void **state)
{
	(void)state;
	assert_choice("isolated-offline", NONE, "4", "", "0-3");
	assert_true(is_said(&c.remarks, "offline, left out: CPU 6"));
}

/* The kernel balances no threads there: a parallel program would run on one of them. */
static void several_isolated_cpus_only_when_asked_for(void **state)
{
	(void)state;
	assert_choice("isolcpus-smt", CORES(3), "1-3", "9-11", "0,8,12-15");
	assert_true(is_said(&c.remarks, "does not spread threads"));
	assert_choice("isolcpus-smt", CPUS("5-6"), "5-6", "13-14", "0-3,8-12,15");
	assert_true(is_said(&c.remarks, "stay on one, unless the program binds them"));
	assert_choice("isolcpus-smt", CPUS("5"), "5", "13", "0-3,8-12,14-15");
	assert_false(is_said(&c.remarks, "spread"));
}

static void an_isolated_cpu_0_is_taken_with_a_remark(void **state)
{
	(void)state;
	assert_choice("isolated-zero", NONE, "0", "", "1-7");
	assert_true(is_said(&c.remarks, "CPU 0's core is taken"));
}

static void cpu_0_and_its_sibling_come_last(void **state)
{
	(void)state;
	assert_choice("smt", NONE, "1", "9", "0,2-8,10-15");
	assert_false(c.is_isolated);
	assert_choice("smt", CORES(8), "0-7", "", "8-15");
	assert_true(is_said(&c.remarks, "CPU 0's core is taken"));
	assert_choice("cpu0-offline", NONE, "1", "", "2-7");
	assert_choice("gaps", NONE, "2", "", "0,4,6,8,10,12,14,16-31");
	assert_choice("big", NONE, "1", "129", "0,2-9,12-99,104-128,130-255");
}

static void one_cpu_is_shared_with_the_launcher(void **state)
{
	(void)state;
	assert_choice("one-cpu", NONE, "0", "", "0");
	assert_true(c.is_launcher_shared);
	assert_true(is_said(&c.remarks, "the launcher runs on the measured CPU 0"));
	assert_choice("one-core", NONE, "0", "", "1");
	assert_false(c.is_launcher_shared);
	assert_true(is_said(&c.remarks, "the other half of the core: no other"));
}

static void whole_cores_go_before_parts(void **state)
{
	(void)state;
	assert_choice("one-whole-core", NONE, "2", "10", "1,3");
	assert_choice("one-whole-core", CORES(2), "1-2", "10", "3");
	assert_true(is_said(&c.remarks, "CPU 9, the other half of the core"));
}

static void the_fastest_kind_is_taken_and_never_mixed(void **state)
{
	(void)state;
	assert_choice("hybrid", CORES(2), "2,4", "3,5", "0-1,6-19");
	assert_int_equal(c.kind, 0);
	assert_choice("big-little", CORES(2), "4-5", "", "0-3");
	assert_choice("hybrid", CORES(7), "12-18", "", "0-11,19");
	assert_true(is_said(&c.remarks, "not the fastest kind"));
	assert_refuses("hybrid", CORES(9), "--cores 9: no kind of core has so many");
}

static void cores_share_a_cache_then_a_node(void **state)
{
	(void)state;
	assert_choice("numa", CORES(3), "1-3", "", "0,4-15");
	assert_choice("numa", CORES(4), "4-7", "", "0-3,8-15");
	assert_int_equal(c.node, 1);
	assert_choice("numa", CORES(8), "8-15", "", "0-7");
	assert_true(is_said(&c.remarks, "below several L3 caches"));
	assert_choice("numa", CORES(9), "1-9", "", "0,10-15");
	assert_true(is_said(&c.remarks, "on several memory nodes"));
	assert_int_equal(c.node, -1);
}

static void we_stay_in_our_group_and_mask(void **state)
{
	(void)state;
	assert_choice("cg-v2", NONE, "2", "", "3-5");
	assert_choice("cg-container-v1", NONE, "2", "", "3");
	assert_choice("taskset", NONE, "0", "8", "0");
	assert_choice("half-cores", NONE, "1", "", "2-4");
	assert_true(is_said(&c.remarks, "CPU 9, the other half of the core"));
	assert_refuses("taskset", CORES(2), "only 1 can be had (our affinity mask allows 0)");
	assert_refuses("half-cores", CORES(5), "only 4 can be had (cpuset group '/pod' allows 1-4)");
	assert_refuses("isolcpus", CORES(5), "only 4 are isolated by the host (CPUs 4-7)");
	assert_refuses("isolcpus", CORES(1000000000), "only 4 are isolated");
}

static void a_list_is_taken_whole_or_refused(void **state)
{
	(void)state;
	assert_choice("gaps", CPUS("16-31"), "16-31", "", "0,2,4,6,8,10,12,14");
	assert_choice("gaps", CPUS("2,4"), "2,4", "", "0,6,8,10,12,14,16-31");
	assert_choice("gaps", CPUS("31"), "31", "", "0,2,4,6,8,10,12,14,16-30");
	assert_choice("smt", CPUS("3"), "3", "11", "0-2,4-10,12-15");
	assert_refuses("gaps", CPUS("0-3"), "--cpus 0-3: offline: 1,3");
	assert_refuses("gaps", CPUS("32"), "no such CPU: 32");
	assert_int_equal(f.kind, FAIL_USAGE);
	assert_refuses("half-cores", CPUS("4-8"), "not ours to use: 5-8 (cpuset group '/pod' allows 1-4)");
	assert_refuses("smt", CPUS("2-"), "--cpus: '2-' is not a list");
	assert_refuses("smt", ((struct wish){.cpus = "1", .cores = 1}), "exclude each other");
}

static void a_list_may_leave_the_mask_but_not_the_group(void **state)
{
	(void)state;
	assert_choice("taskset", CPUS("1"), "1", "9", "0");
}

static void a_list_is_remarked_upon(void **state)
{
	(void)state;
	assert_choice("smt", CPUS("3,11"), "3,11", "", "0-2,4-10,12-15");
	assert_true(is_said(&c.remarks, "CPUs 3,11 are threads of one core"));
	assert_choice("hybrid", CPUS("10-13"), "10-13", "", "0-9,14-19");
	assert_true(is_said(&c.remarks, "unlike kinds of cores are mixed"));
	assert_int_equal(c.kind, -1);
	assert_choice("half-cores", CPUS("2"), "2", "", "1,3-4");
	assert_true(is_said(&c.remarks, "CPU 10, the other half of the core"));
}

static void cores_of_other_sessions_are_passed_over(void **state)
{
	(void)state;
	assert_int_equal(try("smt", &NONE, "1,9"), 0);
	assert_cpus(&c.measured, "2");
	assert_cpus(&c.launcher, "0,3-8,11-15"); /* keeps off theirs, too */
	assert_int_equal(try("smt", &NONE, "9"), 0);
	assert_cpus(&c.measured, "2");
	assert_false(c.is_shared);
}

static void other_sessions_on_isolated_cpus_leave_the_ordinary(void **state)
{
	(void)state;
	assert_int_equal(try("isolcpus", &NONE, "4-7"), 0);
	assert_cpus(&c.measured, "1");
	assert_false(c.is_isolated);
	assert_false(c.is_shared);
}

static void when_all_are_taken_one_is_shared(void **state)
{
	(void)state;
	assert_int_equal(try("smt", &NONE, "0-15"), 0);
	assert_cpus(&c.measured, "1");
	assert_true(c.is_shared);
	assert_true(is_said(&c.remarks, "shared: another session"));
	assert_int_equal(try("smt", &CPUS("11"), "3"), 0);
	assert_true(c.is_shared);
}

static void a_nested_session_keeps_to_what_it_has(void **state)
{
	struct wish w = {.is_nested = true};

	(void)state;
	assert_choice("taskset", w, "0", "", "0");
	w.cpus = "3";
	assert_refuses("taskset", w, "the becalm around this one has 0");
}

/* On this machine, whatever it is. */
static void one_core_is_the_same_without_the_layout(void **state)
{
	const struct wish w = {0};
	struct choice full;
	struct tree tree;

	(void)state;
	assert_int_equal(tree_open(&tree, NULL, &f), 0);
	assert_int_equal(given_read(&tree, &g, &f), 0);
	assert_int_equal(topology_load(&tree, &t, &f), 0);
	assert_int_equal(choose(&t, &g, &w, NULL, &full, &f), 0);
	assert_int_equal(topology_load_for_one(&tree, &t, &f), 0);
	assert_int_equal(choose(&t, &g, &w, NULL, &c, &f), 0);
	tree_close(&tree);
	assert_memory_equal(&c.measured, &full.measured, sizeof(c.measured));
	assert_memory_equal(&c.reserved, &full.reserved, sizeof(c.reserved));
	assert_memory_equal(&c.launcher, &full.launcher, sizeof(c.launcher));
	assert_string_equal(c.why, full.why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_core_is_the_same_without_the_layout),
		cmocka_unit_test(isolated_cpus_come_first),
		cmocka_unit_test(isolated_but_offline_is_left_out),
		cmocka_unit_test(several_isolated_cpus_only_when_asked_for),
		cmocka_unit_test(an_isolated_cpu_0_is_taken_with_a_remark),
		cmocka_unit_test(cpu_0_and_its_sibling_come_last),
		cmocka_unit_test(one_cpu_is_shared_with_the_launcher),
		cmocka_unit_test(whole_cores_go_before_parts),
		cmocka_unit_test(the_fastest_kind_is_taken_and_never_mixed),
		cmocka_unit_test(cores_share_a_cache_then_a_node),
		cmocka_unit_test(we_stay_in_our_group_and_mask),
		cmocka_unit_test(a_list_is_taken_whole_or_refused),
		cmocka_unit_test(a_list_may_leave_the_mask_but_not_the_group),
		cmocka_unit_test(a_list_is_remarked_upon),
		cmocka_unit_test(cores_of_other_sessions_are_passed_over),
		cmocka_unit_test(other_sessions_on_isolated_cpus_leave_the_ordinary),
		cmocka_unit_test(when_all_are_taken_one_is_shared),
		cmocka_unit_test(a_nested_session_keeps_to_what_it_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
