/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever is typed behind "becalm run", a word a line, is understood or
 * refused with a sentence. Seeds: tests/fuzz/seeds/options.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../launcher/cmd/run_options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct run_options options; /* large */
	char *text = malloc(size + 1);
	char *argv[WORDS + 1] = { "becalm" };
	struct fail f = { 0 };
	char *rest = text;
	int argc = 1;

	memcpy(text, data, size);
	text[size] = '\0';
	while (argc < WORDS && (argv[argc] = strsep(&rest, "\n")))
		argc++;
	argv[argc] = NULL;
	memset(&options, 0, sizeof(options));
	if (run_options_parse(argc, argv, &options, &f) && !f.text[0])
		abort();
	free(text);
	return 0;
}
