/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All four forms, as C and as C++. Every body counts its own work, so that the count in
 * a record can be compared with what was really done ("done"). -DRATE=... declares it.
 */
#include <becalm.h>

#ifdef RATE
#define FORM(macro, group, name) macro(group, name, .iters_per_sec = RATE)
#else
#define FORM(macro, group, name) macro(group, name)
#endif

FORM(BECALM_TEST, form, plain)
{
	becalm_count("done", 1);
}

FORM(BECALM_TEST_N, form, some)
{
	becalm_count("done", 7);
	return 7;
}

#ifdef __cplusplus
struct fixture {
	int calls = 0, resets = 0;
	void reset() { resets++; }
};
#define SELF this
#else
struct fixture {
	int calls, resets, setups;
};
void fixture_setup(struct fixture *self);
void fixture_reset(struct fixture *self);
void fixture_setup(struct fixture *self)
{
	self->setups++;
}
void fixture_reset(struct fixture *self)
{
	self->resets += self->setups;
}
#define SELF self
#endif

FORM(BECALM_TEST_F, fixture, each)
{
	SELF->calls++;
	becalm_count("done", 1);
	becalm_metric("resets", "times", SELF->resets);
}

FORM(BECALM_TEST_NF, fixture, some)
{
	SELF->calls++;
	becalm_count("done", 5);
	return 5;
}

/* A fixture without any of the functions that are looked for. */
struct nothing {
	int unused;
};

FORM(BECALM_TEST_F, nothing, at_all)
{
	becalm_count("done", 1);
}

BECALM_MAIN
