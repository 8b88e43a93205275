/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_SLEEP_H
#define TESTS_SLEEP_H

/* R's data set sleep (Student 1908): two drugs, ten people, and the differences. */
static const double sleep_1[10] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double sleep_2[10] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
static const double sleep_d[10] = {0.7 - 1.9,  -1.6 - 0.8, -0.2 - 1.1, -1.2 - 0.1,
				   -0.1 + 0.1, 3.4 - 4.4,  3.7 - 5.5,  0.8 - 1.6,
				   0.0 - 4.6,  2.0 - 3.4};

#endif
