/* SPDX-License-Identifier: 0BSD */
/* memcpy() of several sizes. Throughput is a number of the user's own: MiB/s of the run. */
#include <string.h>

#include <becalm.h>

static char from[1 << 20], to[1 << 20];

static void copy(size_t n)
{
	memcpy(to, from, n);
	becalm_keep(to[n - 1]);
	becalm_clobber();
	becalm_count("bytes", (int64_t)n);
}

BECALM_TEST(memcpy, b64)
{
	copy(64);
}

BECALM_TEST(memcpy, kib4)
{
	copy(4096);
}

BECALM_TEST(memcpy, mib1)
{
	copy(1 << 20);
}

BECALM_MAIN
