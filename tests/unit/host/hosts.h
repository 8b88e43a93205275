/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_HOSTS_H
#define TESTS_HOSTS_H

/* The fake hosts of tests/hosts/make-hosts, and the headers that cmocka wants first. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../launcher/base/cpus.h"
#include "../../../launcher/base/tree.h"

#define HOSTS "build/hosts/"

/* Group set-up: makes them, unless they are there. */
static inline int hosts_make(void **state)
{
	(void)state;
	return system("test -f " HOSTS ".made -a " HOSTS ".made -nt tests/hosts/make-hosts || "
		      "tests/hosts/make-hosts " HOSTS);
}

static inline struct tree host_open(const char *name)
{
	struct tree t;
	struct fail f = {0};
	char path[128];

	(void)snprintf(path, sizeof(path), HOSTS "%s", name); /* short names */
	if (tree_open(&t, path, &f))
		fail_msg("%s", f.text);
	return t;
}

static inline void assert_cpus(const struct cpus *set, const char *list)
{
	char text[400];

	assert_string_equal(cpus_format(set, text, sizeof(text)), list);
}

#endif
