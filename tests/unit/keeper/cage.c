/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/keeper/cage.h"

#include "../../../launcher/keeper/cgroup.h"
#include "../../../launcher/keeper/touch.h"
#include "fake.h"

#include <errno.h>
#include <sys/sysmacros.h>

static void only_what_the_cage_makes_is_allowed(void **state)
{
	static const struct {
		enum kind kind;
		const char *path;
		bool is_allowed;
	} paths[] = {
		{ KIND_GROUP, "cg/becalm-1-2", true },
		{ KIND_GROUP, "cg/slice/becalm-1-2/bench", true },
		{ KIND_GROUP, "cg/becalm-1-2/system.slice", false },
		{ KIND_GROUP, "cg/becalm--2", false },
		{ KIND_GROUP, "cg/becalm-1", false },
		{ KIND_GROUP, "cg/becalm-1-x", false },
		{ KIND_GROUP, "cg/system.slice", false },
		{ KIND_GROUP, "/cg/becalm-1-2", false },
		{ KIND_GROUP, "cg/../becalm-1-2", false },
		{ KIND_GROUP, "../cg/becalm-1-2", false },
		{ KIND_GROUP, "cg//becalm-1-2", false },
		{ KIND_GROUP, "cg/becalm-1-2\n", false },
		{ KIND_CONTROLLER, "cg/cgroup.subtree_control", true },
		{ KIND_CONTROLLER, "cg/cgroup.procs", false },
		{ KIND_LIST, "cg/a/cpuset.cpus", true },
		{ KIND_LIST, "cg/a/cpuset.mems", false },
		{ KIND_BYTES, "cg/becalm-1-2/bench/cpuset.cpus.partition", true },
		{ KIND_BYTES, "cg/system.slice/cpuset.cpus.partition", false },
		{ KIND_NUMBER, "cg/becalm-1-2/pids.max", false },
		{ KIND_DEVICE, "dev/cpu_dma_latency", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (cage_allows(paths[i].kind, paths[i].path) != paths[i].is_allowed)
			fail_msg("%d '%s'", paths[i].kind, paths[i].path);
}

/* A fake hierarchy whose folders get no files by themselves. */
static void a_group_that_is_not_made_is_told(void **state)
{
	static const struct {
		const char *folder;
		size_t name;
		const char *cpus, *mems, *said;
	} groups[] = {
		{ "cg/../etc", 3, "0", "0", "'../etc' is no name of a group" },
		{ "cg/a//b", 3, "0", "0", "is no name" },
		{ "cg/", 3, "0", "0", "is no name" },
		{ "cg/absent/a", 3, "0", "0", "cannot make the group '/cg/absent/a': No such file or directory" },
		{ "cg/a", 3, "0", "0", "cannot write '0' to '/cg/a/cpus': No such file or directory" },
		{ "cg/b", 3, NULL, "1", "cannot write '1' to '/cg/b/mems': No such file or directory" },
	};

	(void)state;
	fake_put("cg/tasks", "");
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		struct fail f = { 0 };

		assert_int_equal(group_make(&fake, groups[i].folder, groups[i].name, groups[i].cpus,
					    groups[i].mems, true, &f),
				 -1);
		if (!strstr(f.text, groups[i].said))
			fail_msg("%s: '%s'", groups[i].folder, f.text);
	}
}

/* The list of all CPUs of the group above, or nothing. */
static void a_group_is_widened_to_its_parents_cpus(void **state)
{
	(void)state;
	fake_put("cg/cpuset.cpus.effective", "0-7\n");
	fake_put("cg/a/cpuset.cpus", "2\n");
	assert_int_equal(cage_widen(&fake, "cg/a/cpuset.cpus"), 0);
	assert_reads("cg/a/cpuset.cpus", "0-7\n");
	assert_int_equal(cage_widen(&fake, "cg/cpuset.cpus"), -1);
	assert_int_equal(cage_widen(&fake, "cg/a/b/cpuset.cpus"), -1);
}

/* In a folder that is no group, a task stays in the list. */
static void a_group_stays_while_its_tasks_cannot_go_home(void **state)
{
	struct tree like_real = fake;
	struct edit launcher = { .kind = KIND_GROUP, .path = (char *)"cg/becalm-1-2/launcher", .before = (char *)"cg/home" };

	(void)state;
	like_real.is_fake = false;
	fake_put("cg/becalm-1-2/launcher/cgroup.procs", "7\n");
	assert_int_equal(cage_remove(&like_real, &launcher), ENOENT);
	assert_reads("cg/becalm-1-2/launcher/cgroup.procs", "7\n");
}

static void what_is_no_file_of_the_kernel_is_not_read(void **state)
{
	owns_text struct text now = { 0 };
	char full[100];

	(void)state;
	fake_put("proc/long", "x");
	(void)snprintf(full, sizeof(full), "%s/proc/long", fake_folder);
	assert_int_equal(truncate(full, 100), 0); /* NUL bytes behind */
	assert_int_equal(touch_read(&fake, "proc/long", &now), -1);
	assert_int_equal(errno, EFBIG);
	assert_int_equal(touch_read(&fake, "proc/absent", &now), -1);
	assert_int_equal(errno, ENOENT);
}

static void a_device_is_a_device(void **state)
{
	char full[100];

	(void)state;
	assert_int_equal(touch_device(&fake, "dev/cpu_dma_latency", 20), -1);
	assert_int_equal(errno, ENOENT);
	fake_put("dev/cpu_dma_latency", "");
	assert_int_equal(touch_device(&fake, "dev/cpu_dma_latency", 20), -1);
	assert_int_equal(errno, ENODEV);
	(void)snprintf(full, sizeof(full), "%s/dev/full", fake_folder);
	if (mknod(full, S_IFCHR | 0600, makedev(1, 7))) {
		print_message("# a device that is full: skipped, no right to make one\n");
		return;
	}
	assert_int_equal(touch_device(&fake, "dev/full", 20), -1);
	assert_int_equal(errno, ENOSPC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_what_the_cage_makes_is_allowed),
		cmocka_unit_test_setup_teardown(a_group_that_is_not_made_is_told, fake_open, fake_close),
		cmocka_unit_test_setup_teardown(a_group_is_widened_to_its_parents_cpus, fake_open, fake_close),
		cmocka_unit_test_setup_teardown(a_group_stays_while_its_tasks_cannot_go_home, fake_open, fake_close),
		cmocka_unit_test_setup_teardown(what_is_no_file_of_the_kernel_is_not_read, fake_open, fake_close),
		cmocka_unit_test_setup_teardown(a_device_is_a_device, fake_open, fake_close),
	};

	return cmocka_run_group_tests_name("cage", tests, NULL, NULL);
}
