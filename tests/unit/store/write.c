/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "folder.h"

static void refused(const char *path, const char *words)
{
	struct session s = a_session();
	owns_text struct text remark = { 0 };
	struct results *r = NULL;
	struct fail f = { 0 };

	if (!results_open(path, &s, &remark, &r, &f))
		fail_msg("'%s' was opened", path);
	assert_null(r);
	says(&f, words);
}

static void a_file_appears_only_when_it_is_complete(void **state)
{
	struct results *r = begin("r.jsonl");
	struct seen seen;

	(void)state;
	assert_true(exists("r.jsonl.partial"));
	assert_string_equal(results_where(r), "r.jsonl.partial");
	for (int i = 1; i <= 3; i++) {
		add_well(r, i, 2);
		assert_false(exists("r.jsonl"));
		see_well("r.jsonl.partial", &seen);
		assert_int_equal(seen.invocations, i);
		assert_false(seen.is_complete);
		assert_false(seen.is_damaged);
	}
	finish(r, true);
	assert_false(exists("r.jsonl.partial"));
	see_well("r.jsonl", &seen);
	assert_true(seen.is_complete);
	assert_int_equal(seen.invocations, 3);
	assert_int_equal(seen.runs_counted, 6);
}

static void an_old_file_is_whole_until_the_new_one_is(void **state)
{
	owns_text struct text old = { 0 };
	owns_text struct text now = { 0 };
	struct results *r;

	(void)state;
	make_file("r.jsonl", 5, 1);
	read_file("r.jsonl", &old);
	r = begin("r.jsonl");
	add_well(r, 1, 1);
	read_file("r.jsonl", &now);
	assert_string_equal(now.s, old.s);
	results_abandon(r);
	read_file("r.jsonl", &now);
	assert_string_equal(now.s, old.s);
	assert_true(exists("r.jsonl.partial"));
}

static void an_interrupted_session_becomes_file_too(void **state)
{
	struct results *r = begin("r.jsonl");
	struct seen seen;

	(void)state;
	add_well(r, 1, 1);
	finish(r, false);
	assert_false(exists("r.jsonl.partial"));
	see_well("r.jsonl", &seen);
	assert_false(seen.is_complete);
	assert_false(seen.is_damaged);
	assert_string_equal(seen.why, "enough");
}

static void without_an_invocation_there_is_nothing_to_keep(void **state)
{
	(void)state;
	finish(begin("r.jsonl"), false);
	assert_false(exists("r.jsonl.partial"));
	assert_false(exists("r.jsonl"));
	results_abandon(begin("r.jsonl"));
	assert_false(exists("r.jsonl.partial"));
}

static void impossible_places_are_known_at_once(void **state)
{
	(void)state;
	assert_int_equal(mkdir("folder", 0777), 0);
	refused("folder", "'folder': it is a folder");
	refused("folder/", "it is a folder");
	refused("absent/r.jsonl", "there is no folder 'absent/'");
	write_file("file", "x", 1);
	refused("file/r.jsonl", "cannot write 'file/r.jsonl'");
	refused("/dev/full", "'/dev/full': No space left on device");
	assert_int_equal(symlink("loop", "loop"), 0);
	refused("loop", "too many symbolic links");
	if (!geteuid())
		return; /* root may write everywhere */
	assert_int_equal(chmod("folder", 0555), 0);
	refused("folder/r.jsonl", "cannot create 'folder/r.jsonl.partial': Permission denied");
	make_file("protected", 1, 1);
	assert_int_equal(chmod("protected", 0444), 0);
	refused("protected", "cannot write 'protected': Permission denied");
}

/* Whatever FILE holds, it goes only when there is something better. */
static void a_file_of_another_kind_is_replaced_at_the_end(void **state)
{
	owns_text struct text now = { 0 };
	struct results *r;
	struct seen seen;

	(void)state;
	write_file("r.jsonl", "old words\n", 10);
	r = begin("r.jsonl");
	add_well(r, 1, 1);
	read_file("r.jsonl", &now);
	assert_string_equal(now.s, "old words\n");
	finish(r, true);
	see_well("r.jsonl", &seen);
}

static void two_writers_of_one_file_are_noticed(void **state)
{
	struct results *r = begin("r.jsonl");

	(void)state;
	refused("r.jsonl", "another becalm is writing 'r.jsonl.partial'");
	finish(r, true);
	make_file("r.jsonl", 1, 1);
}

static void what_a_dead_session_left_is_kept(void **state)
{
	struct session s = a_session();
	owns_text struct text remark = { 0 };
	struct results *r = begin("r.jsonl");
	struct fail f = { 0 };
	struct seen seen;

	(void)state;
	add_well(r, 1, 1);
	results_abandon(r);
	assert_int_equal(results_open("r.jsonl", &s, &remark, &r, &f), 0);
	assert_non_null(strstr(text_of(&remark), "'r.jsonl.partial.old'"));
	finish(r, true);
	see_well("r.jsonl.partial.old", &seen);
	assert_int_equal(seen.invocations, 1);
}

static void a_symbolic_link_stays_one(void **state)
{
	struct stat st;
	struct seen seen;

	(void)state;
	assert_int_equal(mkdir("real", 0777), 0);
	assert_int_equal(symlink("real/r.jsonl", "link"), 0);
	make_file("link", 2, 1); /* to a file that is not there yet */
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	see_well("real/r.jsonl", &seen);
	make_file("link", 3, 1); /* and to one that is */
	see_well("real/r.jsonl", &seen);
	assert_int_equal(seen.invocations, 3);
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
}

