/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../../launcher/model/looks.h"
#include "../../../launcher/model/order.h"

static void a_and_b_are_first_equally_often_at_each_look(void **state)
{
	struct looks l = looks_plan(1, 120);
	int order[2];

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		int first = 0;
		int look = 0;

		for (int64_t round = 1; round <= 120; round++) {
			order_of(seed, round, 2, l.block, order);
			assert_int_equal(order[0] + order[1], 1);
			first += order[0] == 0;
			if (l.at[look] != round)
				continue;
			assert_int_equal(2 * first, round);
			look++;
		}
	}
}

static void an_exact_number_of_rounds_is_balanced_too(void **state)
{
	const int64_t exact[] = {2, 6, 8, 14, 20, 22, 26, 34, 50};
	int order[2];

	(void)state;
	for (size_t i = 0; i < sizeof(exact) / sizeof(*exact); i++) {
		struct looks l = looks_plan(exact[i], exact[i]);
		int first = 0;

		for (int64_t round = 1; round <= exact[i]; round++) {
			order_of(7, round, 2, l.block, order);
			first += order[0] == 0;
		}
		assert_int_equal(2 * first, exact[i]);
	}
}

static void each_of_several_commands_precedes_each_other_equally_often(void **state)
{
	int before[5][5] = {{0}};
	int order[5];

	(void)state;
	for (int64_t round = 1; round <= 40; round++) {
		order_of(3, round, 5, 10, order);
		for (int i = 0; i < 5; i++)
			for (int j = i + 1; j < 5; j++)
				before[order[i]][order[j]]++;
	}
	for (int a = 0; a < 5; a++)
		for (int b = 0; b < 5; b++)
			assert_int_equal(before[a][b], a == b ? 0 : 20);
}

static void the_order_follows_from_seed_and_round_alone(void **state)
{
	int a[3], b[3];
	int differ = 0;

	(void)state;
	for (int64_t round = 1; round <= 60; round++) {
		order_of(11, round, 3, 10, a);
		order_of(11, round, 3, 10, b);
		assert_memory_equal(a, b, sizeof(a));
		order_of(12, round, 3, 10, b);
		differ += memcmp(a, b, sizeof(a)) != 0;
	}
	assert_in_range(differ, 35, 60);
}

/* Over seeds, each round is AB as often as BA, and neighbours are hardly related. */
static void no_round_has_a_place_of_its_own(void **state)
{
	int first[10] = {0};
	int alike = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 2000; seed++) {
		int last = 0;

		for (int round = 1; round <= 10; round++) {
			int order[2];

			order_of(seed, round, 2, 10, order);
			first[round - 1] += order[0] == 0;
			alike += round > 1 && order[0] == last;
			last = order[0];
		}
	}
	for (int i = 0; i < 10; i++)
		assert_in_range(first[i], 900, 1100);
	assert_in_range(alike, 7700, 8300); /* 4 of 9 of 18,000 */
}

static void one_command_has_one_order(void **state)
{
	int order = 9;

	(void)state;
	order_of(1, 1, 1, 2, &order);
	assert_int_equal(order, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_and_b_are_first_equally_often_at_each_look),
	    cmocka_unit_test(an_exact_number_of_rounds_is_balanced_too),
	    cmocka_unit_test(each_of_several_commands_precedes_each_other_equally_often),
	    cmocka_unit_test(the_order_follows_from_seed_and_round_alone),
	    cmocka_unit_test(no_round_has_a_place_of_its_own),
	    cmocka_unit_test(one_command_has_one_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
