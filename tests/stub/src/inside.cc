// SPDX-License-Identifier: GPL-3.0-or-later
// What a body may do, and what it must not: each test shows one thing.
#include <stdexcept>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <becalm.h>

static std::uint64_t seen;

BECALM_PRE_RUN(forget)
{
	(void)test;
	seen = 0;
}

BECALM_TEST(misuse, unpaired_stop)
{
	becalm_stop_timing();
}

BECALM_TEST(misuse, unpaired_start)
{
	if (!seen++)
		becalm_start_timing();
}

BECALM_TEST(misuse, nested)
{
	becalm_start_timing();
	becalm_start_timing();
	becalm_stop_timing();
}

BECALM_TEST(misuse, thread)
{
	std::thread([] {
		becalm_start_timing();
		becalm_stop_timing();
	}).join();
}

BECALM_TEST_N(misuse, no_progress)
{
	return 0;
}

BECALM_TEST(ends, fails)
{
	becalm_fail("the answer was wrong");
}

BECALM_TEST(ends, skips)
{
	becalm_skip("not on this machine");
}

BECALM_TEST(ends, throws)
{
	throw std::runtime_error("thrown by the body");
}

struct broken {
	broken() { throw std::runtime_error("thrown by the fixture"); }
};

BECALM_TEST_F(broken, fixture)
{
}

// The same sequence in every run: the sum of the first ten numbers is the same.
BECALM_TEST(random, sequence)
{
	if (seen < 10)
		becalm_metric("sum", "", static_cast<double>(becalm_random() >> 40));
	seen++;
}

BECALM_TEST(hook, runs_before)
{
	becalm_metric("before", "", seen == 0 ? 1 : 0);
}

BECALM_TEST(parameter, value)
{
	becalm_metric("value", "", std::stod(becalm_parameter("value", "0")));
}

BECALM_TEST(process, forks)
{
	if (!seen++ && !fork())
		return; // the copy comes out of the body and must stay silent
	while (waitpid(-1, nullptr, WNOHANG) > 0) {
	}
}

BECALM_TEST(process, systems)
{
	const char *command = becalm_parameter("command", "true");

	if (!seen++ && std::system(command))
		becalm_fail("the command failed");
}

BECALM_MAIN
