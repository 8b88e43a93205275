/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "counters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/fail.h"
#include "../base/owns.h"

#define CPU "sys/devices/system/cpu/"

/*
 * Bytes of a file of any length (/proc/interrupts is 1.5 MiB on 256 CPUs), through one
 * buffer on the stack.
 */
struct bytes {
	int fd;
	size_t at, n;
	char buffer[16384];
};

/* The next byte, or -1 at the end or on an error. */
static inline int next(struct bytes *b)
{
	if (b->at == b->n) {
		ssize_t n;

		do
			n = read(b->fd, b->buffer, sizeof(b->buffer));
		while (n < 0 && errno == EINTR);
		if (n <= 0)
			return -1;
		b->n = (size_t)n;
		b->at = 0;
	}
	return (unsigned char)b->buffer[b->at++];
}

static inline bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

/* Counters wrap, and a file may read anything: sums never do so below nothing. */
static inline int64_t plus(int64_t a, int64_t b)
{
	return (int64_t)(((uint64_t)a + (uint64_t)b) & INT64_MAX);
}

/* Reads the digits that start with c; *c becomes the byte behind them. */
static inline int64_t number(struct bytes *b, int *c)
{
	uint64_t n = 0;

	for (; is_digit(*c); *c = next(b))
		n = n * 10 + (uint64_t)(*c - '0');
	return (int64_t)(n & INT64_MAX);
}

static inline void skip_blanks(struct bytes *b, int *c)
{
	while (*c == ' ' || *c == '\t')
		*c = next(b);
}

static inline void skip_line(struct bytes *b, int *c)
{
	while (*c != '\n' && *c != -1)
		*c = next(b);
}

/* The head names a CPU for each column. Returns how many; wanted[i]: column i counts. */
static int read_head(struct bytes *b, const struct cpus *of, bool wanted[CPUS_MAX])
{
	int columns = 0;
	int c = next(b);

	for (;;) {
		int64_t cpu;

		skip_blanks(b, &c);
		if (c != 'C' || columns == CPUS_MAX)
			break;
		while (c != -1 && c != '\n' && !is_digit(c))
			c = next(b);
		cpu = number(b, &c);
		wanted[columns++] = cpu < CPUS_MAX && cpus_has(of, (int)cpu);
	}
	skip_line(b, &c);
	return columns;
}

/*
 * Adds the wanted columns of one line to *sum. A line with fewer numbers than there
 * are CPUs (ERR, MIS) counts something else. False at the end of the file.
 */
static bool read_line(struct bytes *b, int columns, const bool *wanted, int64_t *sum)
{
	int64_t of_line = 0;
	int c = next(b);
	int i;

	if (c == -1)
		return false;
	while (c != ':' && c != '\n' && c != -1)
		c = next(b);
	if (c == ':')
		c = next(b);
	for (i = 0; i < columns; i++) {
		int64_t n;

		skip_blanks(b, &c);
		if (!is_digit(c))
			break;
		n = number(b, &c);
		if (wanted[i])
			of_line = plus(of_line, n);
	}
	if (i == columns)
		*sum = plus(*sum, of_line);
	skip_line(b, &c);
	return true;
}

int64_t counters_interrupts(int fd, const struct cpus *of)
{
	struct bytes b = {.fd = fd};
	bool wanted[CPUS_MAX];
	int64_t sum = 0;
	int columns = read_head(&b, of, wanted);
	int found = 0;

	for (int i = 0; i < columns; i++)
		found += wanted[i];
	if (!found || found < cpus_count(of))
		return UNKNOWN; /* one of them is offline */
	while (read_line(&b, columns, wanted, &sum))
		;
	return sum;
}

/* The eighth number of a line that starts with "cpuN"; UNKNOWN when it has fewer. */
static int64_t read_steal(struct bytes *b, int *c)
{
	int64_t n = UNKNOWN;

	for (int i = 0; i < 8; i++) {
		skip_blanks(b, c);
		if (!is_digit(*c))
			return UNKNOWN;
		n = number(b, c);
	}
	return n;
}

