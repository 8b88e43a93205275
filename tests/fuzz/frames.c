/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever is written into the pipe, the decoder neither crashes nor
 * depends on the pieces in which it arrives. Seeds: tests/wire.
 *
 *	clang -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -o build/fuzz-frames tests/fuzz/frames.c \
 *		launcher/model/{frames,deliver,talk,wire,fields,testset}.c launcher/base/{text,fail,owns,utf8,number}.c
 *	mkdir -p build/corpus && build/fuzz-frames -max_len=8192 -max_total_time=60 build/corpus tests/wire
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/model/frames_print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	owns_text struct text whole = { 0 };
	owns_text struct text pieces = { 0 };
	size_t piece = size ? data[size - 1] % 61 + 1u : 1;

	decode((const char *)data, size, size + 1, 10000000000, &whole);
	decode((const char *)data, size, piece, 10000000000, &pieces);
	if (strcmp(text_of(&whole), text_of(&pieces)))
		abort();
	return 0;
}
