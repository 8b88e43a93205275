#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a body may do, and what happens when it does what it must not.
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

ok 'compiles' release "$sources/inside.cc" inside
misuse() {
	check "$1 is an error" 1 ./inside -d 2ms -r 2 -t "misuse.$1"
	like "error: test 'misuse\.$1' failed: $2" '  that names the test'
}
misuse unpaired_stop 'becalm_stop_timing\(\) without a start'
misuse unpaired_start 'becalm_start_timing\(\) without a stop'
misuse nested 'becalm_start_timing\(\) when it was started already'
misuse thread 'start or stop of timing outside of the body, or from another thread'
misuse no_progress 'the body said that it did 0 iterations'
check 'an error' 1 listen ./inside -d 2ms -r 2 -t misuse.nested
like '^note level=error code=nested-start name=misuse\.nested '
unlike '^run ' 'gives no sample'

check 'a failure' 1 ./inside -d 2ms -r 2 -t 'ends.*' -t broken.fixture -t hook.runs_before --json r.json
like "test 'ends\.fails' failed: the answer was wrong"
like "test 'ends\.skips' was skipped: not on this machine"
like "test 'ends\.throws' failed: thrown by the body"
like "test 'broken\.fixture' failed: thrown by the fixture"
same "$(measured r.json '[(t["name"], t["end"], len(t["runs"])) for t in D["tests"]]')" \
	"[('ends.fails', 'failed', 0), ('ends.skips', 'skipped', 0), ('ends.throws', 'failed', 0), ('broken.fixture', 'failed', 0), ('hook.runs_before', 'fine', 2)]" \
	'ends that test only'
check 'a skipped test alone is no failure' 0 ./inside -d 2ms -r 1 -t ends.skips

check 'random numbers' 0 ./inside -d 2ms -r 3 -t random.sequence --json r.json
first=$(measured r.json '{r["own"]["sum"] for r in D["tests"][0]["runs"]}')
same "$(measured r.json 'len({r["own"]["sum"] for r in D["tests"][0]["runs"]})')" 1 'are the same in every run'
check 'another seed' 0 ./inside -d 2ms -r 3 -t random.sequence --json r.json --seed 2
not 'gives others' test "$(measured r.json '{r["own"]["sum"] for r in D["tests"][0]["runs"]}')" = "$first"
check 'the same seed' 0 ./inside -d 2ms -r 3 -t random.sequence --json r.json --seed 1
same "$(measured r.json '{r["own"]["sum"] for r in D["tests"][0]["runs"]}')" "$first" 'gives the same in another process'
like 'seed +1$'

check 'hooks' 0 ./inside -d 2ms -r 3 -t hook.runs_before --json r.json
same "$(measured r.json '{r["own"]["before"] for r in D["tests"][0]["runs"]}')" '{1}' 'run before every run'
check 'parameters' 0 ./inside -i 3 -r 1 -t parameter.value --parameter value=42 --json r.json
same "$(measured r.json 'D["tests"][0]["runs"][0]["own"]["value"]')" 42 'arrive'

check 'a body that forks' 0 listen ./inside -i 5 -r 3 -t process.forks
same "$(grep -c ^run "$out")" 3 'reports its runs once'
same "$(grep -c '^process.forks' "$err")" 1 'and prints its row once'
check 'a body that runs another benchmark' 0 listen ./inside -i 2 -r 1 -t process.systems --parameter "command=$programs/twice"
"$build/tests/unit/model/wire" "$out" >events
same "$(grep -c "^run 'process.systems'" events)" 1 'its own run counts'
same "$(grep -c "^run 'twice" events)" 0 "the other's do not"
ok 'and are counted' grep -q '^count nested_records 4' events

# Records.
check 'records' 0 listen ./inside -i 3 -r 1 -t parameter.value --parameter value=2.5
like '^test name=parameter\.value mode=fixed iters=3 timer_ns=[0-9.]+ source=BECALM_TEST\(parameter,%20value,%20\.iters_per_sec%20%3D%20@.\) inv='
like '^run name=parameter\.value iters=3 timed_ns=[0-9]+ wall_ns=[0-9]+ pairs=0 c\.instructions=[^ ]+ c\.cycles=[^ ]+ c\.faults=[0-9]+ c\.switches=[0-9]+ m\.value=2\.5 u\.value= nr=1 inv=00000001 pid=[0-9]+$'
like '^hello lib=becalm-c/1 build=(release|debug) '
check 'without counters' 0 listen ./inside -i 3 -r 1 -t parameter.value --no-counters
like ' c\.instructions=unavailable:--no-counters c\.cycles=unavailable:--no-counters '

# Overhead.
cat >pairs.c <<'END'
#include <becalm.h>
BECALM_TEST(pairs, bare) { becalm_start_timing(); becalm_stop_timing(); }
BECALM_TEST(pairs, none) { becalm_clobber(); }
BECALM_MAIN
END
ok 'bare pairs compile' release pairs.c pairs
check 'bare pairs' 0 ./pairs -d 10ms -r 3 --json r.json
like "warning: start/stop of timing is [0-9.]+ % of the result of test 'pairs\.bare'"
between 0.2 "$(measured r.json 'T["pairs.bare"]["overhead"]')" 4 'their cost is about their result'
same "$(measured r.json 'T["pairs.none"]["overhead"]')" 0 'without them there is none'
check 'too much of it' 1 ./pairs -d 10ms -r 3 --fail-on-overhead
check 'a threshold' 0 ./pairs -d 10ms -r 3 --fail-on-overhead --overhead-threshold 900%
check 'is for those that were chosen' 0 ./pairs -d 10ms -r 3 --fail-on-overhead -t pairs.none

# Output.
check 'columns' 0 ./pairs -d 1ms -r 1 --columns wall,iters
like '^test +iters +wall$'
check 'Markdown' 0 ./pairs -d 1ms -r 1 --md t.md --columns runtime
ok 'is a table' grep -q '^| pairs.none | .* |$' t.md
check 'JSON to stdout' 0 ./pairs -d 1ms -r 1 --json -
check 'a file that cannot be written' 1 ./pairs -d 1ms -r 1 --json /nonexistent/x
like "cannot write '/nonexistent/x'"
done_testing
