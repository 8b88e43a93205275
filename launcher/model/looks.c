/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "looks.h"

#include "../stats/spending.h"

/* 10 20 | 40 60 | 80 120 | 160 240 ...: 'step' from 0. */
static int64_t ladder(int step)
{
	if (step < 2)
		return 10 << step;
	return (step % 2 ? 60 : 40) * ((int64_t)1 << (step / 2 - 1));
}

/* Orders balance at every look when all looks are multiples of the block. */
static int block_for(const struct looks *l)
{
	int64_t most = l->at[l->count - 1];

	if (l->count == 1 && most <= 24)
		return (int)(most + most % 2);
	for (int i = 0; i < l->count; i++)
		if (l->at[i] % 10)
			return 2;
	return 10;
}

struct looks looks_plan(int64_t least, int64_t most)
{
	struct looks l = {0};

	for (int step = 0; l.count < LOOKS_MAX - 1 && ladder(step) < most; step++)
		if (ladder(step) >= least)
			l.at[l.count++] = ladder(step);
	l.at[l.count++] = most;
	l.block = block_for(&l);
	return l;
}

int looks_due(const struct looks *l, int64_t rounds)
{
	for (int i = 0; i < l->count; i++)
		if (l->at[i] == rounds)
			return i;
	return -1;
}

/* The p to reach at looks after at[0 ... count-1] rounds; the last may spend all. */
static void fill(const struct looks *l, double alpha, const int64_t *at, int count,
		 double *out)
{
	double most = (double)l->at[l->count - 1];
	double used[LOOKS_MAX] = {0};
	double t[LOOKS_MAX] = {0};

	for (int i = 0; i < count; i++) {
		t[i] = (double)at[i] / most;
		used[i] = spending_used(SPENDING_ROOT, alpha, t[i]);
	}
	used[count - 1] = alpha;
	spending_bounds_at(used, t, (size_t)count, out);
	out[0] = used[0]; /* nothing was spent before: no need to go through z */
	for (int i = 1; i < count; i++)
		out[i] = spending_p(out[i]);
}

void looks_p(const struct looks *l, double alpha, double *out)
{
	fill(l, alpha, l->at, l->count, out);
}

double looks_p_at_end(const struct looks *l, double alpha, int64_t rounds)
{
	int64_t at[LOOKS_MAX];
	double p[LOOKS_MAX];
	int count = 0;

	while (count < l->count - 1 && l->at[count] < rounds) {
		at[count] = l->at[count];
		count++;
	}
	at[count++] = rounds;
	fill(l, alpha, at, count, p);
	return p[count - 1];
}
