/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/base/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

static char root[] = "/tmp/becalm-tree-XXXXXX";
static struct tree t;
static struct fail f;

static void put(const char *path, const char *content, size_t n)
{
	int fd = openat(t.fd, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, content, n), (ssize_t)n);
	assert_int_equal(close(fd), 0);
}

static int make(void **state)
{
	(void)state;
	return !mkdtemp(root) || tree_open(&t, root, &f) || mkdirat(t.fd, "sys", 0700);
}

static int drop(void **state)
{
	static const char *const files[] = {"sys/a", "sys/b", "sys/n", "sys/big"};

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		(void)unlinkat(t.fd, files[i], 0); /* not every test makes each */
	(void)unlinkat(t.fd, "sys", AT_REMOVEDIR);
	tree_close(&t);
	return rmdir(root);
}

static void a_missing_root_is_named(void **state)
{
	struct tree other;

	(void)state;
	assert_int_equal(tree_open(&other, "/no/such/host", &f), -1);
	assert_non_null(strstr(f.text, "/no/such/host"));
	assert_int_equal(tree_open(&other, "/dev/null", &f), -1);
}

static void the_real_host_has_no_root(void **state)
{
	struct tree other;

	(void)state;
	assert_int_equal(tree_open(&other, NULL, &f), 0);
	assert_false(other.is_fake);
	assert_string_equal(other.root, "");
	assert_true(tree_has(&other, "proc/self/status"));
	tree_close(&other);
	assert_true(t.is_fake);
}

static void files_are_read_without_trailing_space(void **state)
{
	struct text out = {0};
	char cut[4];

	(void)state;
	put("sys/a", " a b \n\n", 7);
	assert_int_equal(tree_read(&t, "sys/a", &out, &f), 0);
	assert_string_equal(text_of(&out), " a b");
	assert_true(tree_peek(&t, "sys/a", cut, sizeof(cut)));
	assert_string_equal(cut, " a");
	text_free(&out);
}

static void absent_and_endless_files_are_named(void **state)
{
	static char big[(1 << 20) + 1];
	struct text out = {0};
	char small[8];

	(void)state;
	assert_int_equal(tree_read(&t, "sys/none", &out, &f), -1);
	assert_non_null(strstr(f.text, "sys/none"));
	assert_false(tree_peek(&t, "sys/none", small, sizeof(small)));
	assert_false(tree_has(&t, "sys/none"));
	memset(big, '1', sizeof(big));
	put("sys/big", big, sizeof(big));
	assert_int_equal(tree_read(&t, "sys/big", &out, &f), -1);
	assert_non_null(strstr(f.text, "sys/big"));
	assert_int_equal(tree_read(&t, "sys", &out, &f), -1); /* a folder */
	text_free(&out);
}

static void numbers_are_the_whole_file(void **state)
{
	static const char *const bad[] = {"", "x", "1 2", "1x", "99999999999999999999"};
	long long n = 42;

	(void)state;
	put("sys/n", "-17\n", 4);
	assert_true(tree_number(&t, "sys/n", &n));
	assert_int_equal(n, -17);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		put("sys/n", bad[i], strlen(bad[i]));
		assert_false(tree_number(&t, "sys/n", &n));
	}
	assert_int_equal(n, -17);
}

static int count_until_two(const char *name, void *data)
{
	(void)name;
	return ++*(int *)data == 2 ? 7 : 0;
}

static void listing_stops_when_told(void **state)
{
	int n = 0;

	(void)state;
	put("sys/a", "", 0);
	put("sys/b", "", 0);
	assert_int_equal(tree_list(&t, "sys", count_until_two, &n), 7);
	n = -100;
	assert_int_equal(tree_list(&t, "sys", count_until_two, &n), 0);
	assert_true(n >= -98);
	assert_int_equal(tree_list(&t, "none", count_until_two, &n), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_missing_root_is_named),
		cmocka_unit_test(the_real_host_has_no_root),
		cmocka_unit_test(files_are_read_without_trailing_space),
		cmocka_unit_test(absent_and_endless_files_are_named),
		cmocka_unit_test(numbers_are_the_whole_file),
		cmocka_unit_test(listing_stops_when_told),
	};

	return cmocka_run_group_tests(tests, make, drop);
}
