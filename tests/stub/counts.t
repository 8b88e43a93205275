#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How many iterations: given, declared, or found by trying (requirements P3 to P9, P14).
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

cat >rates.c <<'END'
#include <math.h>
#include <becalm.h>
BECALM_TEST(rate, exact, .iters_per_sec = 2.8e7) {}
BECALM_TEST(rate, zero, .iters_per_sec = 0) {}
BECALM_TEST(rate, negative, .iters_per_sec = -5) {}
BECALM_TEST(rate, nan, .iters_per_sec = NAN) {}
BECALM_TEST(rate, infinite, .iters_per_sec = INFINITY) {}
BECALM_TEST(rate, low, .iters_per_sec = 0.001) {}
BECALM_TEST(rate, none) {}
BECALM_MAIN
END
ok 'a release build' release rates.c rates ${flags:+-DBECALM_DECLARED_RATES=1}
counts='(T[sys.argv[3]]["mode"], T[sys.argv[3]]["iters"], len({r["iters"] for r in T[sys.argv[3]]["runs"]}))'
check 'a rate times half a second' 0 ./rates -d 0.5 -r 2 -t rate.exact --json r.json
same "$(measured r.json "$counts" rate.exact)" "('declared', 14000000, 1)" 'is exact in every run'
check 'times a second' 0 ./rates -d 1 -r 1 -t rate.exact --json r.json
same "$(measured r.json "$counts" rate.exact)" "('declared', 28000000, 1)" 'is exact'
check 'an explicit count wins over a rate' 0 ./rates -i 1000000 -d 0.00001 -r 2 -t rate.exact --json r.json
same "$(measured r.json "$counts" rate.exact)" "('fixed', 1000000, 1)" 'and the duration does not shorten it'
check 'half an iteration' 0 ./rates -d 1ms -r 1 -t rate.low --json r.json
same "$(measured r.json "$counts" rate.low)" "('declared', 1, 1)" 'is one'
for rate in zero negative nan infinite; do
	check "a rate that is $rate" 0 ./rates -d 2ms -r 2 -t rate.$rate --json r.json
	like "info: test 'rate\.$rate' declares .* not a finite positive rate: ignored"
	same "$(measured r.json 'D["tests"][0]["mode"]')" calibrated '  is ignored'
done
check 'no rate' 0 ./rates -d 20ms -r 3 -t rate.none --json r.json
unlike 'rate: ignored'
same "$(measured r.json 'T["rate.none"]["mode"], len({r["iters"] for r in T["rate.none"]["runs"]})')" "('calibrated', 1)" \
	'finds a count that all runs then do'

# Build type and switch: P9.
built() {
	built_claim=$1 built_mode=$2 built_says=$3
	shift 3
	ok "$built_claim compiles" compile gcc c11 rates.c built "$@"
	check "$built_claim" 0 ./built -d 1ms -r 1 -t rate.exact --json r.json
	same "$(measured r.json 'D["tests"][0]["mode"]')" "$built_mode" "$built_claim: $built_mode"
	like "$built_says" "$built_claim: the header says so"
}
if [ -z "$flags" ]; then
	built release declared 'build +release; declared rates honoured' -O2 -DNDEBUG
	built 'without NDEBUG' calibrated 'debug \(no NDEBUG\); declared rates not honoured' -O2
	built 'not optimised' calibrated 'debug \(not optimised\); declared rates not' -O0 -DNDEBUG
	built 'forced off' calibrated 'release; declared rates not honoured' -O2 -DNDEBUG -DBECALM_DECLARED_RATES=0
	built 'forced on' declared 'debug \(not optimised, no NDEBUG\); declared rates honoured' -O0 -DBECALM_DECLARED_RATES=1
	built 'with a sanitizer' calibrated 'debug \(sanitizer\)' -O2 -DNDEBUG -fsanitize=address
	built 'forced on in a release' declared 'release; declared rates honoured' -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
	built 'forced off in a debug build' calibrated 'debug' -O0 -DBECALM_DECLARED_RATES=0
fi

