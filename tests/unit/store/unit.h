/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_STORE_UNIT_H
#define TESTS_STORE_UNIT_H

/* The headers that cmocka wants first, and what the tests of store/ share. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../../../launcher/base/fail.h"
#include "../../../launcher/base/owns.h"
#include "../../../launcher/base/text.h"

/* The sentence has all of these words, or the test fails showing it. */
static inline void says(const struct fail *f, const char *words)
{
	if (!strstr(f->text, words))
		fail_msg("'%s' does not say '%s'", f->text, words);
}

#endif