int64_t counters_steal_ns(int fd, const struct cpus *of, long ticks_per_second)
{
	struct bytes b = {.fd = fd};
	int64_t sum = 0;
	int found = 0;
	int c;

	/* The lines of CPUs come first, the long one of interrupts behind them. */
	while ((c = next(&b)) == 'c') {
		int64_t cpu = CPUS_MAX;
		int64_t steal = UNKNOWN;

		while (c == 'c' || c == 'p' || c == 'u')
			c = next(&b);
		if (is_digit(c))
			cpu = number(&b, &c);
		if (cpu < CPUS_MAX && cpus_has(of, (int)cpu))
			steal = read_steal(&b, &c);
		if (steal != UNKNOWN) {
			sum = plus(sum, steal);
			found++;
		}
		skip_line(&b, &c);
	}
	if (!found || found < cpus_count(of) || ticks_per_second <= 0)
		return UNKNOWN;
	return (int64_t)((uint64_t)sum * (uint64_t)(1000000000 / ticks_per_second) & INT64_MAX);
}

/* Throttle counts: of each core, and of the package of the first CPU. */
static int64_t read_throttled(const struct tree *t, const struct cpus *of)
{
	int first = cpus_next(of, -1);
	int64_t sum = UNKNOWN;

	for (int cpu = first; cpu >= 0; cpu = cpus_next(of, cpu)) {
		char path[96];
		long long n;

		(void)snprintf(path, sizeof(path),
			       CPU "cpu%d/thermal_throttle/core_throttle_count",
			       cpu); /* fits */
		if (tree_number(t, path, &n))
			sum = n + (sum == UNKNOWN ? 0 : sum);
		else if (cpu == first)
			return UNKNOWN; /* no such counters: virtual machine, or not x86
					 */
	}
	if (first >= 0) {
		char path[96];
		long long n;

		(void)snprintf(path, sizeof(path),
			       CPU "cpu%d/thermal_throttle/package_throttle_count",
			       first); /* fits */
		if (tree_number(t, path, &n))
			sum += n;
	}
	return sum;
}

static int64_t now_ns(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t))
		return 0;
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int64_t of_file(const struct tree *t, const char *path, const struct cpus *of,
		       int64_t (*parse)(int fd, const struct cpus *of))
{
	owns_fd int fd = openat(t->fd, path, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? UNKNOWN : parse(fd, of);
}

static int64_t steal_here(int fd, const struct cpus *of)
{
	return counters_steal_ns(fd, of, sysconf(_SC_CLK_TCK));
}

void counters_read(const struct tree *t, const struct cpus *of, struct counters *out)
{
	memset(out, 0, sizeof(*out));
	out->interrupts = of_file(t, "proc/interrupts", of, counters_interrupts);
	out->steal_ns = of_file(t, "proc/stat", of, steal_here);
	out->throttled = read_throttled(t, of);
	out->slept_ns = now_ns(CLOCK_BOOTTIME) - now_ns(CLOCK_MONOTONIC);
	if (!tree_peek(t,
		       "sys/devices/system/clocksource/clocksource0/current_clocksource",
		       out->clock, sizeof(out->clock)) ||
	    !out->clock[0])
		strcpy(out->clock, "unknown");
	owns_fd int online = counters_open_online(t);
	(void)counters_online(online, &out->online); /* stays empty */
}

int counters_open_online(const struct tree *t)
{
	return openat(t->fd, CPU "online", O_RDONLY | O_CLOEXEC);
}

bool counters_online(int fd, struct cpus *out)
{
	char list[8192];
	struct fail f;
	ssize_t n = pread(fd, list, sizeof(list) - 1, 0);

	if (n <= 0)
		return false;
	list[n] = '\0';
	return !cpus_parse_file(list, "online", out, &f);
}

/* UNKNOWN when one of them is, or when it went down by something else than a wrap. */
static int64_t rise(int64_t before, int64_t after, int64_t wrap)
{
	int64_t n = after - before;

	if (before == UNKNOWN || after == UNKNOWN)
		return UNKNOWN;
	if (n < 0 && wrap && n + wrap >= 0 && n + wrap < wrap / 2)
		return n + wrap;
	return n < 0 ? UNKNOWN : n;
}

struct counters counters_since(const struct counters *before,
			       const struct counters *after)
{
	struct counters out = *after;

	out.interrupts = rise(before->interrupts, after->interrupts, INT64_C(1) << 32);
	out.steal_ns = rise(before->steal_ns, after->steal_ns, 0);
	out.throttled = rise(before->throttled, after->throttled, 0);
	out.slept_ns = after->slept_ns - before->slept_ns;
	return out;
}