# The cap: P14.
cat >stale.c <<'END'
#include <time.h>
#include <becalm.h>
static int64_t due;
BECALM_PRE_RUN(schedule) { due = 0; }
static int64_t now(void)
{
	struct timespec t;
	(void)timespec_get(&t, TIME_UTC);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
/* On a schedule: a call that came late is made up for by the next. */
static void wait_us(long us)
{
	due = (due ? due : now()) + us * 1000;
	while (now() < due)
		;
}
BECALM_TEST(cap, stale, .iters_per_sec = 1e7) { wait_us(100); becalm_count("done", 1); }
BECALM_TEST(cap, met, .iters_per_sec = 1e4) { wait_us(100); becalm_count("done", 1); }
BECALM_TEST(cap, found) { wait_us(100); becalm_count("done", 1); }
BECALM_MAIN
END
ok 'a stale rate compiles' compile gcc c11 stale.c stale -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
check 'a rate a thousand times too high' 0 ./stale -d 0.02 -r 2 --json r.json
between 0.2 "$(measured r.json 'min(r["wall_ns"] for r in T["cap.stale"]["runs"]) / 1e9')" 0.4 'ends at ten times the duration'
same "$(measured r.json '[[r["cut"] for r in t["runs"]] for t in D["tests"]]')" \
	'[[True, True], [False, False], [False, False]]' 'is marked, and nothing else is'
same "$(measured r.json 'all(r["iters"] == r["own"]["done"] for t in D["tests"] for r in t["runs"])')" True \
	'has the iterations that it reached'
check 'another factor' 0 ./stale -d 0.02 -r 1 -t cap.stale --max-overrun 2 --json r.json
between 0.04 "$(measured r.json 'T["cap.stale"]["runs"][0]["wall_ns"] / 1e9')" 0.15 'is kept to'
check 'an explicit count' 0 ./stale -i 3000 -d 1ms -r 1 -t cap.found --json r.json
same "$(measured r.json 'T["cap.found"]["runs"][0]["iters"], T["cap.found"]["runs"][0]["cut"]')" '(3000, False)' 'is never cut'
check 'but with --max-overrun' 0 ./stale -i 3000 -d 1ms -r 1 -t cap.found --max-overrun 10 --json r.json
same "$(measured r.json 'T["cap.found"]["runs"][0]["cut"]')" True 'it is'
check 'records of cut runs' 0 listen ./stale -d 0.02 -r 1 -t cap.stale
like '^run name=cap\.stale .* cut=1 '
like '^warmup name=cap\.stale .* cut=1 '

# What the launcher wants.
printf 'becalm 1\nplan runs=2 duration_ns=3000000 iters=0\ncount name=cap.found iters=17\ncount name=nobody iters=3\n' >plan
check 'a plan' 0 listen --plan plan ./stale --max-overrun 1000 -t 'cap[.](found|met)'
same "$(grep ^run "$out" | field iters | tr '\n' ' ')" '30 30 17 17 ' 'sets runs, duration and the counts that were found'
same "$(grep ^test "$out" | field mode | tr '\n' ' ')" 'declared fixed ' 'and a count from there is fixed'
check 'its own options' 0 listen --plan plan ./stale -t 'cap[.]met' -r 1
same "$(grep -c ^run "$out")" 1 'win'
like '^note level=info code=own-options '
printf 'becalm 1\nplan runs=2 duration_ns=3000000 iters=5\n' >plan
check 'a count for all' 0 listen --plan plan ./stale -t 'cap[.](found|met)'
same "$(grep ^run "$out" | field iters | tr '\n' ' ')" '5 5 5 5 ' 'is done by all'
head -c 3000 /dev/urandom >plan
check 'a plan of garbage' 0 listen --plan plan ./stale -t 'cap[.]met' -d 1ms -r 1
check 'a plan that is not there' 0 listen --plan /nonexistent ./stale -t 'cap[.]met' -d 1ms -r 1

for words in '-i 0' '-i -3' '-i 1.5' '-d 0' '-d 1,5' '-d x' '-d 1h' '-r 0' '--seed x' '--columns iters,nothing' \
	'--overhead-threshold x' '--max-overrun 0.5' '--nonsense' 'operand'; do
	# shellcheck disable=SC2086
	check "$words is refused" 2 ./rates $words
done
done_testing
