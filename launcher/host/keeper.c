/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "keeper.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../base/number.h"
#include "../base/owns.h"
#include "keeper_start.h"
#include "keeper_take.h"

const char *const keeper_outcome_words[] = { "would change", "still already", "cannot", "held",
					     "refused",	     "drifted",	      "left",	NULL };
/* The channel that sudo puts between when it logs input or output ends with its own child. */
static int gone(struct keeper *k, struct fail *f)
{
	k->is_held = false;
	k->is_gone = k->has_answered || geteuid() == 0;
	if (!k->is_gone)
		return fail_set(f, FAIL_HOST,
				"the keeper's channel was closed at once (does sudo log its input or output? 'Defaults!/path/of/becalm-keeper !log_input, !log_output')");
	return fail_set(f, FAIL_HOST, "the keeper ended before its work was done");
}

/* Waits for more of an answer; a signal's descriptor may end the wait. */
static int wait_line(struct keeper *k, struct fail *f)
{
	struct pollfd fds[] = { { k->fd, POLLIN, 0 }, { k->want.stop_fd, POLLIN, 0 } };

	if (poll(fds, 2, -1) < 0)
		return errno == EINTR ? 0 : fail_sys(f, "cannot wait for the keeper");
	if (fds[0].revents)
		return lines_fill(&k->in, k->fd) > 0 ? 0 : gone(k, f);
	if (fds[1].revents) {
		k->is_stopped = true;
		return fail_set(f, FAIL_HOST, "stopped while waiting for the host");
	}
	return 0;
}

static int answer(struct keeper *k, struct fail *f)
{
	for (;;) {
		char *line;
		int rc = lines_next(&k->in, &line);

		if (rc < 0)
			return fail_set(f, FAIL_HOST, "the keeper's answer is not understood");
		if (rc > 0) {
			k->has_answered = true;
			rc = keeper_take_line(k, line, f);
			if (rc)
				return rc < 0 ? -1 : 0;
		} else if (wait_line(k, f)) {
			return -1;
		}
	}
}

