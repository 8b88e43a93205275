/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/keeper/edits.h"

#include "../../../launcher/keeper/touch.h"
#include "fake.h"

static void contents_are_compared_by_kind(void **state)
{
	static const struct {
		enum kind kind;
		const char *a, *b;
		bool is_same;
	} cases[] = {
		{ KIND_BYTES, "performance\n", "performance", true },
		{ KIND_BYTES, "performance", "powersave", false },
		{ KIND_BYTES, "", "\n", true },
		{ KIND_NUMBER, "1\n", "01", true },
		{ KIND_NUMBER, "1", "10", false },
		{ KIND_NUMBER, "1", "1 x", false },
		{ KIND_NUMBER, "", "", false },
		{ KIND_LIST, "0-3,8\n", "0,1,2,3,8", true },
		{ KIND_LIST, "0-3", "0-4", false },
		{ KIND_LIST, "", "\n", true },
		{ KIND_LIST, "x", "x", false },
		{ KIND_MASK, "ff\n", "00000000,000000ff", true },
		{ KIND_MASK, "1,00000000", "00000001", false },
		{ KIND_WORD, "always [madvise] never\n", "madvise", true },
		{ KIND_WORD, "always [madvise] never\n", "[madvise]", true },
		{ KIND_WORD, "[always] madvise never", "always [madvise] never", false },
		{ KIND_CONTROLLER, "cpu cpuset io\n", "+cpuset", true },
		{ KIND_CONTROLLER, "cpu io\n", "+cpuset", false },
		{ KIND_CONTROLLER, "cpusetx\n", "cpu", true },
		{ KIND_CONTROLLER, "", "memory", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (kind_same(cases[i].kind, cases[i].a, cases[i].b) != cases[i].is_same)
			fail_msg("%s: '%s' and '%s'", kind_words[cases[i].kind], cases[i].a, cases[i].b);
}

static void what_is_written_back_is_what_the_kernel_takes(void **state)
{
	static const struct {
		enum kind kind;
		const char *content, *back;
	} cases[] = {
		{ KIND_WORD, "always [madvise] never\n", "madvise" },
		{ KIND_WORD, "[always] madvise never\n", "always" },
		{ KIND_BYTES, "schedutil\n", "schedutil\n" },
		{ KIND_NUMBER, "2400000\n", "2400000\n" },
		{ KIND_CONTROLLER, "cpu io\n", "-cpuset" },
		{ KIND_CONTROLLER, "cpuset io\n", "+cpuset" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *back = kind_back(cases[i].kind, cases[i].content);

		assert_string_equal(back, cases[i].back);
		free(back);
	}
}

static void masks_are_read_and_written(void **state)
{
	static const char *const good[] = { "0", "1", "ff", "80000000", "1,00000000", "80000000,00000001",
					    "1,00000000,00000003", NULL };
	static const char *const bad[] = { "", ",", "x", "1,2", "1,", ",00000001", "123456789", "0x1", NULL };

	(void)state;
	for (int i = 0; good[i]; i++) {
		owns_text struct text out = { 0 };
		struct cpus set;

		assert_int_equal(mask_parse(good[i], &set), 0);
		mask_format(&set, &out);
		assert_string_equal(text_of(&out), good[i]);
	}
	for (int i = 0; bad[i]; i++) {
		struct cpus set;

		if (mask_parse(bad[i], &set) != -1)
			fail_msg("'%s' was taken", bad[i]);
	}
}

static void a_fake_file_reads_as_the_kernels_would(void **state)
{
	(void)state;
	fake_put("thp", "always [madvise] never\n");
	fake_put("governor", "powersave\n");
	assert_int_equal(touch_write(&fake, "thp", "never"), 0);
	assert_reads("thp", "always madvise [never]\n");
	assert_int_equal(touch_write(&fake, "governor", "performance"), 0);
	assert_reads("governor", "performance\n");
	assert_int_equal(touch_write(&fake, "absent", "1"), -1);
}

static void no_link_is_followed(void **state)
{
	char path[100];

	(void)state;
	fake_put("real/file", "1\n");
	(void)snprintf(path, sizeof(path), "%s/link", fake_folder);
	assert_int_equal(symlink("real/file", path), 0);
	(void)snprintf(path, sizeof(path), "%s/folder", fake_folder);
	assert_int_equal(symlink("real", path), 0);
	assert_int_equal(touch_write(&fake, "link", "2"), -1);
	assert_int_equal(touch_write(&fake, "folder/file", "2"), -1);
	assert_int_equal(touch_write(&fake, "../../etc/becalm-no-such-file", "2"), -1);
	assert_int_equal(touch_write(&fake, "real/file", "2"), 0);
	assert_reads("real/file", "2\n");
}

/* On the real host only the kernel's own file systems. */
static void files_on_a_disk_are_not_the_kernels(void **state)
{
	owns_text struct text now = { 0 };
	struct tree real;
	struct fail f;
	char path[100];

	(void)state;
	fake_put("file", "1\n");
	assert_int_equal(tree_open(&real, NULL, &f), 0);
	(void)snprintf(path, sizeof(path), "%s/file", fake_folder + 1);
	assert_int_equal(touch_write(&real, path, "2"), -1);
	assert_int_equal(touch_read(&real, path, &now), -1);
	assert_int_equal(touch_read(&real, "proc/sys/kernel/ostype", &now), 0);
	assert_string_equal(now.s, "Linux\n");
	tree_close(&real);
	assert_reads("file", "1\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contents_are_compared_by_kind),
		cmocka_unit_test(what_is_written_back_is_what_the_kernel_takes),
		cmocka_unit_test(masks_are_read_and_written),
		cmocka_unit_test_setup_teardown(a_fake_file_reads_as_the_kernels_would, fake_open, fake_close),
		cmocka_unit_test_setup_teardown(no_link_is_followed, fake_open, fake_close),
		cmocka_unit_test_setup_teardown(files_on_a_disk_are_not_the_kernels, fake_open, fake_close),
	};

	return cmocka_run_group_tests_name("edits", tests, NULL, NULL);
}
