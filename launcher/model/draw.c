/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw.h"

uint64_t draw_bits(uint64_t seed, uint64_t n)
{
	uint64_t z = seed + (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

struct draw draw_of(const struct plan *p, int64_t round)
{
	uint64_t bits = draw_bits(p->seed, (uint64_t)round);
	struct draw d = { .hash_seed = p->hash_seed };

	if (p->entropy == ENTROPY_INHERIT)
		return d;
	if (p->entropy == ENTROPY_FIXED) {
		d.is_aslr_off = true;
		if (d.hash_seed == UNKNOWN)
			d.hash_seed = 0;
		return d;
	}
	if (d.hash_seed == UNKNOWN)
		d.hash_seed = (int64_t)(bits >> 32);
	d.pad = (int64_t)(bits % (DRAW_PAD_MAX / 16 + 1)) * 16;
	return d;
}
