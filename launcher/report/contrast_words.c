/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast_words.h"

#include <math.h>
#include <string.h>

#include "../stats/summary.h"

enum { NUMBER = 48 };

char contrast_letter(int side)
{
	return (char)('A' + side);
}

const struct verdict *contrast_verdict(const struct contrast *c, size_t row)
{
	return &c->duel->suite.verdicts[row];
}

struct unit contrast_unit(const struct duel_row *r)
{
	double median = r->na ? summary_quantile(r->a, r->na, 0.5) : 0;

	if (r->nb && median == 0)
		median = summary_quantile(r->b, r->nb, 0.5);
	if (!strcmp(r->unit, "ns"))
		return units_pick(median);
	if (!strcmp(r->unit, "KiB"))
		return units_pick_memory(median);
	return units_own(median, r->unit);
}

const char *contrast_word(const struct verdict *v)
{
	static const char *const gates[] = { "", "pass", "fail", "undecided" };

	return v->gate == GATE_NONE ? verdict_words[v->word] : gates[v->gate];
}

/* Three digits that tell apart: 1.066, 1.31, 12.4. */
void contrast_ratio(double ratio, struct text *out)
{
	text_printf(out, "%.*fx", ratio < 1.1 ? 3 : ratio < 10 ? 2 : 1, ratio);
}

/* Longer is slower; of anything but time it is larger. */
const char *contrast_more(const char *unit, bool is_more)
{
	if (!strcmp(unit, "ns"))
		return is_more ? "slower" : "faster";
	return is_more ? "larger" : "smaller";
}

void contrast_share(double x, struct text *out)
{
	double percent = 100 * x;
	int decimals = fabs(percent) < 0.095 ? 3 : fabs(percent) < 0.95 ? 2 : 1;

	text_printf(out, "%+.*f", decimals, percent == 0 ? 0 : percent);
}

static void add_change(const struct duel_row *r, const struct verdict *v, struct text *out)
{
	struct unit u = contrast_unit(r);
	char number[NUMBER];

	if (v->has_ratio) {
		contrast_share(v->change, out);
		text_puts(out, " %");
	} else {
		text_printf(out, "%s%s %s", v->change > 0 ? "+" : "",
			    units_in(&u, v->change, number, sizeof(number)), u.name);
	}
}

void contrast_interval(const struct contrast *c, size_t row, const char *dots, struct text *out)
{
	const struct duel_row *r = &c->duel->rows[row];
	const struct verdict *v = contrast_verdict(c, row);
	struct unit u = contrast_unit(r);
	char low[NUMBER];
	char high[NUMBER];

	if (isnan(v->low)) {
		text_puts(out, "n/a");
	} else if (v->has_ratio) {
		contrast_share(v->low, out);
		text_printf(out, " %s ", dots);
		contrast_share(v->high, out);
		text_puts(out, " %");
	} else {
		text_printf(out, "%s %s %s %s", units_in(&u, v->low, low, sizeof(low)), dots,
			    units_in(&u, v->high, high, sizeof(high)), u.name);
	}
}

void contrast_sentence(const struct contrast *c, size_t row, struct text *out)
{
	const struct duel_row *r = &c->duel->rows[row];
	const struct verdict *v = contrast_verdict(c, row);
	char b = contrast_letter(r->side);

	if (v->word == VERDICT_SAME && v->change == 0)
		text_printf(out, "%c and A are the same", b);
	else if (v->word == VERDICT_SAME)
		text_printf(out, "%c and A are the same within %g %%", b, 100 * c->rule.margin);
	else if (isnan(v->change))
		text_printf(out, "%c cannot be compared with A", b);
	else if (v->word == VERDICT_UNDECIDED || !v->has_ratio) {
		text_printf(out, "%c against A: ", b);
		add_change(r, v, out);
		text_puts(out, v->has_ratio ? "" : "; ratio undefined");
	} else {
		bool is_more = v->change > 0;

		text_printf(out, "%c is ", b);
		contrast_ratio(is_more ? 1 + v->change : 1 / (1 + v->change), out);
		text_printf(out, " %s than A", contrast_more(r->unit, is_more));
	}
	if (v->is_small)
		text_puts(out, ", by less than the margin");
}
