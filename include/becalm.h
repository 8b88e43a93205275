/* SPDX-License-Identifier: 0BSD */
#ifndef BECALM_H
#define BECALM_H

/*
 * Benchmarks for becalm, in C11 and C++20. becalm(3) describes the calls for a program
 * that has a loop of its own, becalm-test(3) the macros for a program that has none:
 *
 *	BECALM_TEST(sort, small, .iters_per_sec = 2.8e7) { ... what is measured ... }
 *	BECALM_MAIN
 *
 * Link libbecalm.a. Without becalm in front of it the program is complete by itself.
 * Names that end in an underscore belong to the library.
 */

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
#include <exception>
#define BECALM_DEFAULT_(value) = value
extern "C" {
#else
#define BECALM_DEFAULT_(value)
#endif

/* ---- Reporting: for a program with a loop of its own, from any thread ---- */

/*
 * Looks for the launcher. Optional: the first report does it. 1: somebody listens, 0:
 * nobody does. When a launcher was announced but cannot be reached, one line on
 * stderr says why. A forked copy is silent: its work is not the benchmark's.
 */
int becalm_open(void);

/*
 * Reports one run of a test ("group.name"): how many iterations, how long they took
 * between the program's own start and stop, and how long the whole run took, in
 * nanoseconds of CLOCK_MONOTONIC. Call it outside of what is timed. 0, or -1 with
 * errno (EINVAL: no name; ENAMETOOLONG; EPIPE: the launcher went away).
 */
int becalm_run(const char *name, int64_t iters, int64_t timed_ns, int64_t wall_ns);

/*
 * A remark for the report. level: "info", "warning" or "error"; code: a short word
 * such as "rate-drift"; name: the test that it is about, or NULL; text: a sentence,
 * cut when it is longer than about 4,000 bytes. 0 or -1, as becalm_run().
 */
int becalm_note(const char *level, const char *code, const char *name, const char *text);

/*
 * How many iterations a run of this test should have: what the user asked the launcher
 * for, or the count that an earlier process of the session found. 0: find it yourself,
 * for runs of becalm_plan_ns(), and say so with becalm_found().
 */
int64_t becalm_plan(const char *name);

/* How long a run should take, and how many there should be. 0: nobody said. */
int64_t becalm_plan_ns(void);
int64_t becalm_plan_runs(void);

/* Says that the iterations of a run were found by trying; other processes then do the same. */
int becalm_found(const char *name, int64_t iters);

/*
 * Says that this process reported all it had. exit() does it, too; a later report
 * opens a new conversation.
 */
void becalm_close(void);

/* ---- Inside a test ---- */

/* Ends this test, which failed, or does not apply here. Return from the body after it. */
void becalm_fail(const char *text);
void becalm_skip(const char *text);

/* Adds to a counter of the run; sets a number of the run's own, per run. At most 16 names. */
void becalm_count(const char *name, int64_t n);
void becalm_metric(const char *name, const char *unit, double value);

/* A random number, from --seed; every run sees the same sequence. */
uint64_t becalm_random(void);

/* The value of --parameter NAME=VALUE, or fallback. */
const char *becalm_parameter(const char *name, const char *fallback);

/* Runs all tests as the command line says. The exit status: 0, 1 (a test failed), 2 (usage). */
int becalm_main(int argc, char **argv);

/* ---- What the macros are made of ---- */

struct becalm_options {
	int becalm_ BECALM_DEFAULT_(0);
	/* Iterations per second of wall time: a run has this many times its duration. */
	double iters_per_sec BECALM_DEFAULT_(0);
};

/* One run going on. limit becomes 0 when it has to end. */
struct becalm_loop {
	uint64_t limit, done;
	void *self;
};

struct becalm_test {
	struct becalm_test *next;
	const char *macro, *group, *spec, *file;
	char *name;
	int line, build, rates, is_cxx;
	struct becalm_options options;
	void (*loop)(struct becalm_loop *);
	void *(*create)(void);
	void (*destroy)(void *);
	void (*reset)(void *);
};

struct becalm_hook {
	struct becalm_hook *next;
	void (*before_run)(const char *test);
};

struct becalm_timer {
	struct timespec since;
	int64_t total_ns;
	uint64_t pairs;
	int is_running;
};

extern __thread struct becalm_timer *becalm_timer_;
int becalm_add_(struct becalm_test *test);
int becalm_add_hook_(struct becalm_hook *hook);
void becalm_misuse_(int is_start);
void becalm_no_progress_(void);

/* Strict C11 hides clock_gettime(); CLOCK_MONOTONIC is 1. */
#ifdef __LP64__
extern int becalm_clock_(int clock, struct timespec *out) __asm__("clock_gettime");
#else
int becalm_clock_(int clock, struct timespec *out);
#endif

/*
 * Only what lies between these two is timed; without them the whole run is. Pairs, from
 * the thread that runs the body.
 */
static inline void becalm_start_timing(void)
{
	struct becalm_timer *t = becalm_timer_;

	if (__builtin_expect(!t || t->is_running, 0)) {
		becalm_misuse_(1);
		return;
	}
	t->is_running = 1;
	(void)becalm_clock_(1, &t->since);
}

static inline void becalm_stop_timing(void)
{
	struct timespec now;
	struct becalm_timer *t = becalm_timer_;
	int64_t seconds;

	(void)becalm_clock_(1, &now);
	if (__builtin_expect(!t || !t->is_running, 0)) {
		becalm_misuse_(0);
		return;
	}
	t->is_running = 0;
	t->pairs++;
	seconds = now.tv_sec - t->since.tv_sec;
	t->total_ns += seconds * 1000000000 + now.tv_nsec - t->since.tv_nsec;
}

/* The compiler must have done all stores before this, and loads again after it. */
static inline void becalm_clobber(void)
{
	__asm__ volatile("" : : : "memory");
}

#ifdef __cplusplus
}
/* The compiler must compute x. */
template <class T> static inline __attribute__((always_inline)) void becalm_keep(const T &x)
{
	if constexpr (__is_trivially_copyable(T) && sizeof(T) <= sizeof(void *))
		__asm__ volatile("" : : "r,m"(x));
	else
		__asm__ volatile("" : : "m"(x));
}
#else
/* The compiler must compute x. */
#define becalm_keep(x)                                                                             \
	__extension__({                                                                            \
		__auto_type becalm_kept_ = (x);                                                    \
		__asm__ volatile("" : : "g"(becalm_kept_));                                        \
	})
