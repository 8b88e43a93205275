/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: a list of CPUs, as typed and as the kernel writes it, is refused with a
 * sentence, or is read the same again when it is written. Seeds: tests/fuzz/seeds/lists.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../launcher/base/cpus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct cpus *set)
{
	static char text[1 << 16];
	struct cpus again = { 0 };
	struct fail f = { 0 };

	cpus_format(set, text, sizeof(text));
	if (cpus_is_empty(set))
		return;
	if (cpus_parse(text, "again", &again, &f) || !cpus_equal(set, &again))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *list = malloc(size + 1);
	struct cpus set = { 0 };
	struct fail f = { 0 };

	memcpy(list, data, size);
	list[size] = '\0';
	if (!cpus_parse(list, "--cpus", &set, &f))
		check(&set);
	else if (!f.text[0])
		abort();
	f.text[0] = '\0';
	set = (struct cpus){ 0 };
	if (!cpus_parse_file(list, "online", &set, &f))
		check(&set);
	else if (!f.text[0])
		abort();
	free(list);
	return 0;
}
