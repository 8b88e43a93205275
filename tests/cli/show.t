#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# becalm show: what a results file holds, for people and for programs.
. "${0%/*}/../lib.sh"

fixtures=$project/tests/fixtures

# document EXPRESSION: of the JSON that the last command printed; D: the document, T: the
# tests of its first session.
document() {
	python3 -c 'import json, sys
def strict(word): raise ValueError(word)
D = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=strict)
T = {t["test"]: t for t in D["sessions"][0]["tests"]}
print(eval(sys.argv[2]))' "$out" "$1"
}

# Twenty processes that report 1 ... 20 us, in any order.
check 'one to twenty microseconds, as a table' 0 "$becalm" show "$fixtures/one-to-twenty.jsonl"
like '10\.50 us  median +6\.00 . 15\.00 us  \(95 %, over 20 processes\)' 'median 10.5, interval 6 to 15'
like 'MAD 5\.00' 'MAD 5'
unlike 'groups' 'a single group is not split'
check 'as CSV' 0 "$becalm" show --format=csv "$fixtures/one-to-twenty.jsonl"
like ',p\.x,ns,20,10500,5000,6000,15000,1000,20000,10500,' 'the same numbers, in nanoseconds'
check 'as JSON' 0 "$becalm" show --format=json "$fixtures/one-to-twenty.jsonl"
same "$(document '[T["p.x"][k] for k in ("n", "median", "mad", "low", "high", "unit")]')" \
	"[20, 10500, 5000, 6000, 15000, 'ns']" 'and again'
same "$(document 'sorted(s["value"] for s in T["p.x"]["samples"]) == [1000 * i for i in range(1, 21)]')" True \
	'with the samples that they can be computed from'

# Version 1 is read for ever.
cp "$fixtures/v1.jsonl" .
check 'version 1' 0 "$becalm" show v1.jsonl
like '21 processes of \./bench --filter sort\\xff in 27 s, on CPU 3 only \(1 of 8\), after'
like '1 warm-up, 2023-11-14 22:13 UTC'
like 'sort\.small +10\.50  us +6\.00 . 15\.00 '
like 'sort\.small:bytes +812\.5  MB/s'
like 'fixed +address layout, hash seeds, environment size'
like 'not held +clock \(governor powersave\): no rights'
like 'disturbed +1 of 21 \(no\. 5 waited 96\.00 ms for the CPU\)'
like 'failed +1 of 21 \(no\. 22 died of SIGSEGV\)'
like 'One address layout and one hash seed'
check 'as JSON' 0 "$becalm" show --format=json v1.jsonl
same "$(document 'D["sessions"][0]["command"][2], D["sessions"][0]["complete"], D["sessions"][0]["took_ns"]')" \
	"({'hex': '736f7274ff'}, True, 27000000000)" 'bytes that are no UTF-8 are kept'
same "$(document 'D["sessions"][0]["processes"]')" \
	"{'counted': 20, 'failed': 1, 'warmup': 1, 'disturbed': 1, 'wall_ns': 31011500, 'user_ns': 29000000, 'sys_ns': 2000000, 'peak_kib': 18432}" \
	'warm-ups and failures are counted apart'
same "$(document 'T["sort.small"]["median"], T["sort.small"]["samples"][0]')" \
	"(10500, {'invocation': 2, 'value': 1000, 'runs': 3})" 'one sample a process'

# Every run.
check 'every run of every process' 0 "$becalm" show -v v1.jsonl
same "$(grep -c '^  no\. ' "$out")" 22 'a line a process'
same "$(grep -c '^          sort\.small  ' "$out")" 61 'a line a run'
like '^  no\. 1 .*warm-up$'
like '^          failed: died of SIGSEGV$'
like '^          disturbed: waited 96\.00 ms for the CPU$'
check 'as CSV' 0 "$becalm" show -v --format=csv v1.jsonl
same "$(grep -c '^v1.jsonl,' "$out")" 81 'a row a run'
like ',1,sort\.small,1,1000,99000,99900,99,ns,warmup$'
like ',5,sort\.small,2,1000,4000000,4000700,4000,ns,disturbed$'
same "$(awk -F, 'NR > 1 && $4 == "sort.small" && $5 == 2 && $11 !~ /warmup/ { print $9 }' "$out" | sort -n |
	sed -n '10p;11p' | tr '\n' ' ')" '10000 11000 ' 'from which the median can be had'
check 'as JSON it is the file itself' 125 "$becalm" show -v --format=json v1.jsonl
like 'results file itself'

# The same data, other numbers.
check 'the processes instead of the runs' 0 "$becalm" show --metric=wall v1.jsonl
like 'whole process +31\.01[0-9]* ms  median'
unlike 'sort\.small'
check 'CPU time' 0 "$becalm" show --metric=cpu v1.jsonl
like 'CPU time +31\.00 ms'
check 'peak memory' 0 "$becalm" show --metric=rss v1.jsonl
like 'peak memory +18 MiB'
check 'a metric that is none' 125 "$becalm" show --metric=watt v1.jsonl
like "'watt' is not one of auto\|timed\|wall\|cpu\|rss"

