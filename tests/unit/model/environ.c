/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../../launcher/model/draw.h"
#include "../../../launcher/model/environ.h"

static char *ours[] = { (char *)"PATH=/bin", (char *)"SECRET=x", (char *)"HOME=/h", NULL };

static size_t drawn_size(struct plan *p, struct environ *base, int64_t round)
{
	struct draw d = draw_of(p, round);
	struct environ e = environ_draw(base, p, &d);
	size_t n = environ_size(&e);

	environ_free(&e);
	return n;
}

static void fixed_fills_up_to_whole_16_kib(void **state)
{
	struct plan p = plan_default();
	struct environ base = environ_make(&p, ours);

	(void)state;
	for (int64_t round = 1; round < 200; round++)
		assert_int_equal(drawn_size(&p, &base, round), 16384);
	environ_free(&base);
}

/* Seeds differ in how many digits they have; only the drawn padding may show in the size. */
static void sampled_sizes_differ_by_the_drawn_padding_alone(void **state)
{
	struct plan p = plan_default();
	struct environ base;

	(void)state;
	p.entropy = ENTROPY_SAMPLED;
	p.seed = 42;
	base = environ_make(&p, ours);
	for (int64_t round = 1; round < 200; round++) {
		struct draw d = draw_of(&p, round);

		assert_int_equal(drawn_size(&p, &base, round), 16384 + d.pad);
		assert_true(d.pad >= 0 && d.pad <= DRAW_PAD_MAX && d.pad % 16 == 0);
		assert_true(d.hash_seed >= 0 && d.hash_seed <= UINT32_MAX);
	}
	environ_free(&base);
}

static void the_same_seed_draws_the_same_and_another_does_not(void **state)
{
	struct plan a = plan_default();
	struct plan b;
	int same = 0;

	(void)state;
	a.entropy = ENTROPY_SAMPLED;
	a.seed = 1;
	b = a;
	for (int64_t round = 1; round <= 50; round++)
		assert_int_equal(draw_of(&a, round).hash_seed, draw_of(&b, round).hash_seed);
	b.seed = 2;
	for (int64_t round = 1; round <= 50; round++)
		same += draw_of(&a, round).hash_seed == draw_of(&b, round).hash_seed;
	assert_true(same <= 1);
}

static void a_users_own_seed_wins_unless_one_is_asked_for(void **state)
{
	char *with_seed[] = { (char *)"PYTHONHASHSEED=7", NULL };
	struct plan p = plan_default();
	struct environ base = environ_make(&p, with_seed);
	struct draw d = draw_of(&p, 1);
	struct environ e = environ_draw(&base, &p, &d);

	(void)state;
	assert_true(base.has_own_seed);
	assert_string_equal(environ_get(&e, "PYTHONHASHSEED"), "7");
	environ_free(&e);
	p.hash_seed = 5;
	d = draw_of(&p, 1);
	e = environ_draw(&base, &p, &d);
	assert_string_equal(environ_get(&e, "PYTHONHASHSEED"), "5");
	environ_free(&e);
	environ_free(&base);
}

static void clean_and_keep_reduce_it(void **state)
{
	struct plan p = plan_default();
	struct environ e;

	(void)state;
	p.clean_env = true;
	e = environ_make(&p, ours);
	assert_null(environ_get(&e, "SECRET"));
	assert_string_equal(environ_get(&e, "HOME"), "/h");
	environ_free(&e);
	p.clean_env = false;
	p.keep_env = "SECRET,NONE";
	p.env[p.env_count++] = "A=1=2\n";
	p.env[p.env_count++] = "PATH";
	e = environ_make(&p, ours);
	assert_int_equal(e.count, 3);
	assert_string_equal(environ_get(&e, "SECRET"), "x");
	assert_string_equal(environ_get(&e, "A"), "1=2\n");
	assert_string_equal(environ_get(&e, "PATH"), "/bin");
	environ_free(&e);
}

static void impossible_names_are_refused(void **state)
{
	struct fail f = { 0 };

	(void)state;
	assert_int_equal(environ_check("K=a\nb", &f), 0);
	assert_int_equal(environ_check("K", &f), 0);
	assert_int_equal(environ_check("=x", &f), -1);
	assert_int_equal(environ_check("1A=x", &f), -1);
	assert_int_equal(environ_check("", &f), -1);
	assert_int_equal(environ_check("a-b=1", &f), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fixed_fills_up_to_whole_16_kib),
		cmocka_unit_test(sampled_sizes_differ_by_the_drawn_padding_alone),
		cmocka_unit_test(the_same_seed_draws_the_same_and_another_does_not),
		cmocka_unit_test(a_users_own_seed_wins_unless_one_is_asked_for),
		cmocka_unit_test(clean_and_keep_reduce_it),
		cmocka_unit_test(impossible_names_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
