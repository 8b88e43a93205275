/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * garbage MODE: writes two good runs of garbage.good (100 and 300 ns) into the pipe and
 * between them what MODE says. The launcher must keep the good ones.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fd;

static void put(const void *bytes, size_t n)
{
	if (write(fd, bytes, n) != (ssize_t)n)
		_exit(3); /* a blocking pipe takes all or kills us */
}

static void line(const char *text)
{
	char out[5000];

	put(out, (size_t)snprintf(out, sizeof(out), "%s\n", text));
}

static void good(int ns)
{
	char text[200];

	(void)snprintf(
		text, sizeof(text),
		"run name=garbage.good iters=1 timed_ns=%d wall_ns=%d inv=%s pid=%d", ns,
		ns, getenv("BECALM_INVOCATION"), (int)getpid()); /* fits */
	line(text);
}

static void bytes(void)
{
	unsigned char any[4096];

	for (size_t i = 0; i < sizeof(any); i++)
		any[i] = (unsigned char)(i * 2654435761u >> 7);
	for (int i = 0; i < 16; i++)
		put(any, sizeof(any));
	line("");
}

static void without_newline(void)
{
	static char block[65536];

	memset(block, 'x', sizeof(block));
	for (int i = 0; i < 160; i++)
		put(block, sizeof(block));
	line("");
}

static void in_pieces(void)
{
	static const char whole[] =
		"run name=garbage.pieces iters=1 timed_ns=200 wall_ns=200\n";

	for (size_t i = 0; whole[i]; i++) {
		put(whole + i, 1);
		(void)usleep(200); /* so that the launcher reads it in pieces */
	}
}

static const struct {
	const char *mode, *line;
} lines[] = {
	{ "negative", "run name=garbage.bad iters=1 timed_ns=-56 wall_ns=100" },
	{ "infinite", "run name=garbage.bad iters=1 timed_ns=inf wall_ns=100" },
	{ "nan", "run name=garbage.bad iters=1 timed_ns=nan wall_ns=100" },
	{ "missing", "run name=garbage.bad iters=1 wall_ns=100" },
	{ "overflow",
	  "run name=garbage.bad iters=1 timed_ns=99999999999999999999 wall_ns=100" },
	{ "too-long",
	  "run name=garbage.bad iters=1 timed_ns=10000000000 wall_ns=10000000000" },
	{ "timed-over-wall",
	  "run name=garbage.bad iters=1 timed_ns=9000000 wall_ns=100" },
	{ "no-iterations", "run name=garbage.bad iters=0 timed_ns=100 wall_ns=100" },
	{ "wrong-inv",
	  "run name=garbage.bad iters=1 timed_ns=200 wall_ns=200 inv=99999999" },
	{ "unknown", "frobnicate name=garbage.bad colour=red" },
	{ "version", "becalm 2" },
	{ "twice", "run name=garbage.twice iters=1 timed_ns=200 wall_ns=200\n"
		   "run name=garbage.twice iters=1 timed_ns=200 wall_ns=200" },
	{ "escape", "run name=\033[2J\033]0;x\007 iters=x" },
};

static int write_mode(const char *mode)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (!strcmp(mode, lines[i].mode))
			return line(lines[i].line), 0;
	if (!strcmp(mode, "bytes"))
		return bytes(), 0;
	if (!strcmp(mode, "no-newline"))
		return without_newline(), 0;
	if (!strcmp(mode, "pieces"))
		return in_pieces(), 0;
	return !strcmp(mode, "none") || !strcmp(mode, "half") ||
			       !strcmp(mode, "only-hello")
		       ? 0
		       : 2;
}

int main(int argc, char **argv)
{
	const char *path = getenv("BECALM_PIPE");
	char hello[200];

	if (argc != 2 || !path || !getenv("BECALM_INVOCATION"))
		return 2;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return 3;
	(void)snprintf(hello, sizeof(hello), "becalm 1\nhello inv=%s pid=%d",
		       getenv("BECALM_INVOCATION"), (int)getpid()); /* fits */
	line(hello);
	if (!strcmp(argv[1], "only-hello"))
		return 0;
	good(100);
	if (write_mode(argv[1]))
		return 2;
	good(300);
	if (!strcmp(argv[1], "half"))
		put("run name=garbage.half iters=1 timed_ns=1", 40);
	return 0;
}
