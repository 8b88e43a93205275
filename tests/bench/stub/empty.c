/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty: an empty body, and (with an argument) the same counting loop written by hand. */
#include <becalm.h>

#include <stdio.h>
#include <stdlib.h>

BECALM_TEST(empty, body)
{
}

__attribute__((noinline)) static void by_hand(uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		__asm__ volatile("");
}

int main(int argc, char **argv)
{
	if (argc > 2 && argv[1][0] == 'h') {
		by_hand(strtoull(argv[2], NULL, 10));
		return 0;
	}
	return becalm_main(argc, argv);
}
