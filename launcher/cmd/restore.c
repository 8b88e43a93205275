/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * becalm restore: puts back what a killed session left changed. Usually there is no need:
 * the next becalm that may does the same before it begins.
 */
#include <stdio.h>
#include <string.h>

#include "../base/opt.h"
#include "../base/owns.h"
#include "../host/keeper.h"
#include "command.h"

static int restore(struct keeper *k, struct fail *f)
{
	owns_text struct text told = { 0 };
	int rc = keeper_restore(k, f);

	if (k->remarks.n) {
		(void)fputs(k->remarks.s, stdout); /* main looks at its state */
	} else if (!rc) {
		(void)fputs("nothing to restore\n", stdout); /* likewise */
	} else if (k->holder.is == KEEPER_LIVES) {
		keeper_holder_text(&k->holder, &told);
		return fail_wrap(f, "%s", text_of(&told));
	}
	return rc;
}

static int show_help(const struct opt *rows)
{
	owns_text struct text out = { 0 };

	text_puts(&out, "usage: becalm restore [OPTION]...\n"
			"Puts back the host settings that a killed session left changed.\n");
	opt_help(rows, &out);
	(void)fputs(text_of(&out), stdout); /* main looks at its state */
	return 0;
}

static int run(int argc, char **argv, struct ending *end, struct fail *f)
{
	struct keeper_want want = { .tier = "default", .may_sudo = true, .stop_fd = -1 };
	bool wants_help = false;
	const struct opt rows[] = {
		{ 0, NULL, NULL, "Options", NULL, NULL },
		{ 0, "root", "DIR", "a folder that is made like a host, instead of this one", opt_text,
		  &want.root },
		{ 'h', "help", NULL, "this text", opt_flag, &wants_help },
		{ 0, NULL, NULL, NULL, NULL, NULL },
	};
	struct keeper k;
	int operand;
	int rc;

	(void)end; /* 0, or what a failure makes of it */
	if (opt_parse(rows, argc, argv, &operand, f))
		return -1;
	if (operand < argc)
		return fail_set(f, FAIL_USAGE, "restore takes no arguments (--help shows its options)");
	if (wants_help)
		return show_help(rows);
	if (keeper_start(&k, &want, f))
		return -1;
	rc = restore(&k, f);
	keeper_stop(&k);
	return rc;
}

const struct command command_restore = {
	.name = "restore",
	.summary = "put back what a killed session left changed",
	.run = run,
};
