/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * becalm hold -- CMD: the host held still around any program; nothing is measured. The
 * program keeps becalm's streams, its terminal and its process group, so that
 * `becalm hold -- gdb ./x` works: what the keyboard sends reaches it by itself.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../host/choose.h"
#include "../run/child.h"
#include "../run/command.h"
#include "../run/leftovers.h"
#include "../run/self.h"
#include "../run/signals.h"
#include "../run/user.h"
#include "command.h"
#include "holding.h"

struct hold_run {
	struct holding_options options;
	struct wish wish;
	const char *root;
	bool is_dry, is_quiet, wants_help;
	char **argv; /* of the program */

	struct tree host;
	struct topology topology;
	struct given given;
	struct choice choice;
	struct claims claims;
	struct holding holding;
	struct signals signals;
	struct sentences remarks;
	struct child child;
	int stop;	    /* the signal that ended a wait */
	bool has_no_keeper; /* it died */
};

static void say(struct hold_run *r)
{
	for (int i = 0; i < r->remarks.n && !r->is_quiet; i++)
		(void)fprintf(stderr, "becalm: %s\n", r->remarks.line[i]);
	r->remarks.n = 0;
}

static int choose_cpus(struct hold_run *r, struct fail *f)
{
	if (tree_open(&r->host, r->root, f) || topology_load(&r->host, &r->topology, f) ||
	    given_read(&r->host, &r->given, f))
		return -1;
	r->wish.is_nested = !r->root && getenv("BECALM_PIPE");
	if (r->root)
		return choose(&r->topology, &r->given, &r->wish, NULL, &r->choice, f);
	return choose_and_claim(&r->topology, &r->given, &r->wish, &r->choice, &r->claims, f);
}

/* Takes one signal: its number, 0: none. *is_typed: the terminal sent it to the program too. */
static int take_signal(struct hold_run *r, bool *is_typed)
{
	struct signalfd_siginfo info;

	if (read(r->signals.fd, &info, sizeof(info)) != sizeof(info))
		return 0;
	*is_typed = info.ssi_code == SI_KERNEL;
	return (int)info.ssi_signo;
}

static void pass_on(struct hold_run *r)
{
	bool is_typed = false;
	int sig = take_signal(r, &is_typed);

	if (sig && !is_typed)
		(void)kill(r->child.pid, sig); /* not yet reaped, so it is ours */
	if (sig == SIGTSTP)
		signals_suspend(&r->signals); /* the host stays held: keeper.conf's longest hold */
}

/* The keeper died: the program runs on, but no longer on a held host. */
static void lose_keeper(struct hold_run *r)
{
	r->has_no_keeper = true;
	(void)kill(r->child.pid, SIGTERM); /* what it does now is not what was asked for */
	(void)holding_repair(&r->holding, &r->remarks);
	say(r);
}

/* Until the program ends. Its end also comes when the keeper puts the host back. */
static void wait_for_end(struct hold_run *r)
{
	struct fail unused;

	for (;;) {
		struct pollfd fds[] = {
			{ r->child.pidfd, POLLIN, 0 },
			{ r->signals.fd, POLLIN, 0 },
			{ r->holding.is_asking && !r->has_no_keeper ? r->holding.keeper.pidfd : -1, POLLIN, 0 },
		};

		(void)poll(fds, 3, r->holding.keeper.is_held ? 1000 : -1); /* looked at again */
		if (fds[0].revents)
			return;
		if (fds[1].revents)
			pass_on(r);
		if (fds[2].revents)
			lose_keeper(r);
		else if (holding_check(&r->holding, &r->remarks, &unused) > 0)
			say(r);
	}
}

static struct ending reap(struct hold_run *r)
{
	int status = 0;

