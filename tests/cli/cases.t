#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Troubles that users of other launchers met; what has no test of its own elsewhere.
. "${0%/*}/../lib.sh"

# Redirection signs that no shell took away.
warned() { grep -c "redirect\|shell\|--stdin" "$err"; }
echo text >input.txt
check "a word that is '<'" 0 "$becalm" -n 3 -- echo '<' input.txt '>' out.txt
like "'<'" 'is warned of by name'
like -- '--stdin' 'with the option that does it'
like -- "--output" 'for stdout too'
not 'but still only a word' test -e out.txt
check 'a pipe sign' 0 "$becalm" -n 3 -- echo a '|' wc
like "'\\|'"
check 'a sign inside a word' 0 "$becalm" -n 3 -- printf '%s' 'a<b'
same "$(warned)" 0 'is no reason to warn'
check 'a shell that was asked for' 0 "$becalm" -n 3 -- sh -c 'cat < input.txt > out.txt'
same "$(warned)" 0 'is none either'

# Standard input.
yes | head -c 100000 >in.txt
check '--stdin' 0 "$becalm" -n 5 --stdin in.txt --metric=lines --unit bytes -o in.jsonl -- wc -c
same "$(json in.jsonl '[r for i in I for t in i["tests"] for r in t["runs"]]')" \
	"$(python3 -c 'print([[1, 100000]] * 5)')" 'the whole file for every process'
run "$becalm" -n 5 --metric=lines --unit bytes -o in.jsonl -- wc -c <in.txt
same "$status $(json in.jsonl '{r[1] for i in I for t in i["tests"] for r in t["runs"]}')" '0 {0}' \
	'without it every process reads nothing'
start=$(date +%s)
check 'a program that asks a question' 1 "$becalm" -n 2 -- sh -c 'read x'
between 0 $(($(date +%s) - start)) 5 'does not hang'
printf 'one\ntwo\nthree\n' >list
while read -r line; do
	"$becalm" -q -n 1 -- true
	echo "$line" >>seen
done <list
same "$(cat seen)" "$(cat list)" 'becalm does not swallow a list that a loop reads'
check 'a --stdin that is not there' 125 "$becalm" -n 2 --stdin absent -- sh -c ': >started'
not 'is known beforehand' test -e started
mkfifo fifo
check 'a --stdin that nobody writes to' 125 timeout -s KILL 20 "$becalm" -n 2 --stdin fifo -- cat
like "'fifo' is a pipe" 'does not wait for ever'
run sh -c 'echo text | "$1" -n 2 --stdin /dev/stdin -- cat' sh "$becalm"
same "$status" 125 'a pipe, which the first process would empty, is refused'
check 'a folder' 125 "$becalm" -n 2 --stdin . -- cat
check 'an --output that nobody reads' 125 timeout -s KILL 20 "$becalm" -n 2 --output fifo -- true

# A time limit is no length.
cat >hang2 <<'END'
#!/bin/sh
echo >>starts
[ "$(grep -c '' starts)" -eq 2 ] || exit 0
trap '' TERM
sh -c 'trap "" TERM; echo $$ >inner; while :; do :; done' &
while :; do :; done
END
chmod +x hang2
start=$(date +%s)
check 'one of three hangs' 0 "$becalm" -n 3 --timeout 1 --ignore-failure -o b.jsonl -- ./hang2
between 0 $(($(date +%s) - start)) 10 'ends in time'
ok 'nothing of it is left' gone "$(cat inner)"
like 'timed out after 1'
same "$(json b.jsonl '[i["index"] for i in I if i.get("failed")], I[1]["exit"]')" "([2], {'timeout': True})" \
	'it is marked'
check 'show' 0 "$becalm" show --format=json b.jsonl
unlike '"(median|max)": ?1[0-9]{9}' 'and the limit is no sample'

# Lengths of a millisecond and less.
check 'very short' 0 "$becalm" -n 50 --metric=wall -o short.jsonl -- "$programs/nothing"
same "$(json short.jsonl 'min(i["wall_ns"] for i in I) > 0')" True 'all lengths are above zero'
like 'start' 'the report says that starting is most of it'
if [ "$(id -u)" -eq 0 ]; then
	check 'very short, in a cage' 0 "$becalm" --hold=host -n 3 --metric=wall -- "$programs/nothing"
	like 'A program that does nothing' 'and there too'
