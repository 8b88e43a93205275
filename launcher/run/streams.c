/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "streams.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/owns.h"

enum { EXCERPT = 64 * 1024, TAKE_BLOCK = 64 * 1024, THICK = 4 << 20 };

static int open_null(struct fail *f)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		(void)fail_sys(f, "cannot open '/dev/null'");
	return fd;
}

/* Opening a pipe would wait for its other end, and becalm with it, for ever. */
static int open_now(const char *path, int flags)
{
	int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);

	if (fd >= 0)
		(void)fcntl(fd, F_SETFL, flags & O_APPEND); /* cannot fail: the command may wait as it likes */
	return fd;
}

static int open_memory(const char *name, struct fail *f)
{
	owns_fd int fd = memfd_create(name, MFD_CLOEXEC);

	/* O_APPEND, so that a child which truncates or seeks stays consistent. */
	if (fd < 0 || fcntl(fd, F_SETFL, O_APPEND) < 0)
		return fail_sys(f, "cannot make a memory file for the command's output");
	return keep_fd(&fd);
}

static int open_outputs(struct streams *s, const struct plan *p, struct fail *f)
{
	char shown[256];

	switch (s->output) {
	case OUTPUT_CAPTURE:
		s->out_fd = open_memory("stdout", f);
		s->err_fd = s->out_fd < 0 ? -1 : open_memory("stderr", f);
		break;
	case OUTPUT_NULL:
		s->out_fd = open_null(f);
		s->err_fd = s->out_fd < 0 ? -1 : open_null(f);
		break;
	case OUTPUT_FILE:
		s->out_fd = open_now(p->output_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
		if (s->out_fd < 0)
			return fail_sys(f, "cannot open '%s' for the command's output",
					fail_quote(shown, sizeof(shown), p->output_path));
		s->err_fd = fcntl(s->out_fd, F_DUPFD_CLOEXEC, 3);
		break;
	default:
		return 0;
	}
	return s->out_fd < 0 || s->err_fd < 0 ? -1 : 0;
}

int streams_open(struct streams *s, const struct plan *p, enum output output, struct fail *f)
{
	*s = (struct streams){ .output = output, .stdin_path = p->stdin_path,
			       .in_fd = -1, .out_fd = -1, .err_fd = -1 };
	if (open_outputs(s, p, f) || streams_begin(s, f)) {
		streams_close(s);
		return -1;
	}
	return 0;
}

void streams_close(struct streams *s)
{
	owns_close(&s->in_fd);
	owns_close(&s->out_fd);
	owns_close(&s->err_fd);
	s->in_fd = s->out_fd = s->err_fd = -1;
}

int streams_begin(struct streams *s, struct fail *f)
{
	char shown[256];
	struct stat st;

	s->out_read = 0;
	if (s->output == OUTPUT_CAPTURE && (ftruncate(s->out_fd, 0) < 0 || ftruncate(s->err_fd, 0) < 0))
		return fail_sys(f, "cannot empty the memory file of the command's output");
	if (!s->stdin_path && s->in_fd >= 0)
		return 0; /* /dev/null has no position */
	owns_close(&s->in_fd);
	if (!s->stdin_path)
		return (s->in_fd = open_null(f)) < 0 ? -1 : 0;
	s->in_fd = open_now(s->stdin_path, O_RDONLY);
	if (s->in_fd < 0)
		return fail_sys(f, "cannot open '%s' for --stdin",
				fail_quote(shown, sizeof(shown), s->stdin_path));
	if (!fstat(s->in_fd, &st) && (S_ISFIFO(st.st_mode) || S_ISDIR(st.st_mode)))
		return fail_set(f, FAIL_USAGE, "--stdin needs a file that each process can read from its "
				"start: '%s' is a %s", fail_quote(shown, sizeof(shown), s->stdin_path),
				S_ISDIR(st.st_mode) ? "directory" : "pipe");
	return 0;
}

static off_t size_of(int fd)
{
	struct stat st;

	return fd >= 0 && !fstat(fd, &st) ? st.st_size : 0;
}

void streams_take(struct streams *s, void (*take)(void *data, const char *bytes, size_t n),
		  void *data)
{
	static char block[TAKE_BLOCK];
	ssize_t n;

	if (s->output != OUTPUT_CAPTURE)
		return;
	while ((n = pread(s->out_fd, block, sizeof(block), s->out_read)) > 0) {
		take(data, block, (size_t)n);
		s->out_read += n;
	}
}

/* Gives back everything but the first and the last part. Memory files support holes. */
static void thin(int fd)
{
	off_t size = size_of(fd);

	if (size > THICK)
		(void)fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, EXCERPT,
				size - THICK / 2 - EXCERPT); /* else it merely stays in memory */
}

void streams_thin(struct streams *s)
{
	if (s->output != OUTPUT_CAPTURE)
		return;
	thin(s->out_fd);
	thin(s->err_fd);
}

long long streams_size(const struct streams *s)
{
	return s->output == OUTPUT_CAPTURE ? (long long)(size_of(s->out_fd) + size_of(s->err_fd)) : 0;
}

static void add_part(int fd, off_t at, off_t end, struct text *out)
{
	char block[4096];

	while (at < end) {
		size_t want = end - at < (off_t)sizeof(block) ? (size_t)(end - at) : sizeof(block);
		ssize_t n = pread(fd, block, want, at);

		if (n <= 0)
			return;
		text_add(out, block, (size_t)n);
		at += n;
	}
}

void streams_excerpt(const struct streams *s, bool is_stderr, struct text *out)
{
	int fd = is_stderr ? s->err_fd : s->out_fd;
	off_t size = size_of(fd);

	if (s->output != OUTPUT_CAPTURE)
		return;
	if (size <= 2 * EXCERPT) {
		add_part(fd, 0, size, out);
		return;
	}
	add_part(fd, 0, EXCERPT, out);
	text_printf(out, "\n[... %lld bytes left out ...]\n", (long long)size - 2 * EXCERPT);
	add_part(fd, size - EXCERPT, size, out);
}
