/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the table of groups.c: the 96 % quantile of groups_evidence() over samples
 * without groups, for each n. The uniform distribution is the least favourable of those
 * printed beside it, up to the chance error of the large n, so the table has the largest
 * of each row; 96 rather than 95 % leaves room for ties. Takes three minutes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "../../launcher/stats/groups.h"

enum { SEED = 20240601, MOST = 5000 };

static const char *const names[] = {"uniform",	    "normal",	   "log-normal .5",
				    "log-normal 1", "exponential", "Student t3",
				    "Laplace",	    "Pareto 1"};
enum { SHAPES = sizeof(names) / sizeof(*names) };

static double draw(gsl_rng *r, int shape)
{
	switch (shape) {
	case 0:
		return gsl_rng_uniform(r);
	case 1:
		return gsl_ran_gaussian(r, 1);
	case 2:
		return gsl_ran_lognormal(r, 0, 0.5);
	case 3:
		return gsl_ran_lognormal(r, 0, 1);
	case 4:
		return gsl_ran_exponential(r, 1);
	case 5:
		return gsl_ran_tdist(r, 3);
	case 6:
		return gsl_ran_laplace(r, 1);
	default:
		return gsl_ran_pareto(r, 1, 1);
	}
}

static double quantile(gsl_rng *r, int shape, size_t n, size_t times)
{
	double *all = malloc(times * sizeof(*all));
	double x[MOST];
	double q;

	for (size_t k = 0; k < times; k++) {
		size_t at;

		for (size_t i = 0; i < n; i++)
			x[i] = draw(r, shape);
		gsl_sort(x, 1, n);
		all[k] = groups_evidence(x, n, &at);
	}
	gsl_sort(all, 1, times);
	q = gsl_stats_quantile_from_sorted_data(all, 1, times, 0.96);
	free(all);
	return q;
}

int main(void)
{
	static const size_t sizes[] = {10, 12, 14,	16,  20,  25,  30,  40,	  50,
				       70, 100, 140, 200, 300, 500, 1000, 2000};
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(r, SEED);
	printf("%6s", "n");
	for (int shape = 0; shape < SHAPES; shape++)
		printf(" %14s", names[shape]);
	puts("");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		size_t times = sizes[i] <= 200 ? 40000 : 4000;

		printf("%6zu", sizes[i]);
		for (int shape = 0; shape < SHAPES; shape++) {
			printf(" %14.3f", quantile(r, shape, sizes[i], times));
			fflush(stdout);
		}
		puts("");
	}
	gsl_rng_free(r);
	return 0;
}
