/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "headline.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "../base/cpus.h"

static const char *plural(int64_t n)
{
	return n == 1 ? "" : "es";
}

/* Quoted where a shell would need it. */
static void add_word(const char *word, struct text *out)
{
	char shown[400];
	bool is_plain = *word && !word[strcspn(word, " \t\n\"'\\$`;&|<>()*?[]#~!{}")];

	fail_quote(shown, sizeof(shown), word);
	if (is_plain)
		text_puts(out, shown);
	else if (strchr(word, '\''))
		text_printf(out, "\"%s\"", shown);
	else
		text_printf(out, "'%s'", shown);
}

void headline_command(const struct command_line *c, int columns, const char *dots,
		     struct text *out)
{
	owns_text struct text all = { 0 };
	size_t bytes = 0;

	if (c->label) {
		add_word(c->label, out);
		return;
	}
	for (char **word = c->argv; word && *word && all.n < 4096; word++) {
		text_puts(&all, word == c->argv ? "" : " ");
		add_word(*word, &all);
	}
	if (look_columns(text_of(&all)) <= columns) {
		text_puts(out, text_of(&all));
		return;
	}
	for (int column = 0; column < columns - 1 && all.s[bytes]; column++)
		do
			bytes++;
		while (((unsigned char)all.s[bytes] & 0xc0) == 0x80);
	text_add(out, all.s, bytes);
	text_puts(out, dots);
}

void headline_duration(int64_t ns, struct text *out)
{
	int64_t s = (ns + 500000000) / 1000000000;

	if (ns < 950000000)
		text_printf(out, "%" PRId64 " ms", ns / 1000000);
	else if (ns < 9950000000)
		text_printf(out, "%" PRId64 ".%" PRId64 " s", (ns + 50000000) / 1000000000,
			    (ns + 50000000) / 100000000 % 10);
	else if (s < 60)
		text_printf(out, "%" PRId64 " s", s);
	else if (s < 3600 && s % 60 == 0)
		text_printf(out, "%" PRId64 " min", s / 60);
	else if (s < 3600)
		text_printf(out, "%" PRId64 " min %" PRId64 " s", s / 60, s % 60);
	else
		text_printf(out, "%" PRId64 " h %" PRId64 " min", s / 3600, s % 3600 / 60);
}

static void add_cpus(const struct session *s, bool is_old, struct text *out)
{
	struct cpus set;
	struct fail ignored;
	int n;

	if (!s->cpus || !*s->cpus || cpus_parse(s->cpus, "cpus", &set, &ignored)) {
		text_puts(out, ", not confined to any CPU");
		return;
	}
	n = cpus_count(&set);
	text_printf(out, ", on CPU%s %s only (%d", n == 1 ? "" : "s", s->cpus, n);
	if (s->cpus_total != UNKNOWN)
		text_printf(out, " of %" PRId64, s->cpus_total);
	text_puts(out, n == 1 && s->cpus_total > 1 && !is_old
			       ? "; a parallel program needs --cores N)"
			       : ")");
}

static void add_date(int64_t started_ns, struct text *out)
{
	time_t seconds = (time_t)(started_ns / 1000000000);
	char date[40];
	struct tm tm;

	if (started_ns != UNKNOWN && gmtime_r(&seconds, &tm) &&
	    strftime(date, sizeof(date), ", %Y-%m-%d %H:%M UTC", &tm))
		text_puts(out, date);
}

void headline_add(const struct report *r, const struct resources *res, const struct look *l,
		  struct text *out)
{
	owns_text struct text words = { 0 };
	char source[200];
	int64_t made = (int64_t)(res->counted + res->failed);
	int start;

	look_tint(l, TINT_STRONG, r->source ? fail_quote(source, sizeof(source), r->source) : "becalm",
		  out);
	start = (r->source ? look_columns(source) : 6) + 2;
	text_puts(out, ": ");
	text_printf(&words, "%" PRId64 " process%s of ", made, plural(made));
	headline_command(&r->session->commands[r->command], 60, look_dots(l), &words);
	if (r->took_ns != UNKNOWN) {
		text_puts(&words, " in ");
		headline_duration(r->took_ns, &words);
	}
	add_cpus(r->session, r->source != NULL, &words);
	if (res->warmups)
		text_printf(&words, ", after %zu warm-up%s", res->warmups,
			    res->warmups == 1 ? "" : "s");
	if (r->source)
		add_date(r->session->started_ns, &words);
	look_fold(l, text_of(&words), start, 2, out);
	text_puts(out, "\n");
}
