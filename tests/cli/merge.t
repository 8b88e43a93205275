#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# becalm merge: parts of a campaign become one file; nothing is lost, nothing counts twice.
. "${0%/*}/../lib.sh"

report=$programs/report
manyruns=$programs/manyruns
be() { "$becalm" -q --hold=process "$@"; }

# What one command did in two sessions, and becalm says of all of it.
be -n 3 --warmup 1 -o a.jsonl -- "$report" 100us
be -n 4 -o b.jsonl -- "$report" 100us
cp a.jsonl a.was
check 'two sessions become one' 0 "$becalm" merge a.jsonl b.jsonl -o ab.jsonl
same "$(json ab.jsonl '[i["index"] for i in I]')" '[1, 2, 3, 4, 5, 6, 7, 8]' 'processes are numbered on'
same "$(json ab.jsonl '[i["round"] for i in I]')" '[1, 2, 3, 4, 5, 6, 7, 8]' 'as are rounds'
cmp -s a.jsonl a.was
same $? 0 'the parts are as they were'
old() { json "$1" '[(i["started_ns"], i["wall_ns"], i["tests"], i["witness"], i["draw"]) for i in I]'; }
same "$(old ab.jsonl)" "$(python3 -c 'import sys; print(eval(sys.argv[1]) + eval(sys.argv[2]))' "$(old a.jsonl)" "$(old b.jsonl)")" \
	'every process is what it was'
same "$(json ab.jsonl '[(m["first_index"], m["last_index"]) for m in S["merged"]]')" '[(1, 4), (5, 8)]' \
	'the file says which part each is of'
same "$(json ab.jsonl '[m["session"] for m in S["merged"]]')" \
	"$(python3 -c 'import json; print([json.loads(open(f).readline()) for f in ("a.jsonl", "b.jsonl")])')" \
	'and has the session line of each'
same "$(json ab.jsonl 'E["complete"], E["invocations"], E["failed"]')" '(True, 8, 0)' 'the totals are of both'
check 'show reads it' 0 "$becalm" show --format=json ab.jsonl
like '"n": 7'
check 'merging goes to standard output too' 0 "$becalm" merge a.jsonl b.jsonl
same "$(grep -c '"line":"invocation"' "$out")" 8 'with all processes'
be -n 2 -o c.jsonl -- "$report" 100us
check 'a merged file is a part like any other' 0 "$becalm" merge ab.jsonl c.jsonl -o abc.jsonl
same "$(json abc.jsonl 'len(I)')" 10 'with all of its processes'
check 'compare reads them' 0 "$becalm" compare --undecided=ok --format=json ab.jsonl abc.jsonl
like '"n": 9' 'with all that counts'
check 'but a merged session is not gone on with' 125 "$becalm" --resume ab.jsonl
like 'is complete|was made by merge'
check 'an old results file is replaced whole' 0 "$becalm" merge b.jsonl c.jsonl -o ab.jsonl
same "$(json ab.jsonl 'len(I)')" 6 'by the new one'
check 'a part can be the target' 0 "$becalm" merge c.jsonl b.jsonl -o c.jsonl
same "$(json c.jsonl 'len(I)')" 6 'without loss'

# Nothing counts twice.
check 'a file given twice is refused' 125 "$becalm" merge a.jsonl a.jsonl -o twice.jsonl
like 'would count twice'
check 'so is a part of a merged one' 125 "$becalm" merge abc.jsonl b.jsonl -o twice.jsonl
like "'abc.jsonl' and 'b.jsonl'|'b.jsonl' and 'abc.jsonl'"
not 'and nothing is written' test -e twice.jsonl
not 'nor left behind' test -e twice.jsonl.partial

# Runs that were written before their process ended, and the process was killed.
be -n 2 -o many.jsonl -- "$manyruns" 2500
grep -c '"line":"runs"' many.jsonl >lines
head -n -2 many.jsonl >cut.jsonl
be -n 1 -o more.jsonl -- "$manyruns" 2500
check 'a session that was killed can be a part' 0 "$becalm" merge cut.jsonl more.jsonl -o all.jsonl
same "$(json all.jsonl 'len(I), sum(len(l["runs"]) for l in L if l["line"] == "runs") + sum(len(t.get("runs", [])) for i in I for t in i["tests"])')" \
	'(2, 5000)' 'without the runs of its last process, which did not end'