fi

# The streams of the command and of becalm.
printf '#!/bin/sh\nfor i in 1 2 3 4 5; do echo log $i; echo err $i >&2; done\n' >noisy
chmod +x noisy
run "$becalm" -n 3 -- ./noisy
same "$(LC_ALL=C grep -c "$(printf '[\033\r]')" "$out" "$err" | sed 's/.*://' | tr '\n' ' ')" '0 0 ' 'no colour and no redraw without a terminal'
same "$(cat "$out")" '' 'several processes are captured'
check 'one process' 0 "$becalm" -n 1 -- ./noisy
same "$(grep -c log "$out")" 5 'keeps its stdout'
for setting in TERM=dumb TERM= COLUMNS=0 COLUMNS=-5 COLUMNS=x COLUMNS=1 COLUMNS=100000; do
	check "$setting" 0 env "$setting" "$becalm" -n 3 -- true
	like 'median'
done
check '--color=always' 0 "$becalm" -n 3 --color=always -- true
check '--color=never' 0 "$becalm" -n 3 --color=never -- true
unlike "$(printf '\033')"
if has script; then
	run script -qec "stty cols 0; TERM=xterm '$becalm' -n 3 -- true" /dev/null
	same "$status" 0 'a terminal of no width'
	like 'median'
	run env NO_COLOR=1 TERM=xterm script -qec "'$becalm' -n 3 -- true" /dev/null
	not 'NO_COLOR' grep -q "$(printf '\033\[[0-9;]*m')" "$out"
fi
check '-q' 0 "$becalm" -q -n 3 -- true
same "$(cat "$out" "$err")" '' 'says nothing'
check '-q' 5 "$becalm" -q -n 3 -- sh -c 'exit 5'
like 'status 5' 'but of failures'

# Lists of CPUs.
for list in '"1"' '0,' '' ' ' '5-2' '-1' '1-' '0x3' '4294967296' '0,,1' '٣' '0-30:2/4' 'all'; do
	check "--cpus '$list'" 125 "$becalm" -n 1 "--cpus=$list" -- true
done
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
check 'a list that overlaps' 0 "$becalm" -n 1 --cpus "$cpu,$cpu-$cpu" -- grep Cpus_allowed_list /proc/self/status
same "$(sed 's/.*:[^0-9]*//' "$out")" "$cpu" 'is merged'
last=$(($(sed 's/.*[-,]//' /sys/devices/system/cpu/possible) + 1))
check 'a CPU that there is not' 125 "$becalm" -n 1 --cpus "$cpu,$last" -- true
like "(^|[^0-9])$last([^0-9]|\$)" 'is named, the rest is not taken instead'
if [ "$(nproc)" -ge 2 ]; then
	check 'below taskset' 0 taskset -c "$cpu" "$becalm" -n 1 -- grep Cpus_allowed_list /proc/self/status
	same "$(sed 's/.*:[^0-9]*//' "$out")" "$cpu" 'becalm stays in the CPUs that it was given'
	other=$(python3 -c 'import os; print(sorted(os.sched_getaffinity(0))[1])')
	check 'a command that binds itself elsewhere' 0 "$becalm" -n 2 --hold=process --cpus "$cpu" -o away.jsonl -- taskset -c "$other" true
	like 'bound itself to other CPUs' 'is found out'
	same "$(json away.jsonl '["bound itself" in i["disturbed"] for i in I]')" '[True, True]' 'and marked'
	check 'a command that binds itself where it is' 0 "$becalm" -n 2 --hold=process --cpus "$cpu" -- taskset -c "$cpu" true
	unlike 'bound itself' 'is left in peace'
fi
check 'a fake host that is hardly one' 125 "$becalm" host --root "$PWD/absent"
like 'absent'

