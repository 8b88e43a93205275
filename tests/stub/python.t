#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python stub measures by the same rules, options and records as the C library.
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

cat >tests.py <<'END'
import math, os, sys, time
import becalm

def wait_us(us):
    end = time.perf_counter_ns() + us * 1000
    while time.perf_counter_ns() < end:
        pass

due = 0

@becalm.before_run
def schedule(name):
    global due
    due = 0

def on_schedule():
    """Every 200 us; a call that came late is made up for by the next."""
    global due
    due = (due or time.monotonic_ns()) + 200000
    while time.monotonic_ns() < due:
        pass

becalm.bench("rate.met", on_schedule, iters_per_sec=5e3)
becalm.bench("rate.stale", on_schedule, iters_per_sec=1e8)
becalm.bench("rate.zero", lambda: None, iters_per_sec=0)
becalm.bench("rate.nan", lambda: None, iters_per_sec=math.nan)

@becalm.bench("form.plain")
def plain():
    becalm.count("done", 1)

@becalm.bench("form.counts", counts=True)
def counts():
    becalm.count("done", 7)
    return 7

@becalm.bench("form.timed")
def timed():
    wait_us(50)
    with becalm.timed():
        wait_us(10)

@becalm.bench("misuse.nested")
def nested():
    with becalm.timed():
        with becalm.timed():
            pass

@becalm.bench("misuse.zero", counts=True)
def zero():
    return 0

@becalm.bench("ends.raises")
def raises():
    raise ValueError("the answer was wrong")

@becalm.bench("ends.skips")
def skips():
    becalm.skip("not here")

@becalm.bench("random.sequence")
def sequence():
    becalm.metric("first", "", becalm.random() >> 40)

@becalm.bench("parameter.value")
def parameter():
    becalm.metric("value", "things", float(becalm.parameter("value", "0")))

forked = False

@becalm.bench("process.forks")
def forks():
    global forked
    if not forked and not os.fork():
        return
    if not forked:
        os.wait()
    forked = True

becalm.main()
END
t() { python3 tests.py "$@"; }
check 'forms' 0 t -d 5ms -r 3 -t 'form.*' --json r.json
same "$(measured r.json 'all(r["iters"] == r["own"]["c.done"] for n in ("form.plain", "form.counts") for r in T[n]["runs"])')" True \
	'count what was done'
between 9000 "$(measured r.json 'T["form.timed"]["median_ns"]')" 49000 'with timed() only that is the result'
between 55000 "$(measured r.json 'max(r["wall_ns"] / r["iters"] for r in T["form.timed"]["runs"])')" 1e9 'and the wall length is the whole'
check 'rates' 0 t -d 20ms -r 2 -t 'rate.*' --json r.json
same "$(measured r.json '[(t["mode"], t["iters"]) for t in D["tests"]][:2]')" "[('declared', 100), ('declared', 2000000)]" 'times the duration'
like "warning: test 'rate\.stale' declares 100000000 iterations/s but achieved [0-9.e+]+/s, so each run took [0-9.]+ ms rather than the requested 20\.000 ms; refresh with --suggest-rates"
unlike "warning: test 'rate\.met'"
like "info: test 'rate\.zero' .* ignored"
like "info: test 'rate\.nan' .* ignored"
same "$(measured r.json '[{r["cut"] for r in t["runs"]} for t in D["tests"]]')" '[{False}, {True}, {False}, {False}]' 'a stale one is cut'
check 'a count' 0 t -i 2000 -d 1ms -r 1 -t rate.met --json r.json
same "$(measured r.json 'T["rate.met"]["runs"][0]["iters"]')" 2000 'is never cut'
check 'suggested rates' 0 t -d 20ms -r 3 -t rate.met --suggest-rates
like '^becalm\.bench\("rate\.met", +fn, iters_per_sec=[0-9]\.[0-9]e3\)$'

check 'misuse' 1 t -d 2ms -r 1 -t 'misuse.*' -t 'ends.*' -t form.plain
like "error: test 'misuse\.nested' failed: timed\(\) inside of timed\(\)"
like "error: test 'misuse\.zero' failed: the body said that it did 0 iterations"
like "error: test 'ends\.raises' failed: ValueError: the answer was wrong"
like "info: test 'ends\.skips' was skipped: not here"
like '^form\.plain .*calibrated' 'the others go on'
check 'random numbers' 0 t -i 1 -r 3 -t random.sequence --json r.json
same "$(measured r.json 'len({r["own"]["m.first"] for r in D["tests"][0]["runs"]})')" 1 'are the same in every run'
check 'parameters' 0 listen python3 tests.py -i 1 -r 1 -t parameter.value --parameter value=2.5
like '^run name=parameter\.value iters=1 .* m\.value=2\.5 u\.value=things nr=1 '
like '^test name=parameter\.value mode=fixed iters=1 timer_ns='
check 'a body that forks' 0 listen python3 tests.py -i 3 -r 2 -t process.forks
same "$(grep -c ^run "$out")" 2 'reports once'
check 'names' 0 t --list
same "$(wc -l <"$out")" 14 'are listed'
check 'no match' 2 t -t nothing
check 'a wrong option' 2 t -d 1,5

printf 'becalm 1\nplan runs=2 duration_ns=3000000 iters=0\ncount name=form.plain iters=17\n' >plan
check 'a plan' 0 listen --plan plan python3 tests.py -t form.plain
same "$(grep ^run "$out" | field iters | tr '\n' ' ')" '17 17 ' 'is obeyed'
same "$(grep ^test "$out" | field mode)" fixed 'and its count is fixed'

printf 'import becalm\nbecalm.bench("at.exit", lambda: None)\n' >exit.py
check 'a program without main()' 0 listen python3 exit.py -d 1ms -r 2
same "$(grep -c ^run "$out")" 2 'is measured at its end'
same "$(tail -n 1 "$out" | cut -c 1-10)" 'bye runs=2' 'and says bye'
printf 'import becalm\nbecalm.bench("a.b", lambda: None)\nbecalm.bench("a.b", lambda: None)\n' >twice.py
check 'the same name twice' 1 python3 twice.py --list
like "two tests are called 'a\.b'"
check 'like timeit' 0 python3 -m becalm -i 100 -r 1 -s 'x = 1' 'x += 1' 'x -= 1' --json r.json
same "$(measured r.json 'T["timeit.statement"]["runs"][0]["iters"]')" 100 'with set-up and lines'
check 'a statement that is none' 2 python3 -m becalm 'x ='
done_testing
