#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs made of tests, under the launcher.
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

[ -x "$becalm" ] || skip_all 'the launcher is not built'

# runs NAME: Python for the measured runs of a test in all invocations that count; without
# those that were cut, as this machine may be busy with other things.
runs() {
	echo "[[r[:3] for r in t['runs'] if 'warmup' not in r and 'cut' not in r] for i in I if not i.get('failed') and not i.get('calibrating') for t in i['tests'] if t['name'] == '$1']"
}

cat >rates.c <<'END'
#include <signal.h>
#include <stdlib.h>
#include <becalm.h>
BECALM_TEST(rate, exact, .iters_per_sec = 2.8e7) {}
static int calls;
BECALM_TEST(dies, third) { if (++calls == 4) (void)raise(SIGKILL); }
BECALM_MAIN
END
ok 'compiles' compile gcc gnu11 rates.c rates -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
check 'a declared rate, ten processes' 0 "$becalm" -n 10 -o p6.jsonl -- ./rates -d 0.05 -r 3 -t rate.exact
same "$(json p6.jsonl "{len(r) for r in $(runs rate.exact)}, len($(runs rate.exact)), {x[0] for r in $(runs rate.exact) for x in r}")" \
	'({3}, 10, {1400000})' 'every run of every process has rate x duration iterations'
check 'killed in the third run' 137 "$becalm" -n 1 -o kill.jsonl -- ./rates -i 1 -r 5 -t dies.third
same "$(json kill.jsonl '[(bool(i.get("failed")), [t["count"] for t in i["tests"]]) for i in I]' 2>/dev/null ||
	json kill.jsonl.partial '[(bool(i.get("failed")), [t["count"] for t in i["tests"]]) for i in I]')" '[(True, [2])]' \
	'leaves the two that were done, in an invocation that counts as failed'

ok 'the drift tests compile' compile gcc c11 "$stubs/examples/drift.c" drift -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
check 'a stale rate' 0 "$becalm" -n 2 -- ./drift -d 0.01 -r 2 -t drift.stale
like 'drift\.stale' 'is said by the launcher'

check 'Python through subprocess, descriptors closed' 0 "$becalm" -n 2 -o py.jsonl -- python3 -c "
import subprocess, sys
sys.exit(subprocess.call([sys.executable, '-c', 'import becalm; becalm.run(\"py.run\", 1, 500, 600)'], close_fds=True))"
same "$(json py.jsonl "$(runs py.run)")" '[[[1, 500, 600]], [[1, 500, 600]]]' 'reports'
check 'python3 -m becalm' 0 "$becalm" -n 2 -o m.jsonl -- python3 -m becalm -i 1000 -r 2 -s 'x = 1' 'x += 1'
same "$(json m.jsonl "[[x[0] for x in r] for r in $(runs timeit.statement)]")" '[[1000, 1000], [1000, 1000]]' 'reports'
check 'a shell script' 0 "$becalm" -n 2 -o sh.jsonl -- sh -c '. "$0/becalm.sh"; becalm_run sh.run 1 400 500; becalm_close' "$stubs/sh"
same "$(json sh.jsonl "$(runs sh.run)")" '[[[1, 400, 500]], [[1, 400, 500]]]' 'reports'

# Counts that were found by trying: one for the whole session, whatever the machine does.
ok 'an undeclared test compiles' compile gcc c11 "$stubs/examples/memcpy.c" memcpy -O2 -DNDEBUG
"$becalm" -n 10 -d 50ms -r 2 -o found.jsonl -- ./memcpy -t 'memcpy[.](b64|kib4)' >"$out" 2>"$err" &
becalm_pid=$!
wait_for 20 sh -c '[ "$(wc -l <found.jsonl.partial)" -ge 4 ]'
(while kill -0 "$becalm_pid" 2>/dev/null; do :; done) &
wait "$becalm_pid"
status=$?
same "$status" 0 'ten processes beside a busy loop'
same "$(json found.jsonl "len($(runs memcpy.b64)), [len({x[0] for r in $(runs memcpy.b64) for x in r}), len({x[0] for r in $(runs memcpy.kib4) for x in r})]")" '(10, [1, 1])' 'have one count each in every run of all'
for options in '-i 77' '-r 4' '-d 5ms'; do
	# shellcheck disable=SC2086
	check "the launcher's $options" 0 "$becalm" -n 2 $options -o asked.jsonl -- ./memcpy -t memcpy.kib4
	case $options in
	*77) same "$(json asked.jsonl "{x[0] for r in $(runs memcpy.kib4) for x in r}")" '{77}' '  is the count' ;;
	*4) same "$(json asked.jsonl "{len(r) for r in $(runs memcpy.kib4)}")" '{4}' '  is the number of runs' ;;
	*) between 0.05 "$(json asked.jsonl "min(x[2] for r in $(runs memcpy.kib4) for x in r) / 1e6")" 60 '  is about the length' ;;
	esac
done
check "the launcher's -i for Python" 0 "$becalm" -n 2 -i 33 -o asked.jsonl -- python3 -m becalm 'pass'
same "$(json asked.jsonl "{x[0] for r in $(runs timeit.statement) for x in r}")" '{33}' 'is obeyed'

cat >work.c <<'END'
#include <becalm.h>
BECALM_TEST(work, count)
{
	unsigned sum = 0;
	for (unsigned i = 0; i < 100; i++) {
		sum += i * i;
		becalm_keep(sum);
		becalm_count("steps", 1);
	}
}
BECALM_MAIN
END
ok 'counted work compiles' compile gcc c11 work.c work -O2 -DNDEBUG
if [ -n "$flags" ] || ! has valgrind; then
	skip 'two processes execute the same number of instructions' 'no valgrind, or sanitizers'
else
	check 'under callgrind' 0 "$becalm" -n 2 --entropy=fixed --output=null -- valgrind -q --tool=callgrind \
		--callgrind-out-file="$scratch/cg.%p" --collect-atstart=no --toggle-collect='becalm_loop_*' ./work -i 5000 -r 2 --no-counters
	same "$(grep -h '^summary:' "$scratch"/cg.* | sort -u | wc -l)" 1 'two processes execute the same number of instructions'
	between 1000000 "$(grep -h '^summary:' "$scratch"/cg.* | head -1 | sed 's/.* //')" 1e12 'and they were counted'
fi
# P15: a body that counts its own work does the same in every process.
cat >work.c <<'END'
#include <becalm.h>
BECALM_TEST(work, counted, .iters_per_sec = 1e6) { becalm_count("steps", 3); }
BECALM_MAIN
END
ok 'a counting body compiles' compile gcc gnu11 work.c work -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
check 'twenty processes of it' 0 "$becalm" -n 20 -o work.jsonl -- ./work -d 0.001 -r 3
same "$(json work.jsonl '{t["counters"]["steps"] for i in I for t in i["tests"]}')" '{9000}' \
	'count the same work: 3 runs of 1,000 iterations of 3 steps'

check 'rates from all processes' 0 "$becalm" -n 2 --suggest-rates -- ./work -d 0.001 -r 3
like '^BECALM_TEST\(work, counted, \.iters_per_sec = [0-9.]+e[0-9]+\)$' 'a line that can be pasted'
done_testing
