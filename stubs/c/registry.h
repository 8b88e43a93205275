/* SPDX-License-Identifier: 0BSD */
#ifndef STUB_REGISTRY_H
#define STUB_REGISTRY_H

/* The tests of this program, in the order in which they were linked, and its hooks. */

#include "../../include/becalm.h"

/* The first test, or NULL. Names are ready after registry_name(). */
struct becalm_test *registry_tests(void);

/* Fills in the full names. The second of two tests with the same name, or NULL. */
const struct becalm_test *registry_name(void);

/* Calls the hooks that run before each run. */
void registry_before_run(const char *test);

#endif
