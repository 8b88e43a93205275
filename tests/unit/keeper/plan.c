/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/keeper/plan.h"

#include "../../../launcher/keeper/conf.h"
#include "../../../launcher/keeper/mounts.h"
#include "fake.h"

static struct plan p;
static struct fail f;

static int say(const char *key, const char *value)
{
	char *words[] = { (char *)key, (char *)value };

	f = (struct fail){ 0 };
	return plan_line(&p, words, value ? 2 : 1, &f);
}

static int knob_index(const char *name)
{
	for (int i = 0; knobs[i]; i++)
		if (!strcmp(knobs[i]->name, name))
			return i;
	fail_msg("no knob %s", name);
	return -1;
}

static void a_plan_is_taken_line_by_line(void **state)
{
	(void)state;
	assert_int_equal(say("plan", NULL), 0);
	assert_int_equal(say("launcher", "42"), 0);
	assert_int_equal(say("cpus", "2-3"), 0);
	assert_int_equal(say("cage", "shield"), 0);
	assert_int_equal(say("cage-parent", "/a/b.slice"), 0);
	assert_int_equal(say("wait", "-1"), 0);
	assert_int_equal(p.launcher, 42);
	assert_int_equal(cpus_count(&p.measure), 2);
	assert_int_equal(p.cage, CAGE_SHIELD);
	assert_string_equal(p.parent, "a/b.slice");
}

static void nonsense_is_refused(void **state)
{
	static const char *const bad[][2] = {
		{ "launcher", "0" },	   { "launcher", "-1" },     { "launcher", "99999999999" },
		{ "launcher", "1x" },	   { "cpus", "" },	     { "cpus", "3-1" },
		{ "cpus", "5000" },	   { "tier", "most" },	     { "only", "no-such" },
		{ "require", "" },	   { "cage", "steel" },	     { "cage-parent", "../x" },
		{ "cage-parent", "a/../b" }, { "cage-parent", "a//b" }, { "cage-parent", ".hidden" },
		{ "cage-parent", "a\nb" }, { "wait", "1e9" },	     { "wait", "-2" },
		{ "realtime", "maybe" },
	};
	char long_name[5000] = "";

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (say(bad[i][0], bad[i][1]) != -1 || !f.text[0])
			fail_msg("%s '%s' was taken", bad[i][0], bad[i][1]);
	memset(long_name, 'g', sizeof(long_name) - 1);
	assert_int_equal(say("cage-parent", long_name), -1);
	assert_int_equal(say("format-disk", "now"), 1);
	assert_int_equal(say("launcher", NULL), 1);
}

static void tiers_and_names_choose_knobs(void **state)
{
	int governor = knob_index("governor");
	int numa = knob_index("numa-balancing");
	int limits = knob_index("clock-limits");

	(void)state;
	(void)say("plan", NULL);
	assert_true(plan_wants(&p, governor));
	assert_false(plan_wants(&p, numa));
	(void)say("tier", "strict");
	assert_true(plan_wants(&p, numa));
	assert_false(plan_wants(&p, limits));
	(void)say("without", "numa-balancing");
	assert_false(plan_wants(&p, numa));
	(void)say("plan", NULL);
	(void)say("tier", "none");
	assert_false(plan_wants(&p, governor));
	(void)say("only", "clock-limits");
	assert_true(plan_wants(&p, limits));
	assert_false(plan_requires(&p, limits));
	(void)say("require", "all");
	assert_true(plan_requires(&p, limits));
	assert_false(plan_requires(&p, governor));
	(void)say("require", "governor");
	assert_true(plan_wants(&p, governor));
}

static void every_knob_has_a_name_and_patterns_of_its_own(void **state)
{
	(void)state;
	for (int i = 0; knobs[i]; i++) {
		assert_true(i < KNOBS_MAX - 1);
		assert_ptr_equal(knob_find(knobs[i]->name), knobs[i]);
		assert_non_null(knobs[i]->files[0].path);
		for (const struct knob_file *file = knobs[i]->files; file->path; file++)
			assert_true(!strncmp(file->path, "sys/", 4) || !strncmp(file->path, "proc/", 5) ||
				    !strncmp(file->path, "dev/", 4));
	}
}

static void patterns_fit_whole_paths_only(void **state)
{
	(void)state;
	assert_true(knob_fits("proc/irq/#/x", "proc/irq/12/x"));
	assert_false(knob_fits("proc/irq/#/x", "proc/irq//x"));
	assert_false(knob_fits("proc/irq/#/x", "proc/irq/1/x/y"));
	assert_false(knob_fits("proc/irq/#/x", "proc/irq/1/../x"));
	assert_true(knob_fits("a/@", "a/up_threshold"));
	assert_false(knob_fits("a/@", "a/.."));
	assert_false(knob_fits("a/@", "a/b/c"));
}