#endif

/* Declared rates count in release builds: optimised, NDEBUG, no sanitizer. */
#ifdef __OPTIMIZE__
#define BECALM_IS_OPTIMIZED_ 1
#else
#define BECALM_IS_OPTIMIZED_ 0
#endif
#ifdef NDEBUG
#define BECALM_IS_NDEBUG_ 2
#else
#define BECALM_IS_NDEBUG_ 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__SANITIZE_UNDEFINED__)
#define BECALM_IS_SANITIZED_ 4
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
	__has_feature(memory_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define BECALM_IS_SANITIZED_ 4
#endif
#endif
#ifndef BECALM_IS_SANITIZED_
#define BECALM_IS_SANITIZED_ 0
#endif
#define BECALM_BUILD_ (BECALM_IS_OPTIMIZED_ | BECALM_IS_NDEBUG_ | BECALM_IS_SANITIZED_)
#ifdef BECALM_DECLARED_RATES
#define BECALM_RATES_ (BECALM_DECLARED_RATES)
#else
#define BECALM_RATES_ (-1)
#endif

/* The first of several arguments, and the others followed by a comma or nothing. */
#define BECALM_FIRST_(first, ...) first
#define BECALM_REST_(first, ...) __VA_ARGS__

/* ---- The four forms. The name is part of "...": C11 wants at least one argument there ---- */

#define BECALM_TEST(group, ...)                                                                    \
	BECALM_PLAIN_(void, BECALM_EACH_, "BECALM_TEST", #group, #__VA_ARGS__,                     \
		      BECALM_FIRST_(group##_##__VA_ARGS__, ), BECALM_REST_(__VA_ARGS__, ))
#define BECALM_TEST_N(group, ...)                                                                  \
	BECALM_PLAIN_(size_t, BECALM_SOME_, "BECALM_TEST_N", #group, #__VA_ARGS__,                 \
		      BECALM_FIRST_(group##_##__VA_ARGS__, ), BECALM_REST_(__VA_ARGS__, ))
#define BECALM_TEST_F(type, ...)                                                                   \
	BECALM_FIXTURE_(type, void, BECALM_EACH_, "BECALM_TEST_F", #type, #__VA_ARGS__,            \
			BECALM_FIRST_(type##_##__VA_ARGS__, ), BECALM_REST_(__VA_ARGS__, ))
#define BECALM_TEST_NF(type, ...)                                                                  \
	BECALM_FIXTURE_(type, size_t, BECALM_SOME_, "BECALM_TEST_NF", #type, #__VA_ARGS__,         \
			BECALM_FIRST_(type##_##__VA_ARGS__, ), BECALM_REST_(__VA_ARGS__, ))

/* One indirection, so that the arguments are ready before they are pasted. */
#define BECALM_PLAIN_(...) BECALM_PLAIN2_(__VA_ARGS__)
#define BECALM_FIXTURE_(...) BECALM_FIXTURE2_(__VA_ARGS__)

/*
 * The loop: nothing in it but the body and one comparison with a limit in memory, which
 * a timer sets to 0 when the run has to end.
 */
/* A short loop that lies across a line of the instruction cache may take twice as long. */
#define BECALM_ALIGN_ __asm__ volatile(".p2align 5")
#define BECALM_LIMIT_(l) __atomic_load_n(&(l)->limit, __ATOMIC_RELAXED)
#define BECALM_EACH_(l, call)                                                                      \
	uint64_t n = 0;                                                                            \
	BECALM_TRY_                                                                                \
	BECALM_ALIGN_;                                                                             \
	do {                                                                                       \
		call;                                                                              \
		n++;                                                                               \
	} while (n < BECALM_LIMIT_(l));                                                            \
	BECALM_CATCH_                                                                              \
	(l)->done = n;
#define BECALM_SOME_(l, call)                                                                      \
	uint64_t n = 0;                                                                            \
	BECALM_TRY_                                                                                \
	BECALM_ALIGN_;                                                                             \
	do {                                                                                       \
		const uint64_t some = call;                                                        \
		if (__builtin_expect(!some, 0)) {                                                  \
			becalm_no_progress_();                                                     \
			break;                                                                     \
		}                                                                                  \
		n += some;                                                                         \
	} while (n < BECALM_LIMIT_(l));                                                            \
	BECALM_CATCH_                                                                              \
	(l)->done = n;

#define BECALM_RECORD_(macro_, group_, spec_, id, create_, destroy_, reset_, ...)                  \
	static char becalm_name_##id[sizeof(group_) + sizeof(spec_)];                              \
	static struct becalm_test becalm_test_##id = {                                             \
		.next = NULL,                                                                      \
		.macro = macro_,                                                                   \
		.group = group_,                                                                   \
		.spec = spec_,                                                                     \
		.file = __FILE__,                                                                  \
		.name = becalm_name_##id,                                                          \
		.line = __LINE__,                                                                  \
		.build = BECALM_BUILD_,                                                            \
		.rates = BECALM_RATES_,                                                            \
		.is_cxx = BECALM_IS_CXX_,                                                          \
		.options = { .becalm_ = 0, __VA_ARGS__ },                                          \
		.loop = becalm_loop_##id,                                                          \
		.create = create_,                                                                 \
		.destroy = destroy_,                                                               \
		.reset = reset_,                                                                   \
	};                                                                                         \
	BECALM_REGISTER_(id, becalm_add_(&becalm_test_##id))

#define BECALM_PLAIN2_(returns, form, macro, group, spec, id, ...)                                 \
	static inline __attribute__((always_inline)) returns becalm_body_##id(void);               \
	static void becalm_loop_##id(struct becalm_loop *becalm_l)                                 \
	{                                                                                          \
		form(becalm_l, becalm_body_##id())                                                 \
	}                                                                                          \
	BECALM_RECORD_(macro, group, spec, id, NULL, NULL, NULL, __VA_ARGS__)                      \
	static inline returns becalm_body_##id(void)

/* Code that runs before every run of every test: BECALM_PRE_RUN(reseed) { srand(1); } */
#define BECALM_PRE_RUN(id)                                                                         \
	static void becalm_before_##id(const char *test);                                          \
	static struct becalm_hook becalm_hook_##id = { NULL, becalm_before_##id };                 \
	BECALM_REGISTER_(hook_##id, becalm_add_hook_(&becalm_hook_##id))                           \
	static void becalm_before_##id(__attribute__((unused)) const char *test)

#define BECALM_MAIN                                                                                \
	int main(int argc, char **argv)                                                            \
	{                                                                                          \
		return becalm_main(argc, argv);                                                    \
	}

#ifdef __cplusplus

#define BECALM_IS_CXX_ 1
#ifdef __cpp_exceptions
#define BECALM_TRY_ try {
#define BECALM_CATCH_                                                                              \
	}                                                                                          \
	catch (const std::exception &e) { becalm_fail(e.what()); }                                 \
	catch (...) { becalm_fail("an exception that is no std::exception"); }
#else
#define BECALM_TRY_
#define BECALM_CATCH_
#endif

/* In the order of the file, after the test itself was initialised. */
#define BECALM_REGISTER_(id, call) [[maybe_unused]] static const int becalm_added_##id = call;

template <class T> static void *becalm_create_()
{
	T *made = nullptr;
	BECALM_TRY_
	made = new T;
	BECALM_CATCH_
	return made;
}

template <class T> static void becalm_destroy_(void *self)
{
	delete static_cast<T *>(self);
}

/* A fixture may have a method reset(), called before each run. */
template <class T> static void becalm_reset_(void *self)
{
	BECALM_TRY_
	if constexpr (requires(T & fixture) { fixture.reset(); })
		static_cast<T *>(self)->reset();
	BECALM_CATCH_
	(void)self;
}

#define BECALM_FIXTURE2_(type, returns, form, macro, group, spec, id, ...)                         \
	namespace                                                                                  \
	{                                                                                          \
	struct becalm_fixture_##id : public type {                                                 \
		inline __attribute__((always_inline)) returns becalm_body_();                      \
	};                                                                                         \
	}                                                                                          \
	static void becalm_loop_##id(struct becalm_loop *becalm_l)                                 \
	{                                                                                          \
		auto *self = static_cast<becalm_fixture_##id *>(becalm_l->self);                   \
		form(becalm_l, self->becalm_body_())                                               \
	}                                                                                          \
	BECALM_RECORD_(macro, group, spec, id, becalm_create_<becalm_fixture_##id>,                \
		       becalm_destroy_<becalm_fixture_##id>, becalm_reset_<becalm_fixture_##id>,   \
		       __VA_ARGS__)                                                                \
	inline returns becalm_fixture_##id::becalm_body_()

#else

#define BECALM_IS_CXX_ 0
#define BECALM_TRY_
#define BECALM_CATCH_
#define BECALM_REGISTER_(id, call)                                                                 \
	__attribute__((constructor)) static void becalm_register_##id(void)                        \
	{                                                                                          \
		(void)call;                                                                        \
	}

/*
 * type_setup(), type_teardown() and type_reset() are found by name: a weak reference is
 * NULL when nobody defined them, and leaves those that exist as strong as they are.
 */
#define BECALM_BY_NAME_(type, id, what)                                                            \
	static void becalm_##what##_##id(struct type *) __attribute__((weakref(#type "_" #what)));

#define BECALM_FIXTURE2_(type, returns, form, macro, group, spec, id, ...)                         \
	static inline __attribute__((always_inline)) returns becalm_body_##id(struct type *self);  \
	BECALM_BY_NAME_(type, id, setup)                                                           \
	BECALM_BY_NAME_(type, id, teardown)                                                        \
	BECALM_BY_NAME_(type, id, reset)                                                           \
	static void *becalm_create_##id(void)                                                      \
	{                                                                                          \
		static struct type self;                                                           \
		if (becalm_setup_##id)                                                             \
			becalm_setup_##id(&self);                                                  \
		return &self;                                                                      \
	}                                                                                          \
	static void becalm_destroy_##id(void *self)                                                \
	{                                                                                          \
		if (becalm_teardown_##id)                                                          \
			becalm_teardown_##id((struct type *)self);                                 \
	}                                                                                          \
	static void becalm_restart_##id(void *self)                                                \
	{                                                                                          \
		if (becalm_reset_##id)                                                             \
			becalm_reset_##id((struct type *)self);                                    \
	}                                                                                          \
	static void becalm_loop_##id(struct becalm_loop *becalm_l)                                 \
	{                                                                                          \
		struct type *self = (struct type *)becalm_l->self;                                 \
		form(becalm_l, becalm_body_##id(self))                                             \
	}                                                                                          \
	BECALM_RECORD_(macro, group, spec, id, becalm_create_##id, becalm_destroy_##id,            \
		       becalm_restart_##id, __VA_ARGS__)                                           \
	static inline returns becalm_body_##id(__attribute__((unused)) struct type *self)

#endif

#endif
