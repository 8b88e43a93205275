/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The golden conversations of tests/wire: each NAME.in must give the events of
 * NAME.out, fed whole and in pieces of every size up to 70 bytes. With file names as
 * arguments it prints the events, to make a new NAME.out. Run it from the root.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "../../../launcher/base/owns.h"
#include "frames_print.h"

static const int64_t elapsed_ns = 10000000000; /* ten seconds */

static bool slurp(const char *path, struct text *out)
{
	char bytes[4096];
	FILE *file = fopen(path, "re");
	size_t n;

	if (!file)
		return false;
	while ((n = fread(bytes, 1, sizeof(bytes), file)) > 0)
		text_add(out, bytes, n);
	return !fclose(file);
}

static void check_conversation(const char *path)
{
	owns_text struct text in = { 0 };
	owns_text struct text want = { 0 };
	char out_path[4096];

	(void)snprintf(out_path, sizeof(out_path), "%.*s.out", (int)strlen(path) - 3,
		       path); /* fits */
	assert_true(slurp(path, &in));
	if (!slurp(out_path, &want))
		fail_msg("%s is missing", out_path);
	for (size_t piece = 1; piece <= 71; piece++) {
		owns_text struct text got = { 0 };

		decode(text_of(&in), in.n, piece == 71 ? in.n + 1 : piece, elapsed_ns,
		       &got);
		if (strcmp(text_of(&got), text_of(&want)))
			print_error("%s in pieces of %zu:\n", path, piece);
		assert_string_equal(text_of(&got), text_of(&want));
	}
}

static void golden_conversations_give_their_events(void **state)
{
	glob_t found = { 0 };

	(void)state; /* none */
	assert_int_equal(glob("tests/wire/*.in", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		check_conversation(found.gl_pathv[i]);
	globfree(&found);
}

static int print_files(int n, char **paths)
{
	for (int i = 0; i < n; i++) {
		owns_text struct text in = { 0 };
		owns_text struct text out = { 0 };

		if (!slurp(paths[i], &in))
			return 1;
		decode(text_of(&in), in.n, in.n + 1, elapsed_ns, &out);
		(void)fputs(text_of(&out), stdout); /* a tool for people */
	}
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_conversations_give_their_events),
	};

	if (argc > 1)
		return print_files(argc - 1, argv + 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
