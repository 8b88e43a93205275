// SPDX-License-Identifier: GPL-3.0-or-later
// Three bodies, for our library and (-DGOOGLE) for Google Benchmark: an empty one, a sort
// of 1,000 numbers with its set-up inside, and one whose set-up is not timed.
#include <algorithm>
#include <cstdint>
#include <vector>

static std::vector<int> numbers(1000);

static void fill()
{
	std::uint32_t x = 1;

	for (int &n : numbers)
		n = static_cast<int>((x = x * 1664525 + 1013904223) >> 1);
}

#ifdef GOOGLE
#include <benchmark/benchmark.h>

static void empty(benchmark::State &state)
{
	for (auto _ : state)
		benchmark::ClobberMemory(); // no instruction, but the loop has to be there
}
BENCHMARK(empty)->Name("three.empty");

static void sort(benchmark::State &state)
{
	for (auto _ : state) {
		fill();
		std::sort(numbers.begin(), numbers.end());
		benchmark::ClobberMemory();
	}
}
BENCHMARK(sort)->Name("three.sort");

static void untimed(benchmark::State &state)
{
	for (auto _ : state) {
		state.PauseTiming();
		fill();
		state.ResumeTiming();
		std::sort(numbers.begin(), numbers.end());
		benchmark::ClobberMemory();
	}
}
BENCHMARK(untimed)->Name("three.untimed");

BENCHMARK_MAIN();
#else
#include <becalm.h>

BECALM_TEST(three, empty)
{
	becalm_clobber();
}

BECALM_TEST(three, sort)
{
	fill();
	std::sort(numbers.begin(), numbers.end());
	becalm_clobber();
}

BECALM_TEST(three, untimed)
{
	fill();
	becalm_start_timing();
	std::sort(numbers.begin(), numbers.end());
	becalm_clobber();
	becalm_stop_timing();
}

BECALM_MAIN
#endif
