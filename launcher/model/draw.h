/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_DRAW_H
#define MODEL_DRAW_H

/*
 * Chance on purpose: the draw of a round comes from the session's seed and the
 * round's number alone, so that all commands of a round share it and any round can
 * be repeated. Generator: SplitMix64 (Steele, Lea & Flood 2014).
 */

#include "plan.h"
#include "record.h"

/* The bytes of padding that a sampled draw adds: 0, 16, ..., DRAW_PAD_MAX. */
enum { DRAW_PAD_MAX = 4080 };

struct draw draw_of(const struct plan *p, int64_t round);

/* The n-th 64 random bits of that seed. */
uint64_t draw_bits(uint64_t seed, uint64_t n);

#endif
