/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/owns.h"

enum { HEAD_MAX = 4096 };

/* Reads the start of a file; returns how many bytes, 0 when it cannot be read. */
static size_t read_head(const char *path, char *head)
{
	owns_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? 0 : read(fd, head, HEAD_MAX);

	return n < 0 ? 0 : (size_t)n;
}

/* "#! /path arg" (execve(2): blanks may stand before it). False: no script. */
static bool script_interpreter(const char *head, size_t n, char *out, size_t size)
{
	size_t at = 2;
	size_t end;

	if (n < 3 || memcmp(head, "#!", 2) != 0)
		return false;
	while (at < n && (head[at] == ' ' || head[at] == '\t'))
		at++;
	for (end = at; end < n && !memchr(" \t\n", head[end], 4); end++)
		;
	(void)snprintf(out, size, "%.*s", (int)(end - at), head + at); /* shown and tried only */
	return true;
}

static bool is_elf(const char *head, size_t n)
{
	return n >= SELFMAG && !memcmp(head, ELFMAG, SELFMAG);
}

/* Program header I of an ELF file of either class, of this byte order (elf(5)). */
static bool elf_segment(int fd, const char *head, int i, Elf64_Phdr *out)
{
	Elf64_Ehdr wide;
	Elf32_Ehdr narrow;
	Elf32_Phdr p;

	memcpy(&wide, head, sizeof(wide));
	memcpy(&narrow, head, sizeof(narrow));
	if (head[EI_CLASS] == ELFCLASS64)
		return i < wide.e_phnum && pread(fd, out, sizeof(*out), (off_t)wide.e_phoff +
						 i * (off_t)sizeof(*out)) == sizeof(*out);
	if (i >= narrow.e_phnum ||
	    pread(fd, &p, sizeof(p), (off_t)narrow.e_phoff + i * (off_t)sizeof(p)) != sizeof(p))
		return false;
	*out = (Elf64_Phdr){ .p_type = p.p_type, .p_offset = p.p_offset, .p_filesz = p.p_filesz };
	return true;
}

/* The program interpreter that an ELF file names. */
static bool elf_interpreter(const char *path, const char *head, size_t n, char *out, size_t size)
{
	owns_fd int fd = -1;
	Elf64_Phdr p;

	if (n < sizeof(Elf64_Ehdr) || !is_elf(head, n))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	for (int i = 0; fd >= 0 && elf_segment(fd, head, i, &p); i++) {
		ssize_t got;

		if (p.p_type != PT_INTERP)
			continue;
		got = pread(fd, out, p.p_filesz < size ? p.p_filesz : size - 1, (off_t)p.p_offset);
		if (got <= 0)
			return false;
		out[got] = '\0';
		return true;
	}
	return false;
}

static bool find_interpreter(const char *path, char *out, size_t size)
{
	char head[HEAD_MAX];
	size_t n = read_head(path, head);

	return script_interpreter(head, n, out, size) || elf_interpreter(path, head, n, out, size);
}

int command_explain(const char *path, int error, struct fail *f)
{
	char shown[256];
	char interpreter[1024];
	char quoted[256];
	char head[HEAD_MAX];
	struct stat st;

	fail_quote(shown, sizeof(shown), path);
	if (error == ENOENT && !stat(path, &st) &&
	    find_interpreter(path, interpreter, sizeof(interpreter)))
		return fail_set(f, FAIL_NOTFOUND, "cannot execute '%s': its interpreter '%s' is missing",
				shown, fail_quote(quoted, sizeof(quoted), interpreter));
	if (error == ENOENT)
		return fail_set(f, FAIL_NOTFOUND, "no program '%s'", shown);
	if (error == ENOEXEC && is_elf(head, read_head(path, head)))
		return fail_set(f, FAIL_NOEXEC, "cannot execute '%s': built for another processor, "
				"or damaged", shown);
	if (error == ENOEXEC)
		return fail_set(f, FAIL_NOEXEC,
				"cannot execute '%s': no valid executable format (a script needs a first "
				"line such as #!/bin/sh; or run it by: sh '%s')",
				shown, shown);
	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return fail_set(f, FAIL_NOEXEC, "cannot execute '%s': it is a directory", shown);
	return fail_set(f, FAIL_NOEXEC, "cannot execute '%s': %s", shown, strerror(error));
}

