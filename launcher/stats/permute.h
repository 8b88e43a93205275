/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_PERMUTE_H
#define STATS_PERMUTE_H

/*
 * Sign-flip permutation test of a mean (Fisher's randomisation test of pairs): if A and B
 * do not differ, each difference might as well have the other sign. Assumes symmetry
 * under the null and nothing else.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PERMUTE_EXACT = 18, PERMUTE_DRAWS = 9999 };

struct signflip {
	double p; /* two-sided share of sign patterns with |sum| at least as large; NaN at
		     n = 0 */
	bool
	    is_exact; /* all 2^n patterns, n <= PERMUTE_EXACT; else PERMUTE_DRAWS drawn */
};

/* Test of x[0 ... n-1]; 'seed' is used, and must be recorded, only beyond PERMUTE_EXACT.
 */
struct signflip permute_signs(const double *x, size_t n, uint64_t seed);

#endif
