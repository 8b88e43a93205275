#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Drift from a declared rate, and new rates for the source (requirements P11 to P13).
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

ok 'the self-tests compile' compile gcc c11 "$stubs/examples/drift.c" drift -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
check 'the self-tests' 0 ./drift -d 0.02 -r 3 --json r.json
unlike "warning: test 'drift\.met'" 'the one that meets its rate is silent'
like "warning: test 'drift\.stale' declares 10000000 iterations/s but achieved [0-9.e+]+/s, so each run took [0-9.]+ ms rather than the requested 20\.000 ms; refresh with --suggest-rates" \
	'the one that cannot is warned of'
unlike "warning: test 'drift\.untimed'" '99 % of untimed set-up is no drift'
said=$(sed -n 's/.*achieved \([0-9.e+]*\).*/\1/p' "$out")
real=$(measured r.json 'T["drift.stale"]["runs"][0]["iters"] / T["drift.stale"]["runs"][0]["wall_ns"] * 1e9')
between 0.5 "$(awk "BEGIN { print $said / $real }")" 2 'its achieved rate is right'
check 'the launcher' 0 listen ./drift -d 0.02 -r 2
same "$(grep -c '^note level=warning code=rate-drift name=drift.stale' "$out")" 1 'gets it once a test'

cat >pasted.in <<'END'
#include <math.h>
#include <becalm.h>
@1@
{
	becalm_keep(1);
}
@2@
{
	return 1000;
}
@3@
{
	double x = 0;
	for (int i = 0; i < 2000; i++) {
		x += i;
		becalm_keep(x);
	}
}
BECALM_MAIN
END
# paste SUFFIX COMPILER STANDARD: measure, paste the lines, measure again.
paste() {
	sed 's/@1@/BECALM_TEST(fast, one)/; s/@2@/BECALM_TEST_N(a_much_longer_group, some)/; s/@3@/BECALM_TEST(slow, loop)/' \
		pasted.in >"first.$1"
	ok "$2: compiles" compile "$2" "$3" "first.$1" first -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
	check "$2: suggests" 0 ./first -d 0.05 -r 5 --suggest-rates --json first.json
	grep '^BECALM_TEST' "$out" >lines
	same "$(wc -l <lines)" 3 "$2: a line a test"
	same "$(sed 's/\.iters.*//' lines | awk '{ print length }' | sort -u | wc -l)" 1 "$2: names aligned"
	like '^Suggested rates, for the source'
	sed "s/@1@/$(sed -n 1p lines)/; s/@2@/$(sed -n 2p lines)/; s/@3@/$(sed -n 3p lines)/" pasted.in >"second.$1"
	ok "$2: what was pasted compiles" compile "$2" "$3" "second.$1" second -O2 -DNDEBUG -DBECALM_DECLARED_RATES=1
	check "$2: and runs" 0 ./second -d 0.05 -r 1 --json second.json
	same "$(measured second.json '{t["mode"] for t in D["tests"]}')" "{'declared'}" "$2: declared now"
	# The rate, not the count of a noisy calibration: what was measured, to two digits.
	same "$(python3 -c '
import json, statistics
first, second = json.load(open("first.json")), json.load(open("second.json"))
print(all(abs(b["iters"] / (statistics.median(r["iters"] / r["wall_ns"] for r in a["runs"]) * 5e7) - 1) < 0.1
	for a, b in zip(first["tests"], second["tests"])))')" True "$2: the same counts again within 10 %"
}
paste c gcc c11
not 'C gets no digit separators' grep -q "'" lines
paste cc g++ c++20
ok 'C++ gets digit separators' grep -Eq "iters_per_sec = [0-9]{1,3}('[0-9]{3})+\\)" lines
not 'and no exponent' grep -Eq 'iters_per_sec = [0-9.]+e' lines

ok 'rates of all sizes compile' gcc -Wall -D_GNU_SOURCE "$sources/digits.c" "$stubs"/c/*.c -pthread -o digits
check 'rates of all sizes are written with two digits' 0 ./digits
same "$(cat "$out")" "2.7e9 1.0e6 38 10 2.0 0.027 3.0e-9
2'700'000'000 1'000'000 38 10 2.0 0.027 3.0e-9" 'as both languages have them'

cat >slow.c <<'END'
#include <becalm.h>
#include <time.h>
BECALM_TEST(slow, second) { struct timespec t = { 1, 300000000 }; (void)nanosleep(&t, NULL); }
BECALM_MAIN
END
ok 'a slow test compiles' compile gcc gnu11 slow.c slow -O2 -DNDEBUG
check 'a slow test' 0 ./slow -d 200ms -r 1 --suggest-rates
like 'iters_per_sec = 0\.7[0-9]*\)' 'rates below 1 too'
done_testing
