/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever stands in a results file, reading it neither crashes nor
 * fails without a sentence, and end() comes once. Runs that are cut out of a line are the
 * same as those that the JSON library gives. Seeds: tests/fuzz/seeds/results.
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
	uint64_t numbers; /* of all runs */
};

static void look(struct seen *s, const char *text)
{
	s->sum += text ? strlen(text) : 0;
}

static int on_session(void *to, const struct session *s, struct fail *f)
{
	struct seen *seen = to;

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
	seen->numbers = seen->numbers * 31 + (uint64_t)run->iters * 7 + (uint64_t)run->timed_ns * 3 +
			(uint64_t)run->wall_ns;
	(void)f;
	look(seen, t->name);
	look(seen, t->unit);
	seen->runs++;
	return 0;
}

static int on_invocation(void *to, const struct invocation *v, struct fail *f)
{
	struct seen *seen = to;

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

static struct seen read_all(const char *bytes, size_t size)
{
	struct seen seen = { 0 };
	struct results_sink sink = { .to = &seen, .session = on_session, .run = on_run,
				     .invocation = on_invocation, .end = on_end };
	struct fail f = { 0 };
	char path[40];
	int fd = memfd_create("results", MFD_CLOEXEC);
	int rc;

	if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
		abort();
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd); /* fits */
	rc = results_read(path, &sink, &f);
	(void)close(fd); /* nothing was lost */
	if (rc && !f.text[0])
		abort();
	if (!rc && (seen.ends != 1 || seen.sessions != 1))
		abort();
	return seen;
}

/* With a blank behind each key "runs" nothing is cut out. */
static char *spread(const char *bytes, size_t size, size_t *out_size)
{
	char *out = malloc(2 * size + 1);
	size_t n = 0;

	if (!out)
		abort();
	for (size_t i = 0; i < size; i++) {
		out[n++] = bytes[i];
		if (i >= 6 && !memcmp(bytes + i - 6, "\"runs\":", 7))
			out[n++] = ' ';
	}
	*out_size = n;
	return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t slow_size;
	char *slow_bytes = spread((const char *)data, size, &slow_size);
	struct seen quick = read_all((const char *)data, size);
	struct seen slow = read_all(slow_bytes, slow_size);

	free(slow_bytes);
	if (quick.runs != slow.runs || quick.invocations != slow.invocations ||
	    quick.numbers != slow.numbers)
		abort();
	return 0;
}
