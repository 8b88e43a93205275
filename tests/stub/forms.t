#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The four forms: clean under all warnings in both languages and compilers, and counting
# what was really done.
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

same_work='all(r["iters"] == r["own"]["done"] for t in D["tests"] for r in t["runs"])'
form() {
	form_cc=$1 form_std=$2
	shift 2
	has "$form_cc" || { skip "$form_cc" 'is not there'; return; }
	ok "$form_cc -std=$form_std $* is clean" compile "$form_cc" "$form_std" "$sources/forms.c" forms "$@"
	check '  and runs' 0 ./forms -d 2ms -r 3 --json forms.json
	same "$(measured forms.json "$same_work and len(T)")" 5 '  the body counts what the record says, in every form'
}
for optimised in -O2 -O0; do
	form gcc c11 $optimised
	form clang c11 $optimised
	form g++ c++20 $optimised
	form clang++ c++20 $optimised
done
# With sanitizers only by force.
# shellcheck disable=SC2086
form gcc c11 -O2 -DNDEBUG -DRATE=1e6 ${flags:+-DBECALM_DECLARED_RATES=1}
same "$(measured forms.json '{t["mode"] for t in D["tests"]}')" "{'declared'}" 'a release build honours its rates'
# shellcheck disable=SC2086
form g++ c++20 -O2 -DNDEBUG "-DRATE=1'000'000" ${flags:+-DBECALM_DECLARED_RATES=1}
same "$(measured forms.json '{t["mode"] for t in D["tests"]}')" "{'declared'}" 'also with separators'
form gcc c11 -O2 -DNDEBUG
check 'an explicit count' 0 ./forms -i 1001 -r 2 --json forms.json
same "$(measured forms.json "$same_work")" True 'is kept by the bodies'
same "$(measured forms.json '[T[n]["runs"][0]["iters"] for n in ("form.plain", "form.some", "fixture.each", "fixture.some")]')" \
	'[1001, 1001, 1001, 1005]' 'a body that counts may overshoot by its last call'
same "$(measured forms.json '[r["own"]["resets"] for r in T["fixture.each"]["runs"]]')" '[2, 3]' \
	'a fixture is set up once and reset before every run, the warm-up too'

check 'names' 0 ./forms --list
same "$(tr '\n' ' ' <"$out")" 'form.plain form.some fixture.each fixture.some nothing.at_all ' 'in the order of the file'
check 'a filter is for the whole name' 0 ./forms --list -t 'form.*' -t 'nothing[.]at_all'
same "$(tr '\n' ' ' <"$out")" 'form.plain form.some nothing.at_all ' 'and may be repeated'
check 'no match is an error' 2 ./forms -t plain
like "matches 'plain'"
check 'a bad expression is one, too' 2 ./forms -t '('

printf '#include <becalm.h>\nBECALM_TEST(a, b) {}\n' >one.c
printf '#include <becalm.h>\nBECALM_TEST(a, b) {}\nBECALM_MAIN\n' >two.c
ok 'two files with one name compile' compile gcc c11 two.c twins one.c
check 'the same name twice is refused at start' 2 ./twins
like "two tests are called 'a\.b'; the second is in one\.c:2"

printf '#include <becalm.h>\nBECALM_TEST(a, b) {}\n' >alone.c
ok 'libbecalm-main has the main()' compile gcc c11 alone.c alone "$build/libbecalm-main.a"
check 'and runs the tests' 0 ./alone -d 1ms -r 1
printf '#include <becalm.h>\nBECALM_MAIN\n' >none.c
ok 'no test compiles' compile gcc c11 none.c none
check 'and is an error that says so' 2 ./none
like 'no test in this program'
done_testing
