/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../report/contrast_formats.h"
#include "contrast_json.h"

static const char *const words[] = { "table", "json", "markdown", "csv", "junit", "github", NULL };

int contrast_out_set(const struct opt *row, const char *value, struct fail *f)
{
	char shown[80];

	for (int i = 0; words[i]; i++) {
		if (strcmp(words[i], value) != 0)
			continue;
		*(enum contrast_format *)row->to = (enum contrast_format)i;
		return 0;
	}
	return fail_set(f, FAIL_USAGE, "%s: '%s' is not one of %s", opt_name(row),
			fail_quote(shown, sizeof(shown), value), row->arg);
}

void contrast_out(const struct contrast *c, enum contrast_format format, const struct look *l,
		  struct text *out)
{
	switch (format) {
	case CONTRAST_JSON:
		contrast_json(c, out);
		break;
	case CONTRAST_MARKDOWN:
		contrast_markdown(c, out);
		break;
	case CONTRAST_CSV:
		contrast_csv(c, out);
		break;
	case CONTRAST_JUNIT:
		contrast_junit(c, out);
		break;
	case CONTRAST_GITHUB:
		contrast_github(c, out);
		break;
	default:
		contrast_text(c, l, out);
	}
}

int contrast_out_github(const struct contrast *c, struct fail *f)
{
	const char *actions = getenv("GITHUB_ACTIONS");
	const char *path = getenv("GITHUB_STEP_SUMMARY");
	owns_text struct text table = { 0 };
	owns_text struct text notes = { 0 };
	FILE *summary;
	int error;

	if (!actions || strcmp(actions, "true") != 0)
		return 0;
	contrast_github(c, &notes);
	(void)fputs(text_of(&notes), stderr); /* nowhere else to say it */
	if (!path || !*path)
		return 0;
	contrast_markdown(c, &table);
	summary = fopen(path, "ae");
	if (!summary)
		return fail_sys(f, "cannot add to GITHUB_STEP_SUMMARY '%s'", path);
	error = fputs(text_of(&table), summary) < 0;
	if (fclose(summary) || error)
		return fail_sys(f, "cannot add to GITHUB_STEP_SUMMARY '%s'", path);
	return 0;
}