# sudo and the environment.
check '--env through sudo' 0 "$becalm" -n 2 --env N=111 -- sh -c '[ "$N" = 111 ]'
mkdir -p new && printf '#!/bin/sh\nexit 0\n' >new/tool && chmod +x new/tool
PATH=$PWD/new:$PATH check 'found by the PATH' 0 "$becalm" -n 1 -o path.jsonl -- tool
same "$(json path.jsonl 'S["commands"][0]["path"]')" "$PWD/new/tool" 'the results hold the path'
same "$(json path.jsonl 'S["commands"][0]["sha256"]')" "$(sha256sum new/tool | cut -d ' ' -f 1)" 'and the digest'
SECRET=abcdef check 'the environment' 0 env SECRET=abcdef "$becalm" -n 1 --env SHOWN=yes -o env.jsonl -- true
same "$(json env.jsonl '[(e["length"], e.get("value")) for e in S["env"] if e["name"] == "SECRET"]')" '[(6, None)]' \
	'is kept as names and lengths'
same "$(json env.jsonl '[e.get("value") for e in S["env"] if e["name"] == "SHOWN"]')" "['yes']" 'values only where they were given'
not 'no secret is in the file' grep -q abcdef env.jsonl


# Clocks and CPUs that change in the middle, on a host made for it.
if [ -d "$build/hosts/smt" ]; then
	cp -r "$build/hosts/smt" fake
	clock=fake/sys/devices/system/clocksource/clocksource0/current_clocksource
	mkdir -p "${clock%/*}"
	echo tsc >"$clock"
	cat >change <<'END'
#!/bin/sh
[ "$BECALM_INVOCATION" -ne "$1" ] || printf '%s\n' "$2" >"$3"
END
	chmod +x change
	check 'a clock source that changes' 0 "$becalm" --root "$PWD/fake" -n 10 -o clock.jsonl -- ./change 00000004 hpet "$clock"
	like 'tsc to hpet at process 4' 'is a loud warning'
	same "$(json clock.jsonl '[(i["index"], i["disturbed"]) for i in I if "clock" in (i.get("disturbed") or "")]')" \
		"[(4, 'the clock source changed from tsc to hpet')]" 'and the file has it'
	rm "$clock"
	check 'a clock source that is not known' 0 "$becalm" --root "$PWD/fake" -n 3 -- true
	online=fake/sys/devices/system/cpu/online
	cpu=$("$becalm" host --root "$PWD/fake" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["choice"]["measured"])')
	check 'a measured CPU that goes away' 125 "$becalm" --root "$PWD/fake" -n 5 -o gone.jsonl -- ./change 00000002 0 "$online"
	like 'offline' 'ends the session with the reason'
	same "$(json gone.jsonl 'len([i for i in I if not i.get("failed")]), len(I)')" '(1, 2)' "CPU $cpu: one sample"
else
	skip 'clocks and CPUs that change' "no $build/hosts"
fi

# --prepare, --conclude.
check '--prepare and --conclude' 0 "$becalm" -n 3 --warmup 1 --prepare 'echo p >>log' --conclude 'echo c >>log' -- sh -c 'echo x >>log'
same "$(tr '\n' ' ' <log)" 'p x c p x c p x c p x c ' 'before and after each process, warm-ups too'
check 'a --prepare that fails' 125 "$becalm" -n 3 --prepare 'exit 3' -- sh -c ': >prepared'
like 'prepare'
not 'nothing is measured then' test -e prepared

# How often.
check '--warmup' 0 "$becalm" -n 4 --warmup 2 -o w.jsonl -- true
same "$(json w.jsonl 'len(I), sum(i.get("warmup", False) for i in I)')" '(6, 2)' 'is kept and not counted'
like '4 processes'
check '--fast' 0 "$becalm" --fast -o f.jsonl -- true
same "$(json f.jsonl 'len(I)')" 10 'ten'
like 'fast'
check 'a budget of nothing' 0 "$becalm" --budget 1ms -o b3.jsonl -- true
same "$(json b3.jsonl 'len(I)')" 3 'three are always made'
like 'too few for an interval'
check '--dry-run' 0 "$becalm" --dry-run -n 3 -o dry.jsonl -- sh -c ': >dry'
not 'starts nothing' test -e dry
not 'and writes nothing' test -e dry.jsonl
check '--label' 0 "$becalm" -n 3 --label 'my label' -- true
like 'my label'
check 'a name that would move the cursor' 0 "$becalm" -n 3 --label "$(printf 'a\033[2Jb')" -- true
unlike "$(printf '\033')"
done_testing
