#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/bench/stub.sh: the speed of the C stub as ratios, each measured within one run. A
# row is "what: value (bar ...)"; exit 1 when one misses its bar.

set -u
cd "${0%/*}/../.." || exit 125
build=${BUILD:-build}
into=$build/tests/bench/stub
mkdir -p "$into" || exit 125
bad=0

# A CPU for itself, so that nothing of this moves.
on='taskset -c '$(taskset -cp $$ | sed 's/.*[ ,-]//')

cc() {
	compiler=$1
	shift
	"$compiler" -O2 -DNDEBUG -Wall -Iinclude "$@" || exit 125
}
cc gcc -std=gnu11 tests/bench/stub/pairs.c "$build/libbecalm.a" -o "$into/pairs"
cc gcc -std=gnu11 tests/bench/stub/empty.c "$build/libbecalm.a" -o "$into/empty"
cc gcc -std=gnu11 tests/bench/stub/reported.c "$build/libbecalm.a" -o "$into/reported"
cc g++ -std=c++20 tests/bench/stub/three.cc "$build/libbecalm.a" -o "$into/three"

# row WHAT VALUE LOW HIGH BAR
row() {
	is=ok
	if ! awk -v x="$2" -v a="$3" -v b="$4" 'BEGIN { exit !(x != "" && x + 0 >= a && x + 0 <= b) }'; then
		is='MISSED'
		bad=1
	fi
	printf '%-62s %10s  (%s) %s\n' "$1" "$2" "$5" "$is"
}
value() { sed -n "s/^$1 //p" "$into/out"; }

$on "$into/pairs" >"$into/out"
row 'a start/stop pair, against two bare clock reads' "$(value pair_ratio)" 0 1.15 'at most 1.15'
row '1,000 pairs less their reported cost, against the whole' "$(value timed_ratio)" 0.95 1.05 'within 5 %'
printf '%-62s %10s\n' '  a pair, ns' "$(value pair_ns)"

# Instructions: what 1,000,000 iterations more cost.
instructions() {
	valgrind -q --tool=callgrind --callgrind-out-file="$into/cg" "$@" >/dev/null 2>&1
	sed -n 's/^summary: *//p' "$into/cg"
}
if command -v valgrind >/dev/null; then
	ours=$(($(instructions "$into/empty" -i 2000000 -r 1 --no-counters) - $(instructions "$into/empty" -i 1000000 -r 1 --no-counters)))
	hand=$(($(instructions "$into/empty" hand 2000000) - $(instructions "$into/empty" hand 1000000)))
	# The warm-up does them, too.
	row 'an empty body, instructions an iteration beyond a loop by hand' \
		"$(awk "BEGIN { printf \"%.3f\", $ours / 2e6 - $hand / 1e6 }")" -9 1.001 'at most 1'
fi

# One reported run: the launcher attached, or none.
if [ -x "$build/becalm" ]; then
	"$build/becalm" -q -n 1 --output=inherit -- "$into/reported" 200000 2>&1 | grep '^reported_ns' >"$into/out"
	with=$(value reported_ns)
	$on "$into/reported" 200000 2>"$into/out"
	without=$(value reported_ns)
	row 'one reported run, launcher attached, added us' "$(awk "BEGIN { printf \"%.2f\", ($with - $without) / 1e3 }")" \
		-1 5 'at most 5'
fi

# Google Benchmark, in turn, the best of six each: noise only adds.
if echo '#include <benchmark/benchmark.h>' | g++ -x c++ -fsyntax-only - 2>/dev/null; then
	cc g++ -std=c++20 -DGOOGLE tests/bench/stub/three.cc -lbenchmark -pthread -o "$into/google"
	: >"$into/ours"
	: >"$into/theirs"
	for _ in 1 2 3 4 5 6; do
		$on "$into/three" -d 0.05 -r 5 --json "$into/json" >"$into/table"
		python3 -c 'import json, sys
for t in json.load(open(sys.argv[1]))["tests"]:
	print(t["name"], min(r["timed_ns"] / r["iters"] for r in t["runs"]))' "$into/json" >>"$into/ours"
		$on "$into/google" --benchmark_min_time=0.05 --benchmark_repetitions=5 --benchmark_format=csv 2>/dev/null |
			sed -n 's/^"\(three[.a-z]*\)",[0-9]*,\([0-9.e+-]*\),.*/\1 \2/p' >>"$into/theirs"
	done
	best() { awk -v n="$1" '$1 == n && (!m || $2 < m) { m = $2 } END { print m }' "$2"; }
	for test in empty sort untimed; do
		ours=$(best three.$test "$into/ours")
		theirs=$(best three.$test "$into/theirs")
		row "$test: ours $(printf %.3f "$ours") ns, Google Benchmark $(printf %.3f "$theirs") ns" \
			"$(awk "BEGIN { printf \"%.3f\", $ours / $theirs }")" 0 1.05 'not slower'
	done
	cat "$into/table"
	$on "$into/google" --benchmark_min_time=0.1 2>/dev/null
else
	echo 'Google Benchmark is not there (libbenchmark-dev)'
fi
exit $bad
