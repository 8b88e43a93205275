/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scenario.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What a random number is for; each has a stream of its own. */
enum stream { LAYOUT, RUN, STATE, MODE, HIT, HIT_SIZE, CRASH };

static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* 0 < u < 1 */
static double uniform(const struct scenario *s, enum stream what, uint64_t n)
{
	uint64_t z = mix(s->seed + (uint64_t)what * UINT64_C(0xd1342543de82ef95));

	z = mix(z + n * UINT64_C(0x9e3779b97f4a7c15));
	return ((double)(z >> 12) + 0.5) * 0x1p-52;
}

static double normal(const struct scenario *s, enum stream what, uint64_t n)
{
	return sqrt(-2 * log(uniform(s, what, 2 * n))) *
	       cos(2 * M_PI * uniform(s, what, 2 * n + 1));
}

/* Mean 0, variance 1. */
static double noise(const struct scenario *s, enum stream what, uint64_t n)
{
	double chi = 0;

	if (!s->is_heavy)
		return normal(s, what, n);
	for (uint64_t i = 1; i < 4; i++)
		chi += pow(normal(s, what, 4 * n + i), 2);
	return normal(s, what, 4 * n) / sqrt(chi / 3) / sqrt(3);
}

/* The machine's state before the process in that slot; 64 steps back reach .6^64. */
static double machine(const struct scenario *s, int64_t slot)
{
	double state = 0;

	if (s->ar == 0)
		return s->drift * (double)slot / 240;
	for (int64_t i = slot < 64 ? 0 : slot - 64; i <= slot; i++)
		state = s->ar * state +
			sqrt(1 - s->ar * s->ar) * normal(s, STATE, (uint64_t)i);
	return s->sd * state + s->drift * (double)slot / 240;
}

static double process_level(const struct scenario *s, int command, uint64_t id)
{
	double level = command ? s->shift : 0;

	level += sqrt(s->icc) * s->sd * noise(s, LAYOUT, id);
	if (s->mode_gap != 0 && uniform(s, MODE, id) < s->mode_share)
		level += s->mode_gap;
	if (s->outlier_size != 0 && uniform(s, HIT, id) < s->outlier_share)
		level -= s->outlier_size * log(uniform(s, HIT_SIZE, id));
	return level;
}

bool scenario_process(const struct scenario *s, int command, int64_t round, int64_t slot,
		      int64_t *out)
{
	uint64_t id = (uint64_t)round * 2 + (uint64_t)command;
	double level = process_level(s, command, id) + machine(s, slot);
	double within = 0;

	if (uniform(s, CRASH, id) < s->crash_share)
		return false;
	for (int i = 0; i < s->runs; i++) {
		double fresh = noise(s, RUN, id * SCENARIO_RUNS + (uint64_t)i);

		within = i ? s->ar * within + sqrt(1 - s->ar * s->ar) * fresh : fresh;
		out[i] = llround(s->length_ns *
				 exp(level + sqrt(1 - s->icc) * s->sd * within));
	}
	return true;
}

struct scenario scenario_default(void)
{
	return (struct scenario){
	    .seed = 1, .length_ns = 1e6, .sd = 0.03, .icc = 0.45, .runs = 5};
}

bool scenario_set(struct scenario *s, const char *assignment)
{
	const struct {
		const char *name;
		double *value;
	} fields[] = {
	    {"length_ns", &s->length_ns},
	    {"shift", &s->shift},
	    {"sd", &s->sd},
	    {"icc", &s->icc},
	    {"ar", &s->ar},
	    {"drift", &s->drift},
	    {"mode_gap", &s->mode_gap},
	    {"mode_share", &s->mode_share},
	    {"outlier_size", &s->outlier_size},
	    {"outlier_share", &s->outlier_share},
	    {"crash_share", &s->crash_share},
	};
	const char *equals = strchr(assignment, '=');
	size_t n = equals ? (size_t)(equals - assignment) : 0;
	char *end = NULL;
	double value = equals ? strtod(equals + 1, &end) : 0;

	if (!equals || end == equals + 1 || *end)
		return false;
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (strlen(fields[i].name) == n && !memcmp(fields[i].name, assignment, n))
			return *fields[i].value = value, true;
	if (!strncmp(assignment, "seed=", 5))
		s->seed = strtoull(equals + 1, NULL, 10);
	else if (!strncmp(assignment, "runs=", 5) && value >= 1 && value <= SCENARIO_RUNS)
		s->runs = (int)value;
	else if (!strncmp(assignment, "heavy=", 6))
		s->is_heavy = value != 0;
	else
		return false;
	return true;
}
