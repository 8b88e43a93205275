/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_STORE_FOLDER_H
#define TESTS_STORE_FOLDER_H

/* A folder for the files of one test, and sessions to write into it. */

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../launcher/store/results.h"
#include "unit.h"

/* Each test starts in an empty folder, which is the working directory. */
static inline int enter_folder(void **state)
{
	char *name = xstrdup("/tmp/becalm-store.XXXXXX");

	assert_non_null(mkdtemp(name));
	assert_int_equal(chdir(name), 0);
	*state = name;
	return 0;
}

static inline int leave_folder(void **state)
{
	char command[200];

	(void)snprintf(command, sizeof(command), "chmod -R u+rwx %s; rm -rf %s", (char *)*state,
		       (char *)*state); /* fits */
	free(*state);
	return chdir("/") || system(command);
}

#define folder_test(f) cmocka_unit_test_setup_teardown(f, enter_folder, leave_folder)

static inline void write_file(const char *path, const char *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	assert_true(fd >= 0);
	assert_true(write(fd, bytes, n) == (ssize_t)n);
	assert_int_equal(close(fd), 0);
}

static inline void read_file(const char *path, struct text *out)
{
	char bytes[4096];
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	text_clear(out);
	if (fd < 0)
		fail_msg("cannot open '%s'", path);
	while ((n = read(fd, bytes, sizeof(bytes))) > 0)
		text_add(out, bytes, (size_t)n);
	(void)close(fd); /* only read */
}

static inline int exists(const char *path)
{
	return !access(path, F_OK);
}

/* What a reader was given. */
struct seen {
	int64_t sessions, runs, invocations, ends, last;
	int64_t runs_counted; /* those whose invocation came */
	int64_t pending;
	double sum;
	bool is_complete, is_damaged;
	char why[1024];
};

static inline int see_session(void *to, const struct session *s, struct fail *f)
{
	(void)s;
	(void)f;
	((struct seen *)to)->sessions++;
	return 0;
}

static inline int see_run(void *to, const struct invocation *v, const struct test *t,
			  const struct run *run, struct fail *f)
{
	struct seen *seen = to;

	(void)f;
	assert_true(v->index > 0);
	assert_non_null(t->name);
	seen->runs++;
	seen->pending++;
	seen->sum += (double)run->timed_ns;
	return 0;
}

static inline int see_invocation(void *to, const struct invocation *v, struct fail *f)
{
	struct seen *seen = to;

	(void)f;
	seen->invocations++;
	seen->runs_counted += seen->pending;
	seen->pending = 0;
	seen->last = v->index;
	return 0;
}

static inline int see_end(void *to, const struct results_end *end, struct fail *f)
{
	struct seen *seen = to;

	(void)f;
	seen->ends++;
	seen->is_complete = end->is_complete;
	seen->is_damaged = end->is_damaged;
	(void)snprintf(seen->why, sizeof(seen->why), "%s", end->why); /* as long */
	return 0;
}

static inline struct results_sink sink_of(struct seen *seen)
{
	*seen = (struct seen){ 0 };
	return (struct results_sink){ .to = seen, .session = see_session, .run = see_run,
				       .invocation = see_invocation, .end = see_end };
}

static inline int see(const char *path, struct seen *seen, struct fail *f)
{
	struct results_sink sink = sink_of(seen);

	return results_read(path, &sink, f);
}

static inline void see_well(const char *path, struct seen *seen)
{
	struct fail f = { 0 };

	if (see(path, seen, &f))
		fail_msg("%s", f.text);
}

static inline struct session a_session(void)
{
	static char *argv[] = { (char *)"./bench", (char *)"--filter", (char *)"x", NULL };
	static struct command_line command = { .argv = argv, .path = "/tmp/bench" };

	return (struct session){ .argv = argv,
				 .commands = &command,
				 .command_count = 1,
				 .plan = plan_default(),
				 .started_ns = 1700000000000000000,
				 .cpus_total = 8,
				 .umask = 022 };
}

static inline struct results *begin(const char *path)
{
	struct session s = a_session();
	owns_text struct text remark = { 0 };
	struct results *r = NULL;
	struct fail f = { 0 };

	if (results_open(path, &s, &remark, &r, &f))
		fail_msg("%s", f.text);
	return r;
}

/* One invocation with so many runs of one test. */
static inline int add(struct results *r, int64_t index, int runs, struct fail *f)
{
	const struct test t = { .name = "sort.small", .unit = "ns", .iters = 10, .timer_ns = -1,
				.runs = runs };
	const struct invocation v = { .index = index, .round = index, .wall_ns = 1000 * index,
				      .tests = &t, .test_count = 1 };

	for (int i = 0; i < runs; i++) {
		const struct run run = { .iters = 10, .timed_ns = 100 + i, .wall_ns = 110 + i };

		if (results_run(r, &v, &t, &run, f))
			return -1;
	}
	return results_invocation(r, &v, false, f);
}

static inline void add_well(struct results *r, int64_t index, int runs)
{
	struct fail f = { 0 };

	if (add(r, index, runs, &f))
		fail_msg("%s", f.text);
}

static inline void finish(struct results *r, bool is_complete)
{
	const struct results_end end = { .is_complete = is_complete, .why = "enough",
					 .ended_ns = 1700000001000000000, .is_restored = true };
	struct fail f = { 0 };

	if (results_end(r, &end, &f))
		fail_msg("%s", f.text);
}

/* A whole session in a file. */
static inline void make_file(const char *path, int invocations, int runs)
{
	struct results *r = begin(path);

	for (int i = 1; i <= invocations; i++)
		add_well(r, i, runs);
	finish(r, true);
}

#endif