# Groups between processes.
check 'three speeds' 0 "$becalm" show "$fixtures/three-speeds.jsonl"
like 'groups +3 groups of processes: 226\.1 ms \(13 of 30\), 247\.9 ms \(12 of 30\),'
like '255\.0 ms \(5 of 30\)'
like 'sampled +address layout, hash seeds'
unlike 'One address layout'
check 'as JSON' 0 "$becalm" show --format=json "$fixtures/three-speeds.jsonl"
same "$(document '[(round(g["center"] / 1e6), g["n"]) for g in T["lines"]["groups"]]')" \
	'[(226, 13), (248, 12), (255, 5)]' 'named with centre and number'

# Several files, several commands.
check 'two commands of one session' 0 "$becalm" show "$fixtures/two-commands.jsonl"
like '8 processes of old'
like '8 processes of new'
check 'two files in one document' 0 "$becalm" show --format=json v1.jsonl "$fixtures/two-commands.jsonl"
same "$(document '[(s["label"], len(s["tests"])) for s in D["sessions"]]')" \
	"[(None, 2), ('old', 1), ('new', 1)]" 'a session a command'
check 'options behind files' 0 "$becalm" show v1.jsonl --format=csv
like '^file,command,test'
check 'a file that looks like an option' 125 "$becalm" show -- --format=csv
like "cannot read '--format=csv'"
check 'one bad file, and no half document' 125 "$becalm" show --format=json v1.jsonl absent.jsonl
same "$(wc -c <"$out")" 0 'is printed'
check 'from standard input' 0 sh -c '"$0" show - <v1.jsonl' "$becalm"
like '^-: 21 processes'

# Files cut short, damaged, old, new.
head -n 5 v1.jsonl >cut.jsonl
check 'a session without an end' 0 "$becalm" show cut.jsonl
like '3 processes'
like 'incomplete .*no last line'
check 'says so beside other formats' 0 "$becalm" show --format=csv cut.jsonl
like 'no last line' 'on stderr'
unlike '^incomplete'
check 'and within JSON' 0 "$becalm" show --format=json cut.jsonl
same "$(document 'D["sessions"][0]["complete"]')" False 'complete: false'
head -c 3000 v1.jsonl >r.jsonl.partial
check 'FILE when there is only FILE.partial' 125 "$becalm" show r.jsonl
like "what it has is in 'r.jsonl.partial'"
check 'which can be shown' 0 "$becalm" show r.jsonl.partial
for bad in NaN Infinity -Infinity 1e999 '"1.0"'; do
	sed "4s/999500/$bad/; 4s/1999500/$bad/; 4s/\[1000,[^,]*,/[1000,$bad,/" v1.jsonl >bad.jsonl
	check "a run of $bad" 125 "$becalm" show bad.jsonl
	like "'bad\.jsonl', line 4.*key 'runs'" '  with file, line and key'
	like '1 process of' '  and what was before it is shown'
done
sed '3s/\[1000,999500,/[1000,null,/' v1.jsonl >missing.jsonl
check 'null is a missing run' 0 "$becalm" show --format=json missing.jsonl
same "$(document 'T["sort.small"]["samples"][0]["runs"], T["sort.small"]["n"]')" '(2, 20)' 'and only that'
sed 's/1000000,1000700/9007199254740993,9007199254740995/' v1.jsonl >large.jsonl
check 'whole numbers above 2^53' 0 "$becalm" show -v --format=csv large.jsonl
like ',9007199254740993,9007199254740995,' 'keep their digits'
check 'a newer version' 125 "$becalm" show "$fixtures/v99.jsonl"
like "version 99 .* knows versions up to 1"
check 'no version' 125 "$becalm" show "$fixtures/vnone.jsonl"
like 'no version'
check 'a version that is a word' 125 "$becalm" show "$fixtures/vstr.jsonl"
like "key 'version' is a string"
sed '2s/^{/{"future":[{"x":1}],/; 1s/"host":{/"host":{"future":1,/' v1.jsonl >future.jsonl
run "$becalm" show --format=csv v1.jsonl
cp "$out" before
run "$becalm" show --format=csv future.jsonl
sed 's/^future/v1/' "$out" >after
ok 'unknown keys change nothing' cmp before after
# What editors and other systems do to a text.
{
	printf '\357\273\277'
	sed 's/$/\r/' v1.jsonl
	printf '\r\n\n'
} >v1-edited.jsonl
check 'a byte order mark, CR LF and empty lines' 0 "$becalm" show --format=csv v1-edited.jsonl
sed 's/^v1-edited/v1/' "$out" >after
ok 'change nothing' cmp before after
sed '1s/"format":/"format" /' v1.jsonl >first.jsonl
check 'a damaged first line' 125 "$becalm" show first.jsonl
like 'line 1, byte [0-9]+' 'is told where'
sed '/"invocation"/s/"wall_ns":/"wall_ns":-/' v1.jsonl >negative.jsonl
check 'a process of negative length' 125 "$becalm" show --metric=wall negative.jsonl
like 'a length is negative'

