/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_CLOSE_H
#define TESTS_CLOSE_H

/* |a - b| <= tolerance, and both values in the message: cmocka's own is for float only.
 */

#include <math.h>
#include <stdio.h>

#define assert_close(a, b, tolerance)                                                    \
	close_check((a), (b), (tolerance), #a, __FILE__, __LINE__)

static inline void close_check(double a, double b, double tolerance, const char *what,
			       const char *file, int line)
{
	if (fabs(a - b) <= tolerance || a == b)
		return;
	print_error("%s is %.17g, not %.17g\n", what, a, b);
	_fail(file, line);
}

#endif
