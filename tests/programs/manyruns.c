/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manyruns [N [TESTS]]: reports N runs (a million) of 100 to 199 ns, of TESTS tests (one) in turn. */
#include <stdio.h>
#include <stdlib.h>

#include "../../include/becalm.h"

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000000;
	long tests = argc > 2 ? atol(argv[2]) : 1;
	char name[32];

	for (long i = 0; i < n; i++) {
		(void)snprintf(name, sizeof(name), "many.t%ld", i % tests); /* fits */
		if (becalm_run(name, 1, 100 + i % 100, 100 + i % 100))
			return 1;
	}
	return 0;
}
