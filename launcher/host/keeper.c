/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
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

const char *const keeper_outcome_words[] = { "would change", "still already", "cannot", "held",
					     "refused",	     "drifted",	      "left",	NULL };
static const char *const wire_words[] = { "would",   "still",	"cannot", "held",
					  "refused", "drifted", "left",	  NULL };

static int index_of(const char *const *words, const char *word)
{
	for (int i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return i;
	return -1;
}

static int64_t whole(const char *word)
{
	struct fail unused;
	int64_t n = -1;

	(void)number_whole(word, "", 0, INT64_MAX, &n, &unused); /* -1: not said */
	return n;
}

static void clear_row(struct keeper_row *row)
{
	for (int i = 0; i < row->edit_count; i++) {
		free(row->edits[i].path);
		free(row->edits[i].before);
		free(row->edits[i].after);
	}
	free(row->edits);
	free(row->name);
	free(row->summary);
	free(row->reason);
	free(row->tier);
	free(row->reach);
	*row = (struct keeper_row){ 0 };
}

static struct keeper_row *row_named(struct keeper *k, const char *name)
{
	for (int i = 0; i < k->row_count; i++)
		if (!strcmp(k->rows[i].name, name))
			return &k->rows[i];
	return NULL;
}

/* knob NAME TIER REACH OUTCOME SUMMARY REASON: a new row, or a row anew */
static void take_knob(struct keeper *k, char **w)
{
	struct keeper_row *row = row_named(k, w[1]);
	int outcome = index_of(wire_words, w[4]);

	if (row) {
		clear_row(row);
	} else {
		k->rows = xrealloc(k->rows, (size_t)k->row_count + 1, sizeof(*k->rows));
		row = &k->rows[k->row_count++];
	}
	*row = (struct keeper_row){
		.name = xstrdup(w[1]),
		.tier = xstrdup(w[2]),
		.reach = xstrdup(w[3]),
		.outcome = outcome < 0 ? KEEPER_CANNOT : (enum keeper_outcome)outcome,
		.summary = xstrdup(w[5]),
		.reason = xstrdup(w[6]),
	};
}

/* edit NAME PATH BEFORE AFTER */
static void take_edit(struct keeper *k, char **w)
{
	struct keeper_row *row = row_named(k, w[1]);
	struct keeper_edit *e;

	if (!row)
		return;
	row->edits = xrealloc(row->edits, (size_t)row->edit_count + 1, sizeof(*row->edits));
	e = &row->edits[row->edit_count++];
	*e = (struct keeper_edit){ xstrdup(w[2]), xstrdup(w[3]), xstrdup(w[4]) };
	e->before[strcspn(e->before, "\n")] = '\0';
}

/* holder IS [USER SINCE PID-or-COUNT | WHY] */
static void take_holder(struct keeper *k, char **w)
{
	static const char *const words[] = { "nobody", "lives", "died", "unknown", NULL };
	int is = index_of(words, w[1]);
	struct keeper_holder *h = &k->holder;

	free(h->why);
	*h = (struct keeper_holder){ .is = is < 0 ? KEEPER_UNKNOWN : (enum keeper_holding)is };
	if (h->is == KEEPER_UNKNOWN) {
		h->why = xstrdup(w[2]);
		return;
	}
	h->user = whole(w[2]);
	h->since = whole(w[3]);
	h->pid = h->is == KEEPER_LIVES ? whole(w[4]) : -1;
	h->left = h->is == KEEPER_DIED ? whole(w[4]) : 0;
}

static void close_cage(struct keeper_cage *c)
{
	owns_close(&c->procs_fd);
	owns_close(&c->group_fd);
	owns_close(&c->kill_fd);
	free(c->form);
	free(c->reason);
	free(c->group);
	*c = (struct keeper_cage){ .procs_fd = -1, .group_fd = -1, .kill_fd = -1 };
}

static int open_in(const char *folder, const char *name, int flags)
{
	char path[4096];

	if (!*folder)
		return -1;
	(void)snprintf(path, sizeof(path), "/%s%s%s", folder, *name ? "/" : "", name); /* else absent */
	return open(path, flags | O_CLOEXEC);
}

/* cage FORM CPUSET TRACK REASON */
static void take_cage(struct keeper *k, char **w)
{
	struct keeper_cage *c = &k->cage;

	close_cage(c);
	c->form = xstrdup(w[1]);
	c->reason = xstrdup(w[4]);
	c->group = xstrdup(*w[3] ? w[3] : w[2]);
	c->procs_fd = open_in(w[2], "cgroup.procs", O_WRONLY);
	c->group_fd = open_in(w[3], "", O_RDONLY | O_DIRECTORY);
	c->kill_fd = open_in(w[3], "cgroup.kill", O_WRONLY);
}

static void take_waiting(struct keeper *k, char **w)
{
	owns_text struct text sentence = { 0 };

	take_holder(k, w);
	if (!k->want.say)
		return;
	text_puts(&sentence, "waiting for the host: ");
	keeper_holder_text(&k->holder, &sentence);
	k->want.say(text_of(&sentence), k->want.data);
}

/* Returns 1 at the end of an answer, 0 in front of it, -1 with the keeper's sentence. */
static int take_line(struct keeper *k, char *line, struct fail *f)
{
	char *w[WORDS_MAX];
	int n = words_split(line, w);

	if (n == 1 && !strcmp(w[0], "done"))
		return 1;
	if (n == 2 && !strcmp(w[0], "error"))
		return fail_set(f, FAIL_HOST, "%s", w[1]);
	if (n == 7 && !strcmp(w[0], "knob"))
		take_knob(k, w);
	else if (n == 5 && !strcmp(w[0], "edit"))
		take_edit(k, w);
	else if (n >= 2 && !strcmp(w[0], "holder"))
		take_holder(k, w);
	else if (n >= 2 && !strcmp(w[0], "waiting"))
		take_waiting(k, w);
	else if (n == 5 && !strcmp(w[0], "cage"))
		take_cage(k, w);
	else if (n == 2 && !strcmp(w[0], "remark"))
		text_printf(&k->remarks, "%s\n", w[1]);
	return 0;
}

static int gone(struct keeper *k, struct fail *f)
{
	k->is_held = false;
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
			rc = take_line(k, line, f);
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
			return fail_set(f, FAIL_HOST,
					"the keeper's channel was closed at once (does sudo log its input or output? 'Defaults!/path/of/becalm-keeper !log_input, !log_output')");
		if (rc <= 0)
			continue;
		if (row == 0 && strcmp(line, "becalm-keeper 1 " BECALM_VERSION) != 0)
			return fail_set(f, FAIL_HOST, "another version of the keeper is installed: '%.60s'",
					line);
		if (row++ == 0)
			continue;
		if (words_split(line, w) == 2 && !strcmp(w[0], "error"))
			return fail_set(f, FAIL_HOST, "the keeper refuses: %s", w[1]);
		k->pid = (pid_t)whole(w[1]);
		k->has_rights = !strcmp(w[2], "root");
	}
	return 0;
}

int keeper_start(struct keeper *k, const struct keeper_want *want, struct fail *f)
{
	*k = (struct keeper){ .fd = -1, .pidfd = -1, .want = *want };
	k->cage = (struct keeper_cage){ .procs_fd = -1, .group_fd = -1, .kill_fd = -1 };
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
	close_cage(&k->cage);
	if (!k->is_held)
		return 0;
	k->is_held = false;
	return ask_word(k, "release", f);
}

int keeper_restore(struct keeper *k, struct fail *f)
{
	return ask_word(k, "restore", f);
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
		clear_row(&k->rows[i]);
	free(k->rows);
	free(k->holder.why);
	close_cage(&k->cage);
	text_free(&k->remarks);
	lines_free(&k->in);
	*k = (struct keeper){ .fd = -1, .pidfd = -1 };
}
