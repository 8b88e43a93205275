/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "modes.h"

#include <stdbool.h>
#include <string.h>

#include "../base/owns.h"
#include "../stats/shares.h"

size_t modes_group(const struct modes *m, double x)
{
	size_t g = 0;

	while (g + 1 < m->count && x > m->group[g].high)
		g++;
	return g;
}

/* Does one sample by itself live in two groups? */
static bool is_split(const size_t *members, size_t count, size_t n)
{
	size_t inhabited = 0;

	for (size_t g = 0; g < count; g++)
		inhabited += members[g] >= 2 && members[g] * 10 >= n;
	return inhabited > 1;
}

static bool is_shared(const struct modes *m)
{
	for (size_t g = 0; g < m->count; g++)
		if (m->a[g] >= 2 && m->b[g] >= 2)
			return true;
	return false;
}

static void compare_shares(struct modes *m, size_t na, size_t nb)
{
	double widest = -1;

	for (size_t g = 1; g < m->count; g++) {
		double gap = m->group[g].low - m->group[g - 1].high;

		if (gap > widest) {
			widest = gap;
			m->cut = g;
		}
	}
	for (size_t g = m->cut; g < m->count; g++) {
		m->a_slow += m->a[g];
		m->b_slow += m->b[g];
	}
	m->share_p = shares_fisher(m->a_slow, na, m->b_slow, nb);
}

struct modes modes_of(const double *a, size_t na, const double *b, size_t nb,
		      double resolution)
{
	owns_mem double *all = xcalloc(na + nb, sizeof(*all));
	struct modes m = {0};

	memcpy(all, a, na * sizeof(*a));
	memcpy(all + na, b, nb * sizeof(*b));
	m.count = groups_find(all, na + nb, resolution, m.group);
	for (size_t i = 0; i < na; i++)
		m.a[modes_group(&m, a[i])]++;
	for (size_t i = 0; i < nb; i++)
		m.b[modes_group(&m, b[i])]++;
	if (m.count < 2 || !is_shared(&m) ||
	    !(is_split(m.a, m.count, na) || is_split(m.b, m.count, nb)))
		return (struct modes){0};
	compare_shares(&m, na, nb);
	return m;
}
