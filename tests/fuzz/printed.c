/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever a benchmark prints, with --metric=lines and with expressions
 * (the first byte says which), the numbers found do not depend on the pieces in which it
 * arrives. Seeds: tests/fuzz/seeds/printed.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../launcher/base/text.h"
#include "../../launcher/model/printed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void on_number(void *data, double value)
{
	text_printf(data, "%.17g\n", value);
}

static void feed(const struct plan *plan, const char *bytes, size_t size, size_t piece, struct text *out)
{
	struct printed printed;
	struct fail f;

	if (printed_open(&printed, plan, &f))
		abort();
	printed_begin(&printed);
	for (size_t at = 0; at < size; at += piece)
		printed_feed(&printed, bytes + at, size - at < piece ? size - at : piece, on_number, out);
	printed_finish(&printed, on_number, out);
	printed_close(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const regexes[] = { NULL, "([0-9.]+) ns", "time: *(.*)$", "^(.)|x(y)" };
	struct plan plan = { .metric = METRIC_LINES };
	struct text whole = { 0 };
	struct text pieces = { 0 };

	if (!size)
		return 0;
	plan.metric_regex = regexes[data[0] % 4];
	plan.unit = data[0] & 4 ? "ms" : "B";
	feed(&plan, (const char *)data + 1, size - 1, size, &whole);
	feed(&plan, (const char *)data + 1, size - 1, data[0] / 8 + 1u, &pieces);
	if (strcmp(text_of(&whole), text_of(&pieces)) != 0)
		abort();
	text_free(&whole);
	text_free(&pieces);
	return 0;
}
