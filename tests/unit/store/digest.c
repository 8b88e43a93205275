/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "folder.h"

#include "../../../launcher/store/digest.h"

/* FIPS 180-2, appendix B. */
static const char abc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

static void bytes_and_files_have_the_digest_of_the_standard(void **state)
{
	char out[DIGEST_SIZE];
	struct fail f = { 0 };

	(void)state;
	assert_string_equal(digest_bytes("abc", 3, out), abc);
	write_file("abc", "abc", 3);
	assert_int_equal(digest_file("abc", out, &f), 0);
	assert_string_equal(out, abc);
}

static void a_file_that_cannot_be_read_leaves_out_alone(void **state)
{
	char out[DIGEST_SIZE] = "kept";
	struct fail f = { 0 };

	(void)state;
	assert_int_equal(digest_file("absent", out, &f), -1);
	says(&f, "cannot read 'absent': No such file");
	assert_string_equal(out, "kept");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		folder_test(bytes_and_files_have_the_digest_of_the_standard),
		folder_test(a_file_that_cannot_be_read_leaves_out_alone),
	};

	return cmocka_run_group_tests_name("digest", tests, NULL, NULL);
}
