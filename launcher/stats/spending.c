/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spending.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

/* Nodes on half the axis, for the density is even; odd for Simpson. */
enum { NODES = 257, HALVINGS = 60 };

static const double widest = 8;

/* Density of B(t) for paths that have crossed no bound so far, on 0 ... reach. */
struct density {
	double t, reach;
	double at[NODES];
};

double spending_used(enum spending kind, double alpha, double t)
{
	switch (kind) {
	case SPENDING_ROOT:
		return alpha * sqrt(t);
	case SPENDING_LINEAR:
		return alpha * t;
	case SPENDING_SQUARE:
		return alpha * t * t;
	case SPENDING_POCOCK:
		return alpha * log1p(expm1(1) * t);
	default:
		return 4 *
		       gsl_cdf_ugaussian_Q(gsl_cdf_ugaussian_Qinv(alpha / 4) / sqrt(t));
	}
}

double spending_p(double z)
{
	return 2 * gsl_cdf_ugaussian_Q(z);
}

static double bell(double x, double variance)
{
	return exp(-x * x / (2 * variance)) / sqrt(2 * M_PI * variance);
}

/* Simpson's weight of node i for a step of 1; the half axis counts twice. */
static double weight(int i)
{
	return (i == 0 || i == NODES - 1 ? 2.0 : i % 2 ? 8.0 : 4.0) / 3;
}

/* P(not crossed before, and |B(t)| >= c at the look at t). */
static double beyond(const struct density *g, double c, double t)
{
	double step = g->reach / (NODES - 1);
	double sd = sqrt(t - g->t);
	double sum = 0;

	if (g->t == 0)
		return 2 * gsl_cdf_ugaussian_Q(c / sqrt(t));
	for (int i = 0; i < NODES; i++) {
		double x = i * step;

		/* x and -x reach the upper bound as often as each other the lower */
		sum += weight(i) * g->at[i] *
		       (erfc((c - x) / sd * M_SQRT1_2) + erfc((c + x) / sd * M_SQRT1_2)) /
		       2;
	}
	return sum * step;
}

/* The density after the look at t with bound c. */
static void advance(struct density *g, double c, double t)
{
	struct density next = {.t = t, .reach = c};
	double step = g->reach / (NODES - 1);
	double dt = t - g->t;

	for (int i = 0; i < NODES; i++) {
		double y = i * c / (NODES - 1);
		double sum = 0;

		for (int j = 0; j < NODES && g->t > 0; j++) {
			double x = j * step;

			sum += weight(j) * g->at[j] *
			       (bell(y - x, dt) + bell(y + x, dt)) / 2;
		}
		next.at[i] = g->t > 0 ? sum * step : bell(y, t);
	}
	*g = next;
}

/* The z at which crossing at the look at t has the probability 'spend'. */
static double solve(const struct density *g, double t, double spend)
{
	double low = 0;
	double high = widest;

	for (int i = 0; i < HALVINGS && high - low > 1e-10; i++) {
		double middle = (low + high) / 2;

		if (beyond(g, middle * sqrt(t), t) > spend)
			low = middle;
		else
			high = middle;
	}
	return high;
}

void spending_bounds_at(const double *used, const double *t, size_t looks, double *z)
{
	struct density g = {.t = 0};
	double before = 0;

	for (size_t k = 0; k < looks; k++) {
		z[k] =
		    used[k] - before > 1e-15 ? solve(&g, t[k], used[k] - before) : widest;
		before = used[k];
		if (k + 1 < looks)
			advance(&g, z[k] * sqrt(t[k]), t[k]);
	}
}

void spending_bounds(enum spending kind, double alpha, const double *t, size_t looks,
		     double *z)
{
	double used[SPENDING_MOST];

	for (size_t k = 0; k < looks; k++)
		used[k] = spending_used(kind, alpha, t[k]);
	spending_bounds_at(used, t, looks, z);
}

double spending_crossing(const double *t, const double *z, size_t looks)
{
	struct density g = {.t = 0};
	double sum = 0;

	for (size_t k = 0; k < looks; k++) {
		double c = z[k] * sqrt(t[k]);

		sum += beyond(&g, c, t[k]);
		if (k + 1 < looks)
			advance(&g, c, t[k]);
	}
	return sum;
}
