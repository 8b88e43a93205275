/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire.h"

#define KEY(literal)                                                                               \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static const struct slice wholes[WIRE_WHOLES] = {
	[WIRE_ITERS] = KEY("iters"), [WIRE_TIMED] = KEY("timed_ns"), [WIRE_WALL] = KEY("wall_ns"),
	[WIRE_PAIRS] = KEY("pairs"), [WIRE_INV] = KEY("inv"),	     [WIRE_PID] = KEY("pid"),
	[WIRE_NR] = KEY("nr"),	     [WIRE_CUT] = KEY("cut"),	     [WIRE_RUNS] = KEY("runs"),
};

static const struct slice texts[WIRE_TEXTS] = {
	[WIRE_NAME] = KEY("name"),	   [WIRE_MODE] = KEY("mode"),	[WIRE_DECLARED] = KEY("declared"),
	[WIRE_TIMER] = KEY("timer_ns"),	   [WIRE_LIB] = KEY("lib"),	[WIRE_BUILD] = KEY("build"),
	[WIRE_CLOCK] = KEY("clock_ns"),	   [WIRE_ASLR] = KEY("aslr"),	[WIRE_LEVEL] = KEY("level"),
	[WIRE_HASHSEED] = KEY("hashseed"), [WIRE_CODE] = KEY("code"),	[WIRE_TEXT] = KEY("text"),
};

struct slice wire_key(enum wire_whole which)
{
	return wholes[which];
}

/* The index of key in the table, or -1. */
static int find(const struct slice *table, int n, struct slice key)
{
	for (int i = 0; i < n; i++)
		if (key.n == table[i].n && *key.s == *table[i].s && !memcmp(key.s, table[i].s, key.n))
			return i;
	return -1;
}

static void wrong(struct wire *w, struct slice key, const char *why)
{
	if (w->wrong)
		return;
	w->key = key;
	w->wrong = why;
}

static void take_whole(struct wire *w, int which, struct slice key, struct slice value)
{
	const char *why = value.s ? fields_whole(value, &w->whole[which]) : "has no value";

	if (!why && wire_has(w, (enum wire_whole)which))
		why = "is given twice";
	if (why)
		wrong(w, key, why);
	else
		w->has |= 1u << which;
}

static void take_extra(struct wire *w, struct slice key, struct slice value)
{
	if (w->extra_count == WIRE_EXTRAS) {
		w->unknown++;
		return;
	}
	w->extras[w->extra_count++] =
		(struct wire_extra){ *key.s, { key.s + 2, key.n - 2 }, value };
}

static void take(struct wire *w, struct slice key, struct slice value)
{
	int which;

	if (!key.n) {
		w->unknown++;
	} else if (key.n > 2 && key.s[1] == '.' && (*key.s == 'c' || *key.s == 'm' || *key.s == 'u')) {
		take_extra(w, key, value);
	} else if ((which = find(wholes, WIRE_WHOLES, key)) >= 0) {
		take_whole(w, which, key, value);
	} else if ((which = find(texts, WIRE_TEXTS, key)) >= 0) {
		if (!value.s || w->text[which].s)
			wrong(w, key, value.s ? "is given twice" : "has no value");
		w->text[which] = value;
	} else {
		w->unknown++;
	}
}

void wire_scan(struct wire *w, struct slice line)
{
	struct slice rest = line;
	struct slice key;
	struct slice value;

	w->line = line;
	w->verb = fields_verb(&rest);
	w->first = (struct slice){ NULL, 0 };
	w->has = 0;
	memset(w->text, 0, sizeof(w->text));
	w->extra_count = 0;
	w->unknown = 0;
	w->wrong = NULL;
	while (fields_next(&rest, &key, &value)) {
		if (!w->first.s)
			w->first = key;
		take(w, key, value);
	}
}

void wire_escape(const char *value, struct text *out)
{
	for (const unsigned char *c = (const unsigned char *)value; *c; c++)
		if (*c < 0x21 || *c == 0x7f || *c == '%' || *c == '=')
			text_printf(out, "%%%02X", *c);
		else
			text_add(out, c, 1);
}
