/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libFuzzer target: whatever stands in the kernel's files and in keeper.conf, as the keeper
 * reads them: a value equals itself after it is written back, a mask after it is printed,
 * and no path that leads out fits a knob. Seeds: tests/fuzz/seeds/files.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../launcher/base/owns.h"
#include "../../launcher/keeper/cage.h"
#include "../../launcher/keeper/conf.h"
#include "../../launcher/keeper/edits.h"
#include "../../launcher/keeper/knob.h"
#include "../../launcher/keeper/mounts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_kinds(const char *text)
{
	for (int kind = 0; kind_words[kind]; kind++) {
		char *back = kind_back((enum kind)kind, text);

		if (kind_valid((enum kind)kind, text) && !kind_same((enum kind)kind, text, text))
			abort();
		if (kind < KIND_GROUP && kind_valid((enum kind)kind, text) &&
		    kind != KIND_CONTROLLER && !kind_same((enum kind)kind, back, text))
			abort();
		free(back);
	}
}

static void check_mask(const char *text)
{
	struct text printed = { 0 };
	struct cpus set, again;

	if (!mask_parse(text, &set)) {
		mask_format(&set, &printed);
		if (mask_parse(text_of(&printed), &again) || !cpus_equal(&set, &again))
			abort();
	}
	text_free(&printed);
}

static void check_path(const char *text)
{
	bool leads_out = text[0] == '/' || strstr(text, "../");

	for (int i = 0; knobs[i]; i++)
		if (leads_out && knob_kind(knobs[i], text) >= 0)
			abort();
	for (int kind = 0; kind_words[kind]; kind++)
		if ((text[0] == '/' || strstr(text, "/../")) && cage_allows((enum kind)kind, text))
			abort();
}

static void check_mounts(const char *text)
{
	struct mounts m;

	mounts_parse(text, &m);
	if (strlen(m.v1) >= MOUNT_PATH || strlen(m.v2) >= MOUNT_PATH)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct conf conf;
	struct fail f = { 0 };

	memcpy(text, data, size);
	text[size] = '\0';
	check_kinds(text);
	check_mask(text);
	check_path(text);
	check_mounts(text);
	if (conf_parse(text, &conf, &f) && !f.text[0])
		abort();
	free(text);
	return 0;
}
