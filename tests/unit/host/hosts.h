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

static inline struct tree host_open(const char *name)
{
	const char *build = getenv("BUILD");
	struct tree t;
	struct fail f = {0};
	char path[256];

	(void)snprintf(path, sizeof(path), "%s/hosts/%s", build ? build : "build", name); /* short */
	if (tree_open(&t, path, &f))
		fail_msg("%s (make unit makes it)", f.text);
	return t;
}

static inline void assert_cpus(const struct cpus *set, const char *list)
{
	char text[400];

	assert_string_equal(cpus_format(set, text, sizeof(text)), list);
}

#endif