# What somebody else wrote does not steer the terminal.
printf '%s\n' '{"line":"session","format":"becalm-results","version":1,"commands":[{"argv":["./\u001b[2Jp"]}],"held":[{"name":"clock\u001b[2J","outcome":"refused","reason":"no\u001b[2J"}]}' \
	'{"line":"invocation","index":1,"wall_ns":9,"disturbed":"by\u001b[2J","tests":[{"name":"n\u001b[2J","unit":"u\u001b[2J\n","runs":[[1,5]]}]}' \
	'{"line":"end","complete":false,"why":"w\u001b[2J"}' >steering.jsonl
check 'control characters in a file' 0 "$becalm" show steering.jsonl
like '5\.000 u\?\[2J' 'are shown as others'
unlike "$(printf '\033')"
same "$(grep -c 'clock?.*no?\|by?\|w?' "$out")" 3 'in each line'
like 'user n/a   sys n/a   peak n/a' 'what was not recorded is no number'
run "$becalm" show -v steering.jsonl
unlike "$(printf '\033')"

# What a stream can show.
run "$becalm" show v1.jsonl
cp "$out" plain
for with in TERM=dumb TERM= COLUMNS=0 COLUMNS=-5 COLUMNS=20 NO_COLOR=1 TERM=xterm; do
	check "$with" 0 env "$with" "$becalm" show v1.jsonl
	ok "  and nothing else changes" cmp plain "$out"
done
check 'colour where it is asked for' 0 env TERM=dumb "$becalm" show --color=always v1.jsonl
like '.\[1m'
check 'ASCII in a plain locale' 0 env LC_ALL=C "$becalm" show v1.jsonl
not 'and nothing beyond' env LC_ALL=C grep -q '[^ -~]' "$out"
# The C library forgets to free what it makes of LOCPATH.
if localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 2>/dev/null; then
	check 'a decimal comma' 0 env ASAN_OPTIONS=detect_leaks=0 LOCPATH="$PWD" LC_ALL=de_DE.UTF-8 "$becalm" show v1.jsonl
	ok '  is nobody'"'"'s business' cmp plain "$out"
	check '  nor in CSV' 0 env ASAN_OPTIONS=detect_leaks=0 LOCPATH="$PWD" LC_ALL=de_DE.UTF-8 "$becalm" show --format=csv v1.jsonl
	ok '  where it would be worst' cmp before "$out"
else
	skip 'a decimal comma' 'no localedef, or no de_DE to make it from'
fi

# A million runs.
python3 - >million.jsonl <<'END'
print('{"line":"session","format":"becalm-results","version":1,"commands":[{"argv":["./p"]}]}')
rows = ",".join("[1,%d,%d]" % (1000 + i, 1001 + i) for i in range(1000))
for i in range(1000):
    print('{"line":"runs","invocation":1,"test":"a","runs":[%s]}' % rows)
print('{"line":"invocation","index":1,"wall_ns":1000000000}')
print('{"line":"end","complete":true}')
END
check 'a million runs of one process' 0 "$becalm" show --format=json million.jsonl
same "$(document '[s["runs"] for s in T["a"]["samples"]]')" '[1000000]' 'one sample'
between 1490 "$(document 'T["a"]["median"]')" 1510 'near 1499.5, the median of all'
if grep -q __asan_init "$becalm"; then
	skip 'with a ceiling on memory' 'the sanitizer needs more'
else
	check 'with a ceiling on memory' 0 sh -c 'ulimit -v 200000; "$0" show million.jsonl' "$becalm"
fi

# Written, on the disk, renamed, the folder on the disk: in this order.
if has strace && strace -o trace -e trace=write true 2>/dev/null && [ -s trace ]; then
	strace -o trace -e trace=write,fsync,rename,renameat,renameat2 "$becalm" -q -n 1 -o order.jsonl -- true
	same "$(awk '/^write\(.*"end/ || /^fsync/ || /^rename/ { sub(/\(.*/, ""); printf "%s ", $1 }' trace)" \
		'write fsync renameat fsync ' 'a results file is on the disk before it has its name'
	strace -o trace -e trace=write,fsync "$becalm" -v --output=null -n 4 -o order.jsonl -- true 2>/dev/null
	same "$(sed -n 's/^\(write\)(2, " *[0-9][0-9]*  .*/\1/p; s/^\(fsync\)(.*/\1/p' trace | head -n 9 | tr '\n' ' ')" \
		'fsync fsync write fsync write fsync write fsync write ' 'a process is there before -v tells it'
else
	skip 'a results file is on the disk before it has its name' 'no strace here'
fi

# The manual names every key.
same "$(python3 -c 'import json, re, sys
keys = set()
def walk(x):
    if isinstance(x, dict):
        for k, v in x.items():
            keys.add(k)
            if k != "host": walk(v)
    elif isinstance(x, list):
        for v in x: walk(v)
for l in open(sys.argv[1], encoding="utf-8"): walk(json.loads(l))
words = set(re.findall(r"\w+", open(sys.argv[2], encoding="utf-8").read()))
print(sorted(keys - words))' v1.jsonl "$project/man/becalm-results.5")" "[]" "becalm-results(5) has every key"

done_testing
