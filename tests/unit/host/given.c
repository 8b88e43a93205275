/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/given.h"

#include <sched.h>

#include "hosts.h"

static struct given g;
static struct fail f;

static void read_host(const char *name)
{
	struct tree tree = host_open(name);

	f = (struct fail){0};
	if (given_read(&tree, &g, &f))
		fail_msg("%s: %s", name, f.text);
	tree_close(&tree);
}

static void assert_group(const char *host, enum cgroups cgroups, int version, const char *cpus)
{
	read_host(host);
	assert_int_equal(g.cgroups, cgroups);
	assert_int_equal(g.cpuset_version, version);
	assert_cpus(&g.group, cpus);
}

static void v2_climbs_to_the_first_group_with_a_limit(void **state)
{
	(void)state;
	assert_group("cg-v2", CGROUPS_V2, 2, "2-5");
	assert_string_equal(g.name, "/a/b");
	assert_string_equal(g.file, "sys/fs/cgroup/a/cpuset.cpus.effective");
	assert_group("cg-v2-partition", CGROUPS_V2, 2, "6-7");
	assert_cpus(&g.isolated, "6-7");
}

static void v1_prefers_what_is_in_force(void **state)
{
	(void)state;
	assert_group("cg-v1", CGROUPS_V1, 1, "1-3");
	assert_group("cg-v1-noprefix", CGROUPS_V1, 1, "2-3");
}

static void hybrid_follows_the_owner_of_cpusets(void **state)
{
	(void)state;
	assert_group("cg-hybrid", CGROUPS_HYBRID, 1, "0-6");
	assert_group("cg-hybrid-v2", CGROUPS_HYBRID, 2, "3-4");
}

static void without_cgroups_nothing_limits(void **state)
{
	(void)state;
	read_host("cg-none");
	assert_int_equal(g.cgroups, CGROUPS_NONE);
	assert_int_equal(g.cpuset_version, 0);
	assert_int_equal(cpus_count(&g.group), CPUS_MAX);
	assert_string_equal(g.file, "");
}

static void octal_escapes_in_mount_points_are_decoded(void **state)
{
	(void)state;
	assert_group("cg-escape", CGROUPS_V2, 2, "5");
}

static void a_container_sees_its_part_of_the_hierarchy(void **state)
{
	(void)state;
	assert_group("cg-container", CGROUPS_V2, 2, "4-5");
	assert_group("cg-container-v1", CGROUPS_V1, 1, "2-3");
	assert_group("cg-outside", CGROUPS_V2, 2, "6-7");
}

static void a_malformed_limit_names_its_file(void **state)
{
	struct tree tree = host_open("cg-bad");

	(void)state;
	assert_int_equal(given_read(&tree, &g, &f), -1);
	assert_non_null(strstr(f.text, "sys/fs/cgroup/cpuset.cpus.effective"));
	tree_close(&tree);
}

static void a_fake_host_has_the_mask_that_it_says(void **state)
{
	(void)state;
	read_host("taskset");
	assert_cpus(&g.affinity, "0");
	read_host("cg-none");
	assert_int_equal(cpus_count(&g.affinity), CPUS_MAX);
}

static void here_it_is_our_own_mask(void **state)
{
	struct cpus ours = {0};
	struct tree tree;

	(void)state;
	assert_true(sched_getaffinity(0, sizeof(ours), (cpu_set_t *)&ours) >= 0);
	assert_int_equal(tree_open(&tree, NULL, &f), 0);
	assert_int_equal(given_read(&tree, &g, &f), 0);
	tree_close(&tree);
	assert_true(cpus_equal(&g.affinity, &ours));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(v2_climbs_to_the_first_group_with_a_limit),
		cmocka_unit_test(v1_prefers_what_is_in_force),
		cmocka_unit_test(hybrid_follows_the_owner_of_cpusets),
		cmocka_unit_test(without_cgroups_nothing_limits),
		cmocka_unit_test(octal_escapes_in_mount_points_are_decoded),
		cmocka_unit_test(a_container_sees_its_part_of_the_hierarchy),
		cmocka_unit_test(a_malformed_limit_names_its_file),
		cmocka_unit_test(a_fake_host_has_the_mask_that_it_says),
		cmocka_unit_test(here_it_is_our_own_mask),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