static void the_mode_of_an_old_file_stays(void **state)
{
	struct stat st;

	(void)state;
	make_file("r.jsonl", 1, 1);
	assert_int_equal(chmod("r.jsonl", 0600), 0);
	make_file("r.jsonl", 1, 1);
	assert_int_equal(stat("r.jsonl", &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
}

static void a_pipe_is_written_to_directly(void **state)
{
	int ends[2];
	char path[40];
	char got[8192];
	ssize_t n;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	(void)snprintf(path, sizeof(path), "/dev/fd/%d", ends[1]); /* fits */
	make_file(path, 2, 1);
	n = read(ends[0], got, sizeof(got) - 1);
	assert_true(n > 0);
	got[n] = '\0';
	assert_non_null(strstr(got, "{\"line\":\"session\""));
	assert_non_null(strstr(got, "{\"line\":\"end\",\"complete\":true"));
	close(ends[0]);
	close(ends[1]);
}

/* The limit on the size of files stands in for a disk that fills up. */
static void a_disk_that_fills_up_costs_no_finished_invocation(void **state)
{
	const struct rlimit small = { 4000, RLIM_INFINITY };
	const struct rlimit large = { RLIM_INFINITY, RLIM_INFINITY };
	struct results *r;
	struct seen seen;
	struct fail f = { 0 };
	int64_t n = 0;

	(void)state;
	make_file("r.jsonl", 2, 1);
	(void)signal(SIGXFSZ, SIG_IGN); /* the write fails instead */
	r = begin("r.jsonl");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	while (!add(r, n + 1, 3, &f))
		n++;
	says(&f, "cannot write to 'r.jsonl.partial': File too large");
	results_abandon(r);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &large), 0);
	assert_true(n > 1);
	see_well("r.jsonl.partial", &seen);
	assert_int_equal(seen.invocations, n);
	assert_false(seen.is_damaged);
	assert_non_null(strstr(seen.why, "no last line"));
	see_well("r.jsonl", &seen);
	assert_int_equal(seen.invocations, 2);
}

static void a_million_runs_need_no_memory(void **state)
{
	struct rusage before;
	struct rusage after;
	struct seen seen;

	(void)state;
	make_file("warm", 1, 1000);
	assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
	make_file("r.jsonl", 1, 1000000);
	see_well("r.jsonl", &seen);
	assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
	assert_int_equal(seen.runs_counted, 1000000);
	assert_true(seen.sum == 1000000 * 100.0 + 1000000.0 * 999999 / 2);
#ifndef __SANITIZE_ADDRESS__ /* it keeps what was freed for a while */
	assert_true(after.ru_maxrss - before.ru_maxrss < 4096);
#endif
}

static void many_tests_with_few_runs_need_no_memory_either(void **state)
{
	struct results *r = begin("r.jsonl");
	struct invocation v = { .index = 1 };
	struct fail f = { 0 };
	struct seen seen;

	(void)state;
	for (int round = 0; round < 20; round++)
		for (int i = 0; i < 2000; i++) {
			char name[40];
			const struct test t = { .name = name, .unit = "ns" };
			const struct run run = { .iters = 1, .timed_ns = 1, .wall_ns = 1 };

			(void)snprintf(name, sizeof(name), "many.%d", i); /* fits */
			assert_int_equal(results_run(r, &v, &t, &run, &f), 0);
		}
	assert_int_equal(results_invocation(r, &v, false, &f), 0);
	finish(r, true);
	see_well("r.jsonl", &seen);
	assert_int_equal(seen.runs_counted, 40000);
}

/* The file is the old one or the new one, and a partial one can be read, at any moment. */
static void sigkill_at_any_moment_leaves_readable_files(void **state)
{
	struct seen seen;

	(void)state;
	make_file("r.jsonl", 7, 1);
	for (int i = 0; i < 20; i++) {
		pid_t pid = fork();
		int status;

		if (!pid) {
			make_file("r.jsonl", 7, 1500);
			_exit(0);
		}
		usleep((useconds_t)(i * 700));
		(void)kill(pid, SIGKILL); /* or it is done already */
		assert_int_equal(waitpid(pid, &status, 0), pid);
		see_well("r.jsonl", &seen);
		assert_true(seen.is_complete);
		assert_int_equal(seen.invocations, 7);
		if (!exists("r.jsonl.partial"))
			continue;
		if (!see("r.jsonl.partial", &seen, &(struct fail){ 0 }))
			assert_false(seen.is_complete && seen.invocations != 7);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		folder_test(a_file_appears_only_when_it_is_complete),
		folder_test(an_old_file_is_whole_until_the_new_one_is),
		folder_test(an_interrupted_session_becomes_file_too),
		folder_test(without_an_invocation_there_is_nothing_to_keep),
		folder_test(impossible_places_are_known_at_once),
		folder_test(a_file_of_another_kind_is_replaced_at_the_end),
		folder_test(two_writers_of_one_file_are_noticed),
		folder_test(what_a_dead_session_left_is_kept),
		folder_test(a_symbolic_link_stays_one),
		folder_test(the_mode_of_an_old_file_stays),
		folder_test(a_pipe_is_written_to_directly),
		folder_test(a_disk_that_fills_up_costs_no_finished_invocation),
		folder_test(a_million_runs_need_no_memory),
		folder_test(many_tests_with_few_runs_need_no_memory_either),
		folder_test(sigkill_at_any_moment_leaves_readable_files),
	};

	return cmocka_run_group_tests_name("writing results", tests, NULL, NULL);
}
