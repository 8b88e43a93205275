/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_OUTLIERS_H
#define STATS_OUTLIERS_H

/*
 * Marks values far from the rest. A mark is a remark: nothing is ever dropped for it,
 * results are given with and without.
 */

#include <stdbool.h>
#include <stddef.h>

enum { OUTLIERS_ESD_LEAST = 25 };

/*
 * Generalised extreme studentised deviate (Rosner 1983; NIST handbook 1.3.5.17.3) for up
 * to 'most' outliers in x[0 ... n-1], n >= most + 3; false alarms at 'alpha'; good from
 * n = OUTLIERS_ESD_LEAST. Sets marks[0 ... n-1]; returns how many. Deviations
 * within 'resolution' (0: none) are never outliers.
 */
size_t outliers_esd(const double *x, size_t n, size_t most, double alpha,
		    double resolution, bool *marks);

/* R and lambda of each step, as the handbook prints them; arrays of 'most'. Either may be
 * NULL. */
void outliers_esd_steps(const double *x, size_t n, size_t most, double alpha, double *r,
			double *lambda);

/* For small n: |x - median| > 5 * 1.4826 MAD, and above the resolution. */
size_t outliers_mad(const double *x, size_t n, double resolution, bool *marks);

/* ESD for at most a tenth of the values from n = OUTLIERS_ESD_LEAST on, else by the MAD.
 */
size_t outliers_mark(const double *x, size_t n, double resolution, bool *marks);

#endif