	while (waitpid(r->child.pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		return (struct ending){ .status = 128 + WTERMSIG(status), .signal = WTERMSIG(status) };
	return (struct ending){ .status = WEXITSTATUS(status) };
}

static int start_child(struct hold_run *r, const char *path, struct fail *f)
{
	const struct keeper_cage *cage = &r->holding.keeper.cage;
	const bool is_held = r->holding.keeper.is_held;
	const struct launch launch = {
		.path = path,
		.argv = r->argv,
		.envp = environ,
		.cpus = r->options.hold == HOLD_NONE || r->root ? NULL : &r->choice.measured,
		.groups = { is_held ? cage->track_fd : -1, is_held ? cage->procs_fd : -1 },
		.in_fd = -1,
		.out_fd = -1,
		.err_fd = -1,
		.pipe_fd = -1,
		.memory_node = -1,
		.aslr = ASLR_LEAVE,
		.is_foreground = true,
	};

	return child_start(&launch, &r->child, f);
}

/* A signal that comes while the host is waited for ends the wait. */
static int hold_host(struct hold_run *r, struct fail *f)
{
	bool is_typed;

	if (!holding_hold(&r->holding, &r->choice, r->signals.fd, &r->remarks, f))
		return 0;
	say(r);
	if (r->holding.keeper.is_stopped)
		r->stop = take_signal(r, &is_typed);
	return -1;
}

static int run_held(struct hold_run *r, const char *path, struct ending *end, struct fail *f)
{
	bool is_stuck;

	if (signals_open(&r->signals, f) || leftovers_adopt(f))
		return -1;
	if (hold_host(r, f)) {
		*end = (struct ending){ .status = 128 + r->stop, .signal = r->stop };
		return r->stop ? 0 : -1;
	}
	if (!r->holding.is_asking && r->options.hold == HOLD_DEFAULT)
		sentences_add(&r->remarks, "no setting of the host is held: %s", r->holding.why_not);
	say(r);
	if (!r->root && r->options.hold != HOLD_NONE && self_bind(&r->choice.launcher, f))
		return -1;
	if (start_child(r, path, f))
		return -1;
	wait_for_end(r);
	*end = reap(r);
	(void)leftovers_end(&is_stuck); /* what the cage does not hold */
	if (r->has_no_keeper)
		*end = (struct ending){ .status = 125 };
	return 0;
}

static int dry_run(struct hold_run *r, struct fail *f)
{
	owns_text struct text out = { 0 };

	if (holding_probe(&r->holding, &r->choice, f))
		return -1;
	if (r->holding.is_asking)
		keeper_edits(&r->holding.keeper, &out);
	else
		text_printf(&out, "No setting of the host would be changed: %s.\n", r->holding.why_not);
	(void)fputs(text_of(&out), stdout); /* main looks at its state */
	return 0;
}

static int hold(struct hold_run *r, struct ending *end, struct fail *f)
{
	owns_mem char *path = NULL;

	if (holding_start(&r->holding, &r->options, r->root, f) ||
	    (!r->options.is_as_root && user_become(f)))
		return -1;
	path = command_resolve(r->argv[0], getenv("PATH"), f);
	if (!path || choose_cpus(r, f))
		return -1;
	return r->is_dry ? dry_run(r, f) : run_held(r, path, end, f);
}

static void close_all(struct hold_run *r)
{
	if (!holding_end(&r->holding, &r->remarks))
		r->is_quiet = false; /* this must be seen */
	say(r);
	signals_close(&r->signals);
	claims_drop(&r->claims);
	tree_close(&r->host);
	owns_close(&r->child.pidfd);
}

static int show_help(const struct opt *rows)
{
	owns_text struct text out = { 0 };

	text_puts(&out, "usage: becalm hold [OPTION]... [--] COMMAND [ARGUMENT]...\n"
			"Holds the host still while COMMAND runs; measures nothing.\n");
	opt_help(rows, &out);
	(void)fputs(text_of(&out), stdout); /* main looks at its state */
	return 0;
}

static int parse(struct hold_run *r, int argc, char **argv, struct fail *f)
{
	const struct opt rows[] = {
		HOLDING_ROWS(&r->options),
		{ 0, "cpus", "LIST", "on these CPUs", opt_text, &r->wish.cpus },
		{ 0, "cores", "N", "on that many cores (default: one)", opt_count, &r->wish.cores },
		{ 0, NULL, NULL, "Output", NULL, NULL },
		{ 0, "dry-run", NULL, "print the edits of the host, then stop", opt_flag, &r->is_dry },
		{ 'q', "quiet", NULL, "no remarks", opt_flag, &r->is_quiet },
		{ 0, "root", "DIR", "a folder that is made like a host, instead of this one", opt_text,
		  &r->root },
		{ 'h', "help", NULL, "this text", opt_flag, &r->wants_help },
		{ 0, NULL, NULL, NULL, NULL, NULL },
	};
	int operand;

	if (opt_parse(rows, argc, argv, &operand, f))
		return -1;
	if (r->wants_help)
		return show_help(rows);
	if (operand == argc)
		return fail_set(f, FAIL_USAGE, "no command to hold the host for (becalm hold -- COMMAND)");
	r->argv = argv + operand;
	return 0;
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	static struct hold_run r; /* 100 KiB, and zero */
	int rc;

	r.options = HOLDING_DEFAULT;
	r.host.fd = r.signals.fd = r.child.pidfd = -1;
	r.holding.keeper.fd = r.holding.keeper.pidfd = -1;
	if (parse(&r, argc, argv, f))
		return -1;
	if (r.wants_help)
		return 0;
	rc = hold(&r, end, f);
	close_all(&r);
	return rc;
}

const struct command command_hold = {
	.name = "hold",
	.summary = "hold the host still around any program",
	.run = run,
};
