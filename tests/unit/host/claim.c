/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../../../launcher/host/claim.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../launcher/host/choose.h"
#include "hosts.h"

/* Numbers that no machine of today has, so that sessions on this one do not interfere. */
enum { FIRST = 4090 };

static struct cpus set_of(int a, int b)
{
	struct cpus set = {0};

	cpus_add(&set, a);
	cpus_add(&set, b);
	return set;
}

static void a_claimed_cpu_is_taken_for_others(void **state)
{
	struct cpus both = set_of(FIRST, FIRST + 1);
	struct cpus second = set_of(FIRST + 1, FIRST + 2);
	struct claims a = {0};
	struct claims b = {0};
	struct cpus taken = {0};

	(void)state;
	claims_take(&a, &both, &taken);
	assert_true(cpus_is_empty(&taken));
	claims_take(&b, &second, &taken);
	assert_cpus(&taken, "4091");
	assert_int_equal(b.n, 1);
	claims_drop(&a);
	claims_drop(&b);
	taken = (struct cpus){0};
	claims_take(&b, &both, &taken);
	assert_true(cpus_is_empty(&taken));
	claims_drop(&b);
}

static void a_claim_is_not_inherited_by_programs(void **state)
{
	struct cpus one = set_of(FIRST, FIRST);
	struct claims a = {0};
	struct cpus taken = {0};

	(void)state;
	claims_take(&a, &one, &taken);
	assert_int_equal(a.n, 1);
	assert_true(fcntl(a.fds[0], F_GETFD) & FD_CLOEXEC);
	claims_drop(&a);
}

static void a_claim_ends_with_its_process(void **state)
{
	struct cpus one = set_of(FIRST, FIRST);
	struct claims a = {0};
	struct cpus taken = {0};
	int status;
	pid_t pid;

	(void)state;
	pid = fork();
	if (!pid) {
		claims_take(&a, &one, &taken);
		(void)raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	claims_take(&a, &one, &taken);
	assert_true(cpus_is_empty(&taken));
	claims_drop(&a);
}

/* A machine of three CPUs with those high numbers. */
static void machine(struct topology *t, struct given *g)
{
	memset(t, 0, sizeof(*t));
	memset(g, 0, sizeof(*g));
	memset(&g->group, 0xff, sizeof(g->group));
	memset(&g->affinity, 0xff, sizeof(g->affinity));
	for (int cpu = FIRST; cpu < FIRST + 3; cpu++) {
		cpus_add(&t->online, cpu);
		t->at[cpu] = (struct place){(int16_t)cpu, 0, 0, -1, 0};
	}
	t->possible = t->online;
}

static void sessions_choose_different_cpus_until_all_are_taken(void **state)
{
	static struct topology t;
	static const char *const expected[] = {"4090", "4091", "4092", "4090"};
	struct given g;
	struct wish w = {0};
	struct claims claims[4] = {{0}};
	struct choice c;
	struct fail f;

	(void)state;
	machine(&t, &g);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(choose_and_claim(&t, &g, &w, &c, &claims[i], &f), 0);
		assert_cpus(&c.measured, expected[i]);
		assert_int_equal(c.is_shared, i == 3);
	}
	for (int i = 0; i < 4; i++)
		claims_drop(&claims[i]);
}

/* The first core is half taken: nothing of it may be kept. */
static void what_was_claimed_in_vain_is_given_back(void **state)
{
	static struct topology t;
	struct cpus sibling = set_of(FIRST + 1, FIRST + 1);
	struct claims other = {0};
	struct claims ours = {0};
	struct cpus taken = {0};
	struct wish w = {0};
	struct choice c;
	struct given g;
	struct fail f;

	(void)state;
	machine(&t, &g);
	t.at[FIRST + 1].core = FIRST;
	claims_take(&other, &sibling, &taken);
	assert_int_equal(choose_and_claim(&t, &g, &w, &c, &ours, &f), 0);
	assert_cpus(&c.measured, "4092");
	assert_int_equal(ours.n, 1);
	claims_drop(&other);
	claims_drop(&ours);
}

static void a_nested_session_claims_nothing(void **state)
{
	static struct topology t;
	struct wish w = {.is_nested = true};
	struct claims claims = {0};
	struct choice c;
	struct given g;
	struct fail f;

	(void)state;
	machine(&t, &g);
	assert_int_equal(choose_and_claim(&t, &g, &w, &c, &claims, &f), 0);
	assert_int_equal(claims.n, 0);
}

static void claims_are_seen_without_claiming(void **state)
{
	struct cpus one = set_of(FIRST, FIRST);
	struct tree tree = host_open("sessions");
	struct cpus seen = claims_seen(&tree);
	struct claims a = {0};
	struct cpus taken = {0};
	struct fail f;

	(void)state;
	assert_cpus(&seen, "1,9");
	tree_close(&tree);
	assert_int_equal(tree_open(&tree, NULL, &f), 0);
	claims_take(&a, &one, &taken);
	seen = claims_seen(&tree);
	assert_true(cpus_has(&seen, FIRST));
	claims_drop(&a);
	seen = claims_seen(&tree);
	assert_false(cpus_has(&seen, FIRST));
	tree_close(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_claimed_cpu_is_taken_for_others),
		cmocka_unit_test(a_claim_is_not_inherited_by_programs),
		cmocka_unit_test(a_claim_ends_with_its_process),
		cmocka_unit_test(sessions_choose_different_cpus_until_all_are_taken),
		cmocka_unit_test(what_was_claimed_in_vain_is_given_back),
		cmocka_unit_test(a_nested_session_claims_nothing),
		cmocka_unit_test(claims_are_seen_without_claiming),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
