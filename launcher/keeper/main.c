/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * becalm-keeper: the only program that changes the host, and puts it back when the
 * session ends, however it ends. It speaks over its standard streams (talk.h) and
 * never executes anything.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include "../base/owns.h"
#include "../base/words.h"
#include "conf.h"
#include "guard.h"
#include "rights.h"
#include "session.h"
#include "talk.h"

static void hello(struct text *out, const struct session *s)
{
	text_puts(out, "becalm-keeper 1 " BECALM_VERSION "\n");
	words_add(out, "keeper");
	words_number(out, getpid());
	words_add(out, s->has_rights ? "root" : "user");
	text_puts(out, "\n");
}

static void __attribute__((noreturn)) refuse(const struct fail *f)
{
	owns_text struct text line = { 0 };

	text_puts(&line, "becalm-keeper 1 " BECALM_VERSION "\n");
	words_line(&line, (const char *[]){ "error", f->text, NULL });
	(void)!write(STDOUT_FILENO, line.s, line.n); /* nobody listens: then nobody asks */
	(void)dprintf(STDERR_FILENO, "becalm-keeper: %s\n", f->text); /* likewise */
	_exit(125);
}

/*
 * Descriptors 0 to 2 must be there, or a file of the host would become one of them. Any
 * others are the caller's: kept open here, a pipe of theirs would never end.
 */
static void fill_streams(void)
{
	int fd;

	(void)close_range(3, ~0U, 0); /* kernels before 5.9: they stay */
	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= 2);
	if (fd > 2)
		(void)close(fd); /* only to see its number */
}

static int parse_arguments(int argc, char **argv, const char **root, struct fail *f)
{
	*root = NULL;
	if (argc == 3 && !strcmp(argv[1], "--root") && argv[2][0])
		*root = argv[2];
	else if (argc != 1)
		return fail_set(f, FAIL_USAGE,
				"becalm-keeper is started by becalm; its only option is --root DIR, a fake host");
	return 0;
}

/*
 * becalm gives one socket as input and output. A sudo that logs either puts a pipe of its
 * own there, which is dead once sudo has ended: no answer would ever arrive.
 */
static int check_channel(struct fail *f)
{
	struct stat in;
	struct stat out;

	if (!fstat(STDIN_FILENO, &in) && !fstat(STDOUT_FILENO, &out) && in.st_dev == out.st_dev &&
	    in.st_ino == out.st_ino)
		return 0;
	return fail_set(f, FAIL_HOST,
			"sudo logs the keeper's input or output, which closes its channel: exempt it by "
			"'Defaults!becalm-keeper !log_input, !log_output' (with its path)");
}

int main(int argc, char **argv)
{
	owns_text struct text greeting = { 0 };
	struct session session;
	struct caller caller;
	struct conf conf;
	struct tree root;
	const char *dir;
	struct fail f;

	fill_streams();
	if (parse_arguments(argc, argv, &dir, &f) || rights_caller(&caller, &f) ||
	    (caller.is_sudo && (rights_check_program(&f) || check_channel(&f))) || tree_open(&root, dir, &f) ||
	    conf_load(&root, &conf, &f) || guard_fork(&f))
		refuse(&f);
	root.is_strict = true;
	openlog("becalm-keeper", LOG_PID | LOG_NDELAY, LOG_AUTHPRIV);
	rights_settle(&root);
	session_start(&session, root, conf, caller.uid);
	hello(&greeting, &session);
	if (write(STDOUT_FILENO, greeting.s, greeting.n) == (ssize_t)greeting.n)
		talk_run(&session, STDIN_FILENO, STDOUT_FILENO);
	return 0;
}