static int ask(struct keeper *k, const struct text *lines, struct fail *f)
{
	size_t at = 0;

	if (k->fd < 0)
		return gone(k, f);
	while (at < lines->n) {
		ssize_t n = send(k->fd, lines->s + at, lines->n - at, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return gone(k, f);
		at += (size_t)n;
	}
	return answer(k, f);
}

static int ask_word(struct keeper *k, const char *word, struct fail *f)
{
	owns_text struct text line = { 0 };

	words_line(&line, (const char *[]){ word, NULL });
	return ask(k, &line, f);
}

/* The first two lines. A keeper of another version is refused. */
static int greet(struct keeper *k, struct fail *f)
{
	char *line, *w[WORDS_MAX];
	int rc, row = 0;

	while (row < 2) {
		rc = lines_next(&k->in, &line);
		if (!rc && lines_fill(&k->in, k->fd) <= 0)
			return gone(k, f);
		if (rc <= 0)
			continue;
		if (row == 0 && strcmp(line, "becalm-keeper 1 " BECALM_VERSION) != 0)
			return fail_set(f, FAIL_HOST, "another version of the keeper is installed: '%.60s'",
					line);
		if (row++ == 0)
			continue;
		if (words_split(line, w) == 2 && !strcmp(w[0], "error"))
			return fail_set(f, FAIL_HOST, "the keeper refuses: %s", w[1]);
		k->pid = (pid_t)keeper_number(w[1]);
		k->has_rights = !strcmp(w[2], "root");
	}
	return 0;
}

int keeper_start(struct keeper *k, const struct keeper_want *want, struct fail *f)
{
	*k = (struct keeper){ .fd = -1, .pidfd = -1, .want = *want };
	k->cage = (struct keeper_cage){ .procs_fd = -1, .track_fd = -1, .group_fd = -1, .kill_fd = -1 };
	if (keeper_spawn(want->root, want->may_sudo, want->is_as_root, &k->fd, f))
		return -1;
	if (greet(k, f)) {
		keeper_stop(k);
		return -1;
	}
	k->pidfd = pidfd_open(k->pid, 0);
	if (k->pidfd < 0) {
		(void)fail_sys(f, "cannot watch the keeper");
		keeper_stop(k);
		return -1;
	}
	return 0;
}

static void add_pair(struct text *out, const char *key, const char *value)
{
	if (value)
		words_line(out, (const char *[]){ key, value, NULL });
}

/* "a,b" as one line each. */
static void add_list(struct text *out, const char *key, const char *list)
{
	owns_mem char *copy = list ? xstrdup(list) : NULL;
	char *rest = copy;
	char *word;

	while (rest && (word = strsep(&rest, ",")))
		add_pair(out, key, word);
}

static void add_cpus(struct text *out, const char *key, const struct cpus *set)
{
	char list[16384];

	if (set && !cpus_is_empty(set))
		add_pair(out, key, cpus_format(set, list, sizeof(list)));
}

static void add_plan(const struct keeper_want *want, struct text *out)
{
	text_puts(out, "plan\n");
	words_add(out, "launcher");
	words_number(out, getpid());
	text_puts(out, "\n");
	add_cpus(out, "cpus", want->cpus);
	add_cpus(out, "reserve", want->reserve);
	add_pair(out, "tier", want->tier);
	add_list(out, "only", want->only);
	add_list(out, "without", want->without);
	add_list(out, "require", want->require);
	add_pair(out, "cage", want->cage);
	add_pair(out, "cage-parent", want->cage_parent);
	add_pair(out, "realtime", want->has_realtime ? "yes" : "no");
	words_add(out, "wait");
	words_number(out, want->wait_s);
	text_puts(out, "\n");
}

int keeper_probe(struct keeper *k, struct fail *f)
{
	owns_text struct text lines = { 0 };

	add_plan(&k->want, &lines);
	text_puts(&lines, "probe\n");
	return ask(k, &lines, f);
}

int keeper_hold(struct keeper *k, struct fail *f)
{
	owns_text struct text lines = { 0 };

	add_plan(&k->want, &lines);
	text_puts(&lines, "hold\n");
	if (ask(k, &lines, f))
		return -1;
	k->is_held = true;
	return 0;
}

static int64_t now_ns(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts); /* always there */
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

static int count_drifted(const struct keeper *k)
{
	int n = 0;

	for (int i = 0; i < k->row_count; i++)
		n += k->rows[i].outcome == KEEPER_DRIFTED;
	return n;
}

int keeper_check(struct keeper *k, struct fail *f)
{
	int before = count_drifted(k);

	if (!k->is_held || now_ns() - k->checked_ns < 1000000000)
		return 0;
	if (ask_word(k, "check", f))
		return -1;
	k->checked_ns = now_ns();
	return count_drifted(k) > before;
}

int keeper_release(struct keeper *k, struct fail *f)
{
	keeper_close_cage(&k->cage);
	if (!k->is_held)
		return 0;
	k->is_held = false;
	return ask_word(k, "release", f);
}

int keeper_restore(struct keeper *k, struct fail *f)
{
	return ask_word(k, "restore", f);
}

void keeper_last_words(struct keeper *k)
{
	struct pollfd in = { k->fd, POLLIN, 0 };
	struct fail unused;
	char *line;

	while (k->fd >= 0 && poll(&in, 1, 0) > 0 && lines_fill(&k->in, k->fd) > 0)
		;
	while (lines_next(&k->in, &line) > 0)
		(void)keeper_take_line(k, line, &unused); /* only remarks matter now */
}

void keeper_stop(struct keeper *k)
{
	struct pollfd end = { k->pidfd, POLLIN, 0 };

	owns_close(&k->fd); /* it puts the host back and ends */
	if (k->pidfd >= 0)
		(void)poll(&end, 1, 10000); /* longer: it is stuck, the journal stays */
	owns_close(&k->pidfd);
	if (k->pid > 0)
		(void)waitpid(k->pid, NULL, WNOHANG); /* ours only if we are a subreaper */
	for (int i = 0; i < k->row_count; i++)
		keeper_clear_row(&k->rows[i]);
	free(k->rows);
	free(k->holder.why);
	keeper_close_cage(&k->cage);
	text_free(&k->remarks);
	lines_free(&k->in);
	*k = (struct keeper){ .fd = -1, .pidfd = -1 };
	k->cage = (struct keeper_cage){ .procs_fd = -1, .track_fd = -1, .group_fd = -1, .kill_fd = -1 };
}