/* Formats that the kernel was taught (binfmt_misc): then only execve knows. */
static bool has_more_formats(void)
{
	return !access("/proc/sys/fs/binfmt_misc/status", F_OK);
}

/* Finds out what execve(path) would say, as far as one can without it. 0 or errno. */
static int try_path(const char *path)
{
	char head[HEAD_MAX];
	char interpreter[1024];
	struct stat st;
	size_t n;

	if (stat(path, &st) < 0)
		return errno;
	if (!S_ISREG(st.st_mode) || access(path, X_OK) < 0)
		return EACCES;
	n = read_head(path, head);
	if (!n)
		return st.st_size ? 0 : ENOEXEC; /* executable but not readable: let execve try */
	if (memcmp(head, "#!", n < 2 ? n : 2) != 0 && !is_elf(head, n))
		return has_more_formats() ? 0 : ENOEXEC;
	if (find_interpreter(path, interpreter, sizeof(interpreter)) && access(interpreter, F_OK) < 0)
		return ENOENT;
	return 0;
}

static char *join(const char *folder, size_t n, const char *name)
{
	size_t size = n + strlen(name) + 3;
	char *path = xcalloc(size, 1);

	(void)snprintf(path, size, "%.*s/%s", n ? (int)n : 1, n ? folder : ".", name); /* fits */
	return path;
}

/* As execvp(3): the first that works; one that exists but cannot be executed is remembered. */
static char *search_path(const char *name, const char *search, struct fail *f)
{
	owns_mem char *refused = NULL;
	char shown[256];

	for (const char *at = search;; at++) {
		size_t n = strcspn(at, ":");
		char *path = join(at, n, name);
		int error = try_path(path);

		if (!error)
			return path;
		if (error != ENOTDIR && !refused && !access(path, F_OK))
			refused = keep_mem(&path);
		owns_free(&path);
		at += n;
		if (!*at)
			break;
	}
	if (refused)
		return command_explain(refused, try_path(refused), f), NULL;
	fail_set(f, FAIL_NOTFOUND, "no program '%s' on PATH%s", fail_quote(shown, sizeof(shown), name),
		 strchr(name, ' ') ? " (a program and its arguments are words of their own; sh -c '...' "
				     "runs a line of shell)" : "");
	return NULL;
}

char *command_resolve(const char *name, const char *search, struct fail *f)
{
	int error;

	if (!strchr(name, '/') && *name)
		return search_path(name, search ? search : "/bin:/usr/bin", f);
	error = try_path(name);
	if (error)
		return command_explain(name, error, f), NULL;
	return xstrdup(name);
}

const char *command_remark(char *const *argv)
{
	static const struct {
		const char *sign, *remedy;
	} signs[] = {
		{ "<", "--stdin FILE gives the command an input" },
		{ ">", "--output FILE takes its output" },
		{ ">>", "--output FILE takes its output" },
		{ "2>&1", "--output FILE takes both streams" },
		{ "|", "sh -c '... | ...' runs a pipeline" },
		{ "&&", "sh -c '... && ...' runs both" },
		{ "||", "sh -c '... || ...' runs both" },
		{ ";", "sh -c '...; ...' runs both" },
		{ "&", "sh -c '... &' runs it in a shell" },
	};
	static char remark[512];
	char found[64] = "";
	char remedies[320] = "";
	size_t at = 0;
	size_t end = 0;

	for (; *argv; argv++)
		for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
			if (strcmp(*argv, signs[i].sign) != 0 || at + 12 > sizeof(found))
				continue;
			at += (size_t)snprintf(found + at, sizeof(found) - at, "%s'%s'", /* fits */
					       at ? ", " : "", signs[i].sign);
			if (!strstr(remedies, signs[i].remedy) && end + 48 < sizeof(remedies))
				end += (size_t)snprintf(remedies + end, sizeof(remedies) - end, /* fits */
							"; %s", signs[i].remedy);
		}
	if (!at)
		return NULL;
	(void)snprintf(remark, sizeof(remark), /* fits */
		       "the command gets %s as ordinary words, no shell reads them%s (-q silences this)",
		       found, remedies);
	return remark;
}
