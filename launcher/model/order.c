/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "order.h"

#include <string.h>

#include "draw.h"

/* A stream of its own for each block, apart from the draws of the rounds. */
struct stream {
	uint64_t seed, n;
};

/* 0 ... below-1; the bias of the product is below 2^-26. */
static int next(struct stream *s, int below)
{
	uint64_t bits = draw_bits(s->seed, s->n++);

	return (int)((bits >> 32) * (unsigned)below >> 32);
}

static void shuffle(struct stream *s, int *x, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int j = next(s, i + 1);
		int kept = x[i];

		x[i] = x[j];
		x[j] = kept;
	}
}

void order_of(uint64_t seed, int64_t round, int commands, int block, int *out)
{
	int64_t number = (round - 1) / block;
	struct stream s = {draw_bits(~seed, (uint64_t)number), 0};
	int slots[ORDER_BLOCK];
	int slot;

	/* slots 2 j and 2 j + 1 have the j-th permutation and its reverse */
	for (int i = 0; i < block; i++)
		slots[i] = i;
	shuffle(&s, slots, block);
	slot = slots[(round - 1) % block];
	s.seed = draw_bits(s.seed, (uint64_t)(slot / 2) + ORDER_BLOCK * 2);
	s.n = 0;
	for (int i = 0; i < commands; i++)
		out[i] = i;
	shuffle(&s, out, commands);
	for (int i = 0; slot % 2 && i < commands / 2; i++) {
		int kept = out[i];

		out[i] = out[commands - 1 - i];
		out[commands - 1 - i] = kept;
	}
}
