/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * becalm: chooses the command, prints its failure, chooses the exit status. The only
 * place that exits.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/opt.h"
#include "cmd/command.h"
#include "run/signals.h"

static const struct command *const commands[] = {
	&command_run,	  &command_versus, &command_compare, &command_hold, &command_host,
	&command_restore, &command_show,   &command_merge,   NULL,
};

static const char examples[] =
	"becalm runs a benchmark many times on a machine held still and says how sure the result is.\n"
	"\n"
	"  becalm -n 20 -- ./my_bench             20 processes of it\n"
	"  becalm -- python3 bench.py             until the result is precise to 1 %\n"
	"  becalm -o new.jsonl -- ./my_bench      the same, every run saved\n"
	"  becalm show -v new.jsonl               look at it again, run by run\n"
	"  becalm host                            what this machine can hold still, and what not\n"
	"\n"
	"--help: all options; becalm COMMAND --help: those of one command\n";

/* A closed stdin, stdout or stderr must not become a file that we open later. */
static void fill_standard_streams(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY);
	while (fd >= 0 && fd < 3);
	if (fd >= 3)
		(void)close(fd); /* nothing was written */
}

static int print_help(void)
{
	char *argv[] = { (char *)"becalm", (char *)"--help", NULL };
	struct ending end = { 0 };
	struct fail f = { 0 };

	(void)fputs(examples, stdout);
	(void)fputs("\nCommands:\n", stdout);
	for (const struct command *const *c = commands; *c; c++)
		(void)printf("  %-10s %s\n", (*c)->name, (*c)->summary);
	(void)putchar('\n');
	return command_run.run(2, argv, &end, &f);
}

/* For "no program 'comapre'": the subcommand that was probably meant. */
static void suggest(struct fail *f, const char *word)
{
	const char *names[sizeof(commands) / sizeof(commands[0])] = { NULL };
	const char *near;
	size_t n = strlen(f->text);

	for (size_t i = 0; commands[i]; i++)
		names[i] = commands[i]->name;
	near = opt_nearest(word, names);
	if (near && f->kind == FAIL_NOTFOUND && !strchr(word, '/'))
		(void)snprintf(f->text + n, sizeof(f->text) - n, "; did you mean 'becalm %s'?", near);
}

static int dispatch(int argc, char **argv, struct ending *end, struct fail *f)
{
	if (argc < 2)
		return fputs(examples, stdout) < 0 ? -1 : 0;
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return print_help();
	if (!strcmp(argv[1], "--version"))
		return printf("becalm %s\n", BECALM_VERSION) < 0 ? -1 : 0;
	for (const struct command *const *c = commands; *c; c++)
		if (!strcmp(argv[1], (*c)->name))
			return (*c)->run(argc - 1, argv + 1, end, f);
	if (command_run.run(argc, argv, end, f)) {
		suggest(f, argv[1]);
		return -1;
	}
	return 0;
}

static int fails(const struct fail *f)
{
	if (f->kind != FAIL_NONE)
		(void)fprintf(stderr, "becalm: %s\n", f->text);
	return fail_status(f);
}

int main(int argc, char **argv)
{
	struct ending end = { 0 };
	struct fail f = { 0 };

	fill_standard_streams();
	if (dispatch(argc, argv, &end, &f))
		end = (struct ending){ .status = fails(&f) };
	errno = 0;
	if (fflush(stdout) || ferror(stdout)) {
		errno = errno ? errno : EIO; /* an earlier flush failed: its reason is gone */
		(void)fail_sys(&f, "cannot write to standard output");
		end.status = fails(&f);
	}
	if (end.signal)
		signals_die(end.signal);
	exit(end.status);
}
