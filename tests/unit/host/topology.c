/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/topology.h"

#include <sched.h>
#include <unistd.h>

#include "hosts.h"

static struct topology t;
static struct fail f;

static void load(const char *name)
{
	struct tree tree = host_open(name);

	f = (struct fail){0};
	if (topology_load(&tree, &t, &f))
		fail_msg("%s: %s", name, f.text);
	tree_close(&tree);
}

static void assert_refuses(const char *name, const char *words)
{
	struct tree tree = host_open(name);

	assert_int_equal(topology_load(&tree, &t, &f), -1);
	if (!strstr(f.text, words))
		fail_msg("'%s' is not in '%s'", words, f.text);
	tree_close(&tree);
}

static void cores_caches_and_nodes_are_found(void **state)
{
	(void)state;
	load("numa");
	assert_false(t.is_guessed);
	assert_int_equal(t.at[9].core, 9);
	assert_int_equal(t.at[9].l3, 8);
	assert_int_equal(t.at[9].node, 2);
	assert_int_equal(t.at[7].node, 1);
}

static void threads_of_a_core_know_each_other(void **state)
{
	struct cpus core;

	(void)state;
	load("smt");
	core = topology_core(&t, 11);
	assert_cpus(&core, "3,11");
	load("big");
	core = topology_core(&t, 140);
	assert_cpus(&core, "12,140");
	core = topology_core(&t, 228); /* its other half, 100, is offline */
	assert_cpus(&core, "228");
}

static void lists_tell_threads_where_hwloc_cannot(void **state)
{
	struct cpus core;

	(void)state;
	load("smt-lists");
	assert_true(t.is_guessed);
	core = topology_core(&t, 11);
	assert_cpus(&core, "3,11");
}

static void each_cpu_is_a_core_where_nothing_tells(void **state)
{
	static const char *const names[] = {"smt-off", "smt-notsupported", "isolated-absent"};
	struct cpus core;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		load(names[i]);
		assert_cpus(&t.online, "0-7");
		core = topology_core(&t, 3);
		assert_cpus(&core, "3");
	}
}

static void numbers_may_have_gaps(void **state)
{
	(void)state;
	load("gaps");
	assert_cpus(&t.online, "0,2,4,6,8,10,12,14,16-31");
	assert_cpus(&t.possible, "0-31");
	load("cpu0-offline");
	assert_cpus(&t.online, "1-7");
}

static void empty_null_and_absent_mean_not_isolated(void **state)
{
	(void)state;
	load("isolated-null");
	assert_true(cpus_is_empty(&t.isolated));
	assert_true(cpus_is_empty(&t.nohz_full));
	load("isolated-absent");
	assert_true(cpus_is_empty(&t.isolated));
	load("isolcpus");
	assert_cpus(&t.isolated, "4-7");
	assert_cpus(&t.nohz_full, "4-7");
}

static void a_malformed_list_names_its_file(void **state)
{
	(void)state;
	assert_refuses("isolated-word", "isolated-word/sys/devices/system/cpu/isolated'");
	assert_refuses("isolated-reversed", "cpu/isolated'");
	assert_refuses("isolated-dashes", "cpu/isolated'");
	assert_refuses("isolated-endless", "cpu/isolated'");
	assert_refuses("empty", "cpu/online'");
}

static void kinds_are_known_by_name(void **state)
{
	(void)state;
	load("hybrid");
	assert_int_equal(t.kind_count, 2);
	assert_string_equal(t.kinds[0].name, "cpu_core");
	assert_cpus(&t.kinds[0].cpus, "0-11");
	assert_cpus(&t.kinds[1].cpus, "12-19");
	assert_int_equal(t.at[15].kind, 1);
	assert_int_equal(t.at[4].speed, 4800);
}

static void kinds_are_known_by_capacity(void **state)
{
	(void)state;
	load("big-little");
	assert_int_equal(t.kind_count, 2);
	assert_string_equal(t.kinds[0].name, "capacity 1024");
	assert_cpus(&t.kinds[0].cpus, "4-5");
	assert_cpus(&t.kinds[1].cpus, "0-3");
}

static void favoured_cores_are_no_kind_of_their_own(void **state)
{
	(void)state;
	load("hybrid-unnamed");
	assert_int_equal(t.kind_count, 2);
	assert_cpus(&t.kinds[0].cpus, "0-11");
	assert_cpus(&t.kinds[1].cpus, "12-19");
}

static void without_such_files_kinds_are_unknown(void **state)
{
	(void)state;
	load("smt");
	assert_int_equal(t.kind_count, 0);
	assert_int_equal(t.at[3].kind, -1);
	load("half-driven"); /* a driver that serves some of the CPUs */
	assert_int_equal(t.kind_count, 0);
	assert_int_equal(t.at[0].speed, 0);
}

/* hwloc would believe HWLOC_SYNTHETIC, load plugins and bind us here and there. */
static void this_machine_is_read_without_touching_us(void **state)
{
	char *const *users = environ;
	struct cpus before = {0};
	struct cpus after = {0};
	struct tree tree;
	char *first;

	(void)state;
	setenv("HWLOC_SYNTHETIC", "pack:2 core:64 pu:2", 1);
	users = environ;
	first = environ[0];
	assert_true(sched_getaffinity(0, sizeof(before), (cpu_set_t *)&before) >= 0);
	assert_int_equal(tree_open(&tree, NULL, &f), 0);
	assert_int_equal(topology_load(&tree, &t, &f), 0);
	tree_close(&tree);
	assert_true(sched_getaffinity(0, sizeof(after), (cpu_set_t *)&after) >= 0);
	assert_true(cpus_equal(&before, &after));
	assert_ptr_equal(environ, users);
	assert_ptr_equal(environ[0], first);
	assert_int_equal(cpus_count(&t.online), sysconf(_SC_NPROCESSORS_ONLN));
	unsetenv("HWLOC_SYNTHETIC");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_caches_and_nodes_are_found),
		cmocka_unit_test(threads_of_a_core_know_each_other),
		cmocka_unit_test(lists_tell_threads_where_hwloc_cannot),
		cmocka_unit_test(each_cpu_is_a_core_where_nothing_tells),
		cmocka_unit_test(numbers_may_have_gaps),
		cmocka_unit_test(empty_null_and_absent_mean_not_isolated),
		cmocka_unit_test(a_malformed_list_names_its_file),
		cmocka_unit_test(kinds_are_known_by_name),
		cmocka_unit_test(kinds_are_known_by_capacity),
		cmocka_unit_test(favoured_cores_are_no_kind_of_their_own),
		cmocka_unit_test(without_such_files_kinds_are_unknown),
		cmocka_unit_test(this_machine_is_read_without_touching_us),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