static int parse_conf(const char *text, struct conf *c)
{
	char copy[400];

	(void)strcpy(copy, text);
	return conf_parse(copy, c, &f);
}

static void the_owners_limits_are_read(void **state)
{
	struct conf c;

	(void)state;
	assert_int_equal(parse_conf("# ours\nknobs governor,turbo\n\ncpus 2-7 # not the first two\n"
				    "cages plain\nlongest 90min\nrealtime no\n", &c), 0);
	assert_true(conf_lists(c.knobs, "turbo"));
	assert_false(conf_lists(c.knobs, "turb"));
	assert_false(conf_lists(c.knobs, "interrupts"));
	assert_int_equal(cpus_count(&c.cpus), 6);
	assert_int_equal(c.longest_ns, 5400000000000);
	assert_false(c.has_realtime);
	assert_int_equal(parse_conf("", &c), 0);
	assert_true(conf_lists(c.knobs, "anything"));
	assert_int_equal(parse_conf("knob governor\n", &c), -1);
	assert_non_null(strstr(f.text, "line 1"));
	assert_int_equal(parse_conf("cpus x\n", &c), -1);
	assert_int_equal(parse_conf("realtime perhaps\n", &c), -1);
	assert_int_equal(parse_conf("knobs governor;turbo\n", &c), -1);
	assert_int_equal(parse_conf("cages\n", &c), -1);
}

static void hierarchies_are_found_in_mountinfo(void **state)
{
	struct mounts m;

	(void)state;
	mounts_parse("30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n", &m);
	assert_string_equal(m.v2, "sys/fs/cgroup");
	assert_string_equal(m.v1, "");
	mounts_parse("31 30 0:27 / /sys/fs/cgroup/cpu,cpuset rw shared:1 - cgroup cgroup rw,cpu,cpuset\n"
		     "32 30 0:28 / /sys/fs/cgroup/unified rw - cgroup2 none rw\n", &m);
	assert_string_equal(m.v1, "sys/fs/cgroup/cpu,cpuset");
	assert_string_equal(m.v2, "sys/fs/cgroup/unified");
	mounts_parse("31 30 0:27 / /mnt/a\\040b/cg rw - cgroup cgroup rw,cpuset,noprefix\n", &m);
	assert_string_equal(m.v1, "mnt/a b/cg");
	assert_true(m.is_noprefix);
	mounts_parse("31 30 0:27 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n", &m);
	assert_string_equal(m.v2_root, "/docker/abc");
	mounts_parse("31 30 0:27 / /x rw - cgroup cgroup rw,cpusetx\ngarbage\n\n - cgroup2\n", &m);
	assert_string_equal(m.v1, "");
	assert_string_equal(m.v2, "");
}

static void the_group_of_a_process_is_below_its_mount(void **state)
{
	struct mounts m = { .v1 = "cg/cpuset", .v1_root = "/", .v2 = "cg/u", .v2_root = "/docker/abc" };
	char group[256];

	(void)state;
	fake_put("proc/self/cgroup", "3:cpuset,cpu:/a/b\n0::/docker/abc/x\n");
	assert_true(mounts_group_of(&m, &fake, 7, false, group, sizeof(group)));
	assert_string_equal(group, "cg/cpuset/a/b");
	assert_true(mounts_group_of(&m, &fake, 7, true, group, sizeof(group)));
	assert_string_equal(group, "cg/u/x");
	fake_put("proc/self/cgroup", "3:cpuset:/\n0::/../outside\n");
	assert_true(mounts_group_of(&m, &fake, 7, false, group, sizeof(group)));
	assert_string_equal(group, "cg/cpuset");
	assert_false(mounts_group_of(&m, &fake, 7, true, group, sizeof(group)));
	fake_put("proc/self/cgroup", "nonsense\n0\n0::/docker/abc\n");
	assert_true(mounts_group_of(&m, &fake, 7, true, group, sizeof(group)));
	assert_string_equal(group, "cg/u");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_is_taken_line_by_line),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(tiers_and_names_choose_knobs),
		cmocka_unit_test(every_knob_has_a_name_and_patterns_of_its_own),
		cmocka_unit_test(patterns_fit_whole_paths_only),
		cmocka_unit_test(the_owners_limits_are_read),
		cmocka_unit_test(hierarchies_are_found_in_mountinfo),
		cmocka_unit_test_setup_teardown(the_group_of_a_process_is_below_its_mount, fake_open,
						fake_close),
	};

	return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
