/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever stands in a results file, reading it neither crashes nor
 * fails without a sentence, and end() comes once. Seeds: tests/fuzz/seeds/results.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../launcher/store/results.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	long sessions, runs, invocations, ends;
	size_t sum; /* of all strings, so that each is read */
};

static void look(struct seen *s, const char *text)
{
	s->sum += text ? strlen(text) : 0;
}

static int on_session(void *to, const struct session *s, const struct json *raw, struct fail *f)
{
	struct seen *seen = to;

	(void)raw;
	(void)f;
	(void)s;
	seen->sessions++;
	return 0;
}

static int on_run(void *to, const struct invocation *v, const struct test *t, const struct run *run,
		  struct fail *f)
{
	struct seen *seen = to;

	(void)v;
	(void)run;
	(void)f;
	look(seen, t->name);
	look(seen, t->unit);
	seen->runs++;
	return 0;
}

static int on_invocation(void *to, const struct invocation *v, const struct json *raw, struct fail *f)
{
	struct seen *seen = to;

	(void)raw;
	(void)f;
	look(seen, v->failed);
	look(seen, v->disturbed);
	seen->invocations++;
	return 0;
}

static int on_end(void *to, const struct results_end *end, struct fail *f)
{
	struct seen *seen = to;

	(void)f;
	look(seen, end->why);
	look(seen, end->not_restored);
	seen->ends++;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct seen seen = { 0 };
	struct results_sink sink = { &seen, on_session, on_run, on_invocation, on_end };
	struct fail f = { 0 };
	char path[40];
	int fd = memfd_create("results", MFD_CLOEXEC);
	int rc;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd); /* fits */
	rc = results_read(path, &sink, &f);
	(void)close(fd); /* nothing was lost */
	if (rc && !f.text[0])
		abort();
	if (!rc && (seen.ends != 1 || seen.sessions != 1))
		abort();
	return 0;
}
