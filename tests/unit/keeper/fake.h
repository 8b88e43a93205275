/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UNIT_KEEPER_FAKE_H
#define UNIT_KEEPER_FAKE_H

/* A fake host in a folder of its own, made file by file. */

#include "../base/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../launcher/base/owns.h"
#include "../../../launcher/base/text.h"
#include "../../../launcher/base/tree.h"

static struct tree fake;
static char fake_folder[64];

static inline void fake_put(const char *path, const char *content)
{
	char full[600];
	FILE *out;

	(void)snprintf(full, sizeof(full), "%s/%s", fake_folder, path);
	for (char *slash = full + strlen(fake_folder) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		(void)mkdir(full, 0755);
		*slash = '/';
	}
	out = fopen(full, "w");
	assert_non_null(out);
	(void)fputs(content, out);
	(void)fclose(out);
}

static inline void assert_reads(const char *path, const char *content)
{
	char full[600], now[4096];
	FILE *in;
	size_t n;

	(void)snprintf(full, sizeof(full), "%s/%s", fake_folder, path);
	in = fopen(full, "r");
	if (!in)
		fail_msg("'%s' is not there", path);
	n = fread(now, 1, sizeof(now) - 1, in);
	now[n] = '\0';
	(void)fclose(in);
	assert_string_equal(now, content);
}

static inline int fake_open(void **state)
{
	struct fail f;

	(void)state;
	(void)strcpy(fake_folder, "/tmp/becalm-unit-XXXXXX");
	return mkdtemp(fake_folder) ? tree_open(&fake, fake_folder, &f) : -1;
}

static inline int fake_close(void **state)
{
	char command[100];

	(void)state;
	tree_close(&fake);
	(void)snprintf(command, sizeof(command), "rm -rf %s", fake_folder);
	return system(command);
}

#endif
