/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wire.h"

/* Keys of both kinds as one number: wholes first. */
enum { UNKNOWN_KEY = -1 };

static const struct key {
	const char *s;
	size_t n;
	int which;
} keys[] = {
#define WHOLE(word, which) { word, sizeof(word) - 1, which }
#define TEXT(word, which) { word, sizeof(word) - 1, WIRE_WHOLES + (which) }
	TEXT("aslr", WIRE_ASLR),	 TEXT("build", WIRE_BUILD),   WHOLE("cut", WIRE_CUT),
	TEXT("clock_ns", WIRE_CLOCK),	 TEXT("code", WIRE_CODE),     TEXT("declared", WIRE_DECLARED),
	TEXT("hashseed", WIRE_HASHSEED), WHOLE("iters", WIRE_ITERS),  WHOLE("inv", WIRE_INV),
	TEXT("lib", WIRE_LIB),		 TEXT("level", WIRE_LEVEL),   TEXT("mode", WIRE_MODE),
	WHOLE("nr", WIRE_NR),		 TEXT("name", WIRE_NAME),     WHOLE("pid", WIRE_PID),
	WHOLE("pairs", WIRE_PAIRS),	 WHOLE("runs", WIRE_RUNS),    TEXT("source", WIRE_SOURCE),
	WHOLE("timed_ns", WIRE_TIMED),
	TEXT("timer_ns", WIRE_TIMER),	 TEXT("text", WIRE_TEXT),     WHOLE("wall_ns", WIRE_WALL),
#undef WHOLE
#undef TEXT
};

/* Where the keys of a letter begin in keys[]; a letter without keys: at a later one's. */
static const unsigned char starts[27] = { 0, 1, 2, 5, 6, 6, 6, 6, 7, 9, 9, 9, 11, 12,
					  14, 14, 16, 16, 17, 18, 21, 21, 21, 22, 22, 22, 22 };

struct slice wire_key(enum wire_whole which)
{
	size_t i = 0;

	while (keys[i].which != (int)which)
		i++;
	return (struct slice){ keys[i].s, keys[i].n };
}

static int find(struct slice key)
{
	unsigned int letter = (unsigned int)(unsigned char)*key.s - 'a';

	if (letter > 25)
		return UNKNOWN_KEY;
	for (size_t i = starts[letter]; i < starts[letter + 1]; i++)
		if (key.n == keys[i].n && !memcmp(key.s, keys[i].s, key.n))
			return keys[i].which;
	return UNKNOWN_KEY;
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
	} else if (key.n > 2 && key.s[1] == '.' &&
		   (*key.s == 'c' || *key.s == 'm' || *key.s == 'u')) {
		take_extra(w, key, value);
	} else if ((which = find(key)) == UNKNOWN_KEY) {
		w->unknown++;
	} else if (which < WIRE_WHOLES) {
		take_whole(w, which, key, value);
	} else {
		which -= WIRE_WHOLES;
		if (!value.s || w->text[which].s)
			wrong(w, key, value.s ? "is given twice" : "has no value");
		w->text[which] = value;
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
