/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever a stranger says to the keeper, it answers with whole lines and
 * leaves a fake host as it was. Seeds: tests/fuzz/seeds/commands.
 *
 *	build/tests/fuzz/commands -max_len=4096 -max_total_time=60 tests/fuzz/seeds/commands
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../launcher/base/words.h"
#include "../../launcher/keeper/session.h"
#include "../../launcher/keeper/talk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const files[][2] = {
	{ "sys/devices/system/cpu/online", "0-3\n" },
	{ "sys/devices/system/cpu/intel_pstate/no_turbo", "0\n" },
	{ "proc/irq/5/smp_affinity_list", "0-3\n" },
	{ "proc/irq/default_smp_affinity", "f\n" },
	{ "proc/sys/kernel/timer_migration", "1\n" },
	{ "sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n" },
};
enum { FILES = sizeof(files) / sizeof(files[0]) };

static struct tree host;

static void make_file(const char *folder, const char *path, const char *content)
{
	char full[300];
	FILE *out;

	(void)snprintf(full, sizeof(full), "%s/%s", folder, path);
	for (char *s = full + strlen(folder) + 1; (s = strchr(s, '/')); s++) {
		*s = '\0';
		(void)mkdir(full, 0755);
		*s = '/';
	}
	out = fopen(full, "w");
	if (!out || fputs(content, out) < 0 || fclose(out))
		abort();
}

static char folder[] = "/tmp/becalm-fuzz-XXXXXX";

static void remove_host(void)
{
	char command[80];

	(void)snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		abort();
}

static void make_host(void)
{
	struct fail f;

	if (!mkdtemp(folder) || atexit(remove_host))
		abort();
	for (int i = 0; i < FILES; i++)
		make_file(folder, files[i][0], files[i][1]);
	if (tree_open(&host, folder, &f))
		abort();
}

static void check_host(void)
{
	for (int i = 0; i < FILES; i++) {
		struct text now = { 0 };
		struct fail f;

		if (tree_read(&host, files[i][0], &now, &f) ||
		    strncmp(now.s, files[i][1], strlen(files[i][1]) - 1) != 0)
			abort();
		text_free(&now);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct session session;
	struct lines lines = { .used = 0 };
	struct text reply = { 0 };
	char *line;

	if (!folder[0] || !host.root[0])
		make_host();
	session_start(&session, host, conf_default(), getuid());
	text_add(&lines.have, data, size);
	text_puts(&lines.have, "\n");
	while (lines_next(&lines, &line) > 0) {
		text_clear(&reply);
		talk_line(&session, line, &reply);
		if (reply.n && reply.s[reply.n - 1] != '\n')
			abort();
	}
	check_host();
	session_release(&session);
	journal_free(&session.journal);
	text_free(&session.remarks);
	text_free(&reply);
	lines_free(&lines);
	return 0;
}
