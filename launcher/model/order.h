/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_ORDER_H
#define MODEL_ORDER_H

/*
 * In which order the commands of a round run: permuted blocks. In a block of rounds every
 * order is used as often as its reverse, so that at its end each of two commands has been
 * the first equally often and an effect of the position cancels; the sequence inside
 * the block is drawn, so that no rhythm of the machine can fall in step with it. Follows
 * from the session's seed and the round alone, so that a session can be resumed.
 */

#include <stdint.h>

enum { ORDER_COMMANDS = 26, ORDER_BLOCK = 64 };

/*
 * The commands 0 ... commands-1 in their order in 'round' (from 1) into out. block is
 * even, 2 ... ORDER_BLOCK; 1 <= commands <= ORDER_COMMANDS.
 */
void order_of(uint64_t seed, int64_t round, int commands, int block, int *out);

#endif
