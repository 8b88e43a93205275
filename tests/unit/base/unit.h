/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

/* The headers that cmocka wants first. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#endif
