/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever /proc/interrupts and /proc/stat read, and whatever a keeper
 * answers (a line each), the launcher neither crashes nor counts below nothing. Seeds:
 * tests/fuzz/seeds/counters.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../launcher/host/counters.h"
#include "../../launcher/host/keeper_take.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count(int fd)
{
	struct cpus of = { 0 };

	cpus_add(&of, 0);
	cpus_add(&of, 3);
	if (lseek(fd, 0, SEEK_SET) || counters_interrupts(fd, &of) < -1)
		abort();
	if (lseek(fd, 0, SEEK_SET) || counters_steal_ns(fd, &of, 100) < -1)
		abort();
}

static void answer(const uint8_t *data, size_t size)
{
	struct keeper k = { .fd = -1, .pidfd = -1, .cage = { .procs_fd = -1, .track_fd = -1, .group_fd = -1, .kill_fd = -1 } };
	char *text = malloc(size + 1);
	char *rest = text;
	char *line;

	memcpy(text, data, size);
	text[size] = '\0';
	while ((line = strsep(&rest, "\n"))) {
		struct fail f = { 0 };

		if (keeper_take_line(&k, line, &f) < 0 && !f.text[0])
			abort();
	}
	for (int i = 0; i < k.row_count; i++)
		keeper_clear_row(&k.rows[i]);
	free(k.rows);
	keeper_close_cage(&k.cage);
	free(k.holder.why);
	text_free(&k.remarks);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("file", MFD_CLOEXEC);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	count(fd);
	(void)close(fd); /* nothing was lost */
	answer(data, size);
	return 0;
}
