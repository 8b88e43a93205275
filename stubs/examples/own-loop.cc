// SPDX-License-Identifier: 0BSD
// A framework with an event loop of its own: the bodies are C++20 coroutines, which the
// library cannot call. becalm_plan() gives the count, becalm_run() reports each run.
#include <chrono>
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>

#include <becalm.h>

namespace {

std::deque<std::coroutine_handle<>> ready;

// A task that runs until its first co_await when it is made.
struct task {
	struct promise_type {
		task get_return_object() { return {}; }
		std::suspend_never initial_suspend() { return {}; }
		std::suspend_never final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() { std::terminate(); }
	};
};

// co_await yield{}: lets the others go first.
struct yield {
	bool await_ready() const { return false; }
	void await_suspend(std::coroutine_handle<> h) const { ready.push_back(h); }
	void await_resume() const {}
};

void run_until_idle()
{
	while (!ready.empty()) {
		auto next = ready.front();
		ready.pop_front();
		next.resume();
	}
}

task body(int64_t iters, std::uint64_t *sum)
{
	for (int64_t i = 0; i < iters; i++) {
		co_await yield{};
		*sum += static_cast<std::uint64_t>(i);
	}
}

// One run: how long so many iterations take, with the loop around them.
int64_t measure(int64_t iters)
{
	std::uint64_t sum = 0;
	auto start = std::chrono::steady_clock::now();

	body(iters, &sum);
	run_until_idle();
	auto ns = std::chrono::steady_clock::now() - start;
	becalm_keep(sum);
	return std::chrono::duration_cast<std::chrono::nanoseconds>(ns).count();
}

// Doubles until a run is long enough to extrapolate from.
int64_t calibrate(int64_t wanted_ns)
{
	for (int64_t iters = 1;; iters *= 2) {
		int64_t ns = measure(iters);

		if (ns * 10 >= wanted_ns)
			return static_cast<int64_t>(static_cast<double>(iters) * static_cast<double>(wanted_ns) /
						    static_cast<double>(ns)) + 1;
	}
}

} // namespace

int main()
{
	const char *name = "coroutine.yield";
	int64_t wanted_ns = becalm_plan_ns() ? becalm_plan_ns() : 100000000;
	int64_t runs = becalm_plan_runs() ? becalm_plan_runs() : 5;
	int64_t iters = becalm_plan(name);

	if (!iters) {
		iters = calibrate(wanted_ns);
		becalm_found(name, iters);
	}
	for (int64_t i = 0; i < runs; i++) {
		int64_t ns = measure(iters);

		becalm_run(name, iters, ns, ns);
		std::printf("%s: %.2f ns\n", name, static_cast<double>(ns) / static_cast<double>(iters));
	}
	return 0;
}
