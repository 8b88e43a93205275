/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the keeper said, for people. */
#include "keeper.h"

#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void add_when(int64_t since, struct text *out)
{
	time_t then = (time_t)since;
	time_t now = time(NULL);
	struct tm tm;
	char when[32] = "?";

	if (localtime_r(&then, &tm))
		(void)strftime(when, sizeof(when), now - then < 64800 ? "%H:%M:%S" : "%F %H:%M", &tm);
	text_puts(out, when);
}

void keeper_holder_text(const struct keeper_holder *h, struct text *out)
{
	const struct passwd *user = h->is == KEEPER_LIVES || h->is == KEEPER_DIED ? getpwuid((uid_t)h->user) :
										    NULL;
	char name[64];

	(void)snprintf(name, sizeof(name), "%lld", (long long)h->user); /* fits */
	switch (h->is) {
	case KEEPER_NOBODY:
		text_puts(out, "held by nobody");
		break;
	case KEEPER_UNKNOWN:
		text_printf(out, "held by somebody unknown%s%s", h->why && *h->why ? ": " : "",
			    h->why ? h->why : "");
		break;
	case KEEPER_LIVES:
		text_printf(out, "held by user %s since ", user ? user->pw_name : name);
		add_when(h->since, out);
		text_printf(out, " (process %lld)", (long long)h->pid);
		break;
	case KEEPER_DIED:
		text_printf(out, "a session of user %s that began at ", user ? user->pw_name : name);
		add_when(h->since, out);
		text_printf(out, " died and left %lld settings changed: 'sudo becalm restore' puts them back",
			    (long long)h->left);
		break;
	}
}

static void add_edit(const struct keeper_edit *e, struct text *out)
{
	if (!strncmp(e->after, "cpus=", 5))
		text_printf(out, "/%s: made, CPUs %s\n", e->path, e->after[5] ? e->after + 5 : "as above it");
	else if (!strcmp(e->after, "track"))
		text_printf(out, "/%s: made\n", e->path);
	else
		text_printf(out, "/%s: %s -> %s\n", e->path, *e->before ? e->before : "(default)", e->after);
}

void keeper_edits(const struct keeper *k, struct text *out)
{
	for (int i = 0; i < k->row_count; i++)
		for (int n = 0; n < k->rows[i].edit_count; n++)
			add_edit(&k->rows[i].edits[n], out);
	for (int n = 0; n < k->cage.edit_count; n++)
		add_edit(&k->cage.edits[n], out);
}