same "$(json all.jsonl 'E["complete"], "cut.jsonl" in E["why"]')" '(False, True)' 'and the file says so'
check 'show reads that' 0 "$becalm" show all.jsonl

# Unlike ones.
be -n 2 -o other.jsonl -- "$report" 200us
check 'another command is refused' 125 "$becalm" merge a.jsonl other.jsonl -o no.jsonl
like "cannot merge 'other.jsonl': command A differs"
check 'unless it is asked for' 0 "$becalm" merge --allow-unlike a.jsonl other.jsonl -o no.jsonl
be -n 2 --entropy=sampled -o sampled.jsonl -- "$report" 100us
check 'as is another entropy' 125 "$becalm" merge a.jsonl sampled.jsonl
like "entropy differs \\('fixed' and 'sampled'\\)"
be -n 2 --metric=wall -o wall.jsonl -- "$report" 100us
check 'another metric' 125 "$becalm" merge a.jsonl wall.jsonl
like 'metric differs'
sed '1s/"sha256":"[0-9a-f]*","label"/"sha256":"00","label"/' b.jsonl >program.jsonl
check 'another program under the same name' 125 "$becalm" merge a.jsonl program.jsonl
like 'the program of command A differs'
sed '1s/"cpu_model":"[^"]*"/"cpu_model":"Z80"/' b.jsonl >cpu.jsonl
check 'another CPU model' 125 "$becalm" merge a.jsonl cpu.jsonl
like 'CPU model differs'
check 'two CPU models, asked for' 0 "$becalm" merge --allow-unlike a.jsonl cpu.jsonl -o both.jsonl
ok 'are both named' grep -q '"cpu_model":"[^"]* + Z80"' both.jsonl
check 'so that compare sees them' 2 "$becalm" compare both.jsonl a.jsonl
like 'CPU model differs'
sed '1s/"hostname":"[^"]*"/"hostname":"elsewhere"/' b.jsonl >host.jsonl
check 'another host of the same kind is a part' 0 "$becalm" merge a.jsonl host.jsonl -o hosts.jsonl
like 'host differs'
"$becalm" versus -q --hold=process -n 6 -o v.jsonl -- "$report" 100us --vs "$report" 200us
check 'run and versus are not joined' 125 "$becalm" merge --allow-unlike a.jsonl v.jsonl
like 'commands'

# Sessions of versus: rounds stay rounds.
"$becalm" versus -q --hold=process -n 6 -o w.jsonl -- "$report" 100us --vs "$report" 200us
check 'sessions of versus become one' 0 "$becalm" merge v.jsonl w.jsonl -o vw.jsonl
check 'and are compared pair by pair' 1 "$becalm" compare --format=json vw.jsonl
like '"paired": true'
like '"n": 12'
check 'in one look, which is said' 1 "$becalm" compare vw.jsonl
like 'judged in one look'
like '^becalm: 12 rounds in '

# What is not known is kept; what is damaged is not used.
sed '1s/}$/,"future":{"a":1.5}}/; 2s/}$/,"later":[1,"x"]}/' b.jsonl >future.jsonl
check 'a part of a later becalm' 0 "$becalm" merge a.jsonl future.jsonl -o kept.jsonl
same "$(json kept.jsonl 'S["merged"][1]["session"]["future"], [i["later"] for i in I if "later" in i]')" "({'a': 1.5}, [[1, 'x']])" \
	'keeps what this one does not know'
sed '3s/.*/{"line":"invocation","index":/' b.jsonl >damaged.jsonl
check 'a damaged file is refused' 125 "$becalm" merge a.jsonl damaged.jsonl -o no2.jsonl
like "damaged file: 'damaged.jsonl', line 3"
check 'a missing one is named' 125 "$becalm" merge a.jsonl nowhere
like nowhere
check 'one file is none to join' 125 "$becalm" merge a.jsonl
like 'becalm merge A B'
check 'standard input cannot be read twice' 125 "$becalm" merge a.jsonl -
like 'twice'
check 'a folder that is not there is told' 125 "$becalm" merge a.jsonl b.jsonl -o no/such/folder
like 'no folder'
cp a.jsonl p.jsonl.partial
check 'the target cannot be what is read' 125 "$becalm" merge p.jsonl.partial b.jsonl -o p.jsonl
like 'choose another -o'
cmp -s a.jsonl p.jsonl.partial
same $? 0 'and stays'
check 'help' 0 "$becalm" merge --help
like '--allow-unlike'

done_testing
