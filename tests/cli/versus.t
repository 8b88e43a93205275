#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# becalm versus: exit status, words, files.
. "${0%/*}/../lib.sh"

report=$programs/report
versus() { "$becalm" versus --hold=process "$@"; }
# told REGEX [CLAIM]: like, wherever the report's lines are folded.
told() {
	ok "${2:-says: $1}" sh -c 'tr -s " \n" "  " <"$1" | grep -qE -e "$2"' sh "$err" "$1"
}

check 'a slower command is a regression' 1 versus --verdict-file=v.json -o s.jsonl -- "$report" 100us --vs "$report" 200us
like 'SLOWER +B is 2.0[0-9]x slower than A'
told 'exit 1 \(regression\)'
like '^becalm: 10 rounds in '
like 'at most 120 rounds, looking after 10, 20, 40, 60, 80, 120; 5 min at most' 'the first line says the longest it can take'
like 'seeds and layout drawn'
ok 'the verdict is in the file' grep -q '"verdict": "slower"' v.json
low=$(grep '"low"' v.json)
check 'compare gives the verdict of the session again' 1 "$becalm" compare --format=json s.jsonl
ok 'to the digit' grep -qF "$low" "$out"
check 'a faster command is none' 0 versus -n 10 -- "$report" 200us --vs "$report" 100us
like 'FASTER +B is 2.0[0-9]x faster than A'
check 'equal lengths are the same' 0 versus -- "$report" 100us --vs "$report" 100us
like 'SAME'
check 'a gate fails above its border' 1 versus -n 10 --max-slowdown=50% -- "$report" 100us --vs "$report" 200us
like 'FAIL'
check 'and passes below' 0 versus -n 10 --max-slowdown=300% -- "$report" 100us --vs "$report" 200us
like 'PASS'
check 'five rounds are too few' 2 versus -n 5 -- "$report" 100us --vs "$report" 200us
told '5 rounds cannot reach 0.05'
told ', by sign flips p 0.062' 'all 32 patterns of signs: 2 / 32'
check 'which may be let pass' 0 versus -n 5 --undecided=ok -- "$report" 100us --vs "$report" 200us
like 'UNDECIDED'
check 'a command against itself shows the noise floor' 0 versus -n 10 --aa --undecided=ok -- true
told 'noise floor: .* invent up to [0-9.]+ % in 10 rounds'
unlike 'would probably decide'
check 'five rounds are too few, and no one more would decide' 2 versus -n 5 -- true --vs true
told 'at least 6 are needed'
unlike 'would probably decide'
check 'one round has no spread to speak of' 2 versus -n 1 -- true --vs true
unlike 'no spread|paired t'
check 'three commands are compared with the first' 1 versus -n 10 -- "$report" 100us --vs "$report" 100us --vs "$report" 200us
like 'C is 2.0[0-9]x slower than A'
check 'the separator can be another word' 1 versus -n 10 --separator=AND -- "$report" 100us AND "$report" 200us
check 'a small slow-down is told and let pass' 0 versus -n 10 --margin=300% -- "$report" 100us --vs "$report" 200us
told 'by less than the margin'
check 'fixed entropy gives a verdict for one layout' 1 versus -n 10 --entropy=fixed --max-slowdown=10% -- "$report" 100us --vs "$report" 200us
told 'For this layout and these seeds only'
told 'a gate on --entropy=fixed judges one layout'

check 'a command that fails ends it' 2 versus -n 10 -- true --vs sh -c 'echo woe >&2; exit 7'
like 'command B: exited with status 7'
like woe
told 'exit 2 \(a command failed\)'
unlike 'Nothing in common|For a gate'
check 'or gives no pair' 2 versus -n 6 --ignore-failure -- true --vs false
check 'a command that takes too long ends it too' 2 versus -n 10 --timeout=0.2s -- true --vs sleep 5
like 'command B: timed out after 200'
check 'undecided may be said to fail, as it does' 2 versus -n 5 --undecided=fail -- "$report" 100us --vs "$report" 200us
check 'a regression is one whatever undecided means' 1 versus -n 10 --undecided=ok -- "$report" 100us --vs "$report" 200us
check 'and so is a failure' 2 versus -n 10 --undecided=ok -- true --vs false
printf 'x' >plain
check 'a command that cannot be executed is named' 126 versus -- true --vs ./plain
like plain
check 'a command that is not found is named' 127 versus -- true --vs no-such-program
like no-such-program
check 'one command needs another' 125 versus -- true
like 'compared with what'
check 'none needs two' 125 versus
like 'compared with what'
check 'an empty command is an error' 125 versus -- true --vs
check 'exact and open rounds exclude each other' 125 versus -n 10 --rigorous -- true --vs true
check 'an error rate of half is none' 125 versus --alpha=0.5 -- true --vs true
check 'dry run measures nothing' 0 versus --dry-run -- "$report" 1s --vs "$report" 2s
check 'the budget ends it' 2 versus --budget=0.3s --margin=0.001% -- sleep 0.05 --vs sleep 0.05
told 'the budget is spent'

# Many sessions, one exit status.
check 'a session that is the same' 0 versus -n 10 -o same.jsonl -- "$report" 100us --vs "$report" 100us
check 'sessions are judged each by itself' 1 "$becalm" compare --sessions same.jsonl s.jsonl
like '^2 sessions: 1 with a regression, 0 undecided, 1 without; exit 1'
check 'without a regression the status is 0' 0 "$becalm" compare --sessions same.jsonl same.jsonl
"$becalm" -n 1 -q -o run.jsonl -- true
check 'a file of run is no such session' 125 "$becalm" compare --sessions same.jsonl run.jsonl
like 'not of becalm versus'
check 'sides can be named' 1 "$becalm" compare --label=old --label=new s.jsonl
like '^  B  s.jsonl: new$'

# Two scripts: the four figures of each, and the verdict.
printf '#!/bin/sh\ni=0; while [ $i -lt 300 ]; do i=$((i + 1)); done\n' >old.sh
sed 's/300/30000/' old.sh >new.sh
chmod +x old.sh new.sh
check 'two scripts' 1 versus -n 10 -- ./old.sh --vs ./new.sh
like '^  SLOWER +B is [0-9.]+x slower than A'
for figure in min median mean; do
	like "^  $figure +[0-9.]+ ms +[0-9.]+ ms +[0-9.]+x slower\$" "$figure of both, in words"
done
like '^  std dev +[0-9.]+ ms +[0-9.]+ ms +[0-9.]+x (larger|smaller) +\(between processes\)$' 'and the spreads'
like 'paired t\(9\) = [0-9.]+, p ' 'with the test and its degrees of freedom'

# Where CI looks.
check 'JUnit has a failure for a regression' 1 versus -n 10 --format=junit -- "$report" 100us --vs "$report" 200us
like '<failure type="regression" message="B is 2.0[0-9]x slower than A'
check 'Markdown has a table' 1 versus -n 10 --format=markdown -- "$report" 100us --vs "$report" 200us
like '^\| `report.length` \| 100.0 us \| 200.0 us \|'
GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=summary.md
export GITHUB_ACTIONS GITHUB_STEP_SUMMARY
check 'under GitHub Actions it annotates by itself' 1 versus -n 10 -- "$report" 100us --vs "$report" 200us
like '^::error title=becalm%3A regression in report.length::B is 2'
ok 'and adds to the summary' grep -q 'regression' summary.md
check 'what a command wrote is no workflow command' 2 versus -n 10 -- true --vs sh -c 'echo ::set-output name=x::y >&2; exit 1'
like '^::stop-commands::[0-9a-f]{16}$'
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY

# Exit status and verdict file through make.
printf 'gate:\n\t%s versus --hold=process -n 10 --max-slowdown=5%% --verdict-file=made.json -- %s 100us --vs %s 200us\n' \
	"$becalm" "$report" "$report" >Makefile
check 'make turns 1 into 2' 2 make gate
ok 'the verdict file does not' grep -q '"status": 1' made.json

# Ctrl-C: finished rounds are kept, and who waits for becalm sees the signal.
"$becalm" versus --hold=process -n 1000 -o cut.jsonl -- sleep 0.02 --vs sleep 0.02 2>said &
pid=$!
wait_for 10 grep -q '"round":3' cut.jsonl.partial
kill -INT "$pid"
wait "$pid"
same $? 130 'an interrupted session dies of the signal'
same "$(sed -n 's/^becalm: \([0-9]*\) round.*/\1/p' said)" "$(json cut.jsonl 'len([r for r in {i["round"] for i in I}
	if sum(i["round"] == r and not i.get("failed") for i in I) == 2])')" 'and says how many rounds are complete'
ok 'and keeps what it has' grep -q '"line":"end","complete":false' cut.jsonl

# It goes on another day; nothing is judged before.
"$becalm" versus --hold=process -o cut.jsonl -- sleep 0.05 --vs sleep 0.3 2>said &
pid=$!
wait_for 10 grep -q '"round":2' cut.jsonl.partial
kill -INT "$pid"
wait "$pid"
not 'an interrupted session that was saved is not judged' grep -q 'SLOWER\|UNDECIDED' said
ok 'and says how it goes on' grep -q "versus --resume cut.jsonl' goes on" said
mkdir elsewhere
check 'from any folder, without its command' 1 sh -c "cd elsewhere && '$becalm' versus --resume ../cut.jsonl --verdict-file=v.json"
like '^becalm: 10 rounds in '
ok 'a file named there is written there' grep -q '"verdict": "slower"' elsewhere/v.json
same "$(json cut.jsonl 'len({(i["round"], i["command"]) for i in I if not i.get("failed")}), E["complete"]')" '(20, True)' \
	'all rounds are in the file'
check 'a complete session lacks nothing' 0 versus --resume cut.jsonl
like 'nothing is left to resume'
"$becalm" versus --hold=process -n 3000 -o cut.jsonl -- "$report" 100us --vs "$report" 200us 2>said &
pid=$!
wait_for 10 grep -q '"round":4' cut.jsonl.partial
kill -KILL "$pid"
wait "$pid" 2>/dev/null
check 'another command is another session' 125 versus --resume cut.jsonl -- "$report" 100us --vs "$report" 300us
like 'was a session of other commands'
check 'run does not resume versus' 125 "$becalm" --resume cut.jsonl
told 'becalm versus --resume cut.jsonl'
sed '1s/"sha256":"[0-9a-f]*","label":null}\]/"sha256":"00","label":null}]/' cut.jsonl.partial >other.jsonl.partial
check 'a program that changed since is not mixed in' 125 versus --resume other.jsonl
like 'is not the program any more'
"$becalm" -q -n 5 -o run.jsonl -- sh -c 'kill -INT $PPID; sleep 1'
check 'versus does not resume run' 125 versus --resume run.jsonl
told 'becalm --resume run.jsonl'

# A benchmark that has to find out how many iterations to do does that beforehand.
cat >micro <<'END'
#!/bin/sh
n=$(sed -n 's/^count name=m iters=//p' "$BECALM_PLAN")
n=${n:-$((1000 + $$ % 1000))}
printf 'test name=m mode=calibrated iters=%s\nrun name=m iters=%s timed_ns=%s wall_ns=%s\n' \
	"$n" "$n" $((n * $1)) $((n * $1)) >"$BECALM_PIPE"
sleep 0.1
END
chmod +x micro
# Whatever the verdict: without the disturbed ones six rounds may be too few.
run versus -n 6 -o micro.jsonl -- ./micro 1 --vs ./micro 2
like '^becalm: 6 rounds in' 'and loses no round by it'
same "$(json micro.jsonl '[i["index"] for i in I if i.get("calibrating")], len([i for i in I if not i.get("calibrating")])')" \
	'([1], 12)' 'one process more, that is not counted'
"$becalm" versus -q --hold=process -n 8 -o micro.jsonl -- ./micro 1 --vs ./micro 2 &
pid=$!
wait_for 10 grep -q '"round":3' micro.jsonl.partial
kill -KILL "$pid"
wait "$pid" 2>/dev/null
check 'a resumed session knows what was found' 1 versus --resume micro.jsonl
same "$(json micro.jsonl 'len({t["iters"] for i in I for t in i["tests"]}), len(I)')" '(1, 17)' 'all have one count'
"$becalm" -q --hold=process -n 300 -o micro.jsonl -- ./micro 1 &
pid=$!
wait_for 10 grep -q '"round":3' micro.jsonl.partial
kill -INT "$pid"
wait "$pid" 2>/dev/null
sed -i 's/"-n","300"/"-n","8"/' micro.jsonl
check 'so does run' 0 "$becalm" -q --hold=process --resume micro.jsonl
same "$(json micro.jsonl 'len({t["iters"] for i in I for t in i["tests"]}), len([i for i in I if not i.get("failed") and not i.get("calibrating")])')" \
	'(1, 8)' 'which makes as many as were asked for'

check 'commands can have names' 1 versus -n 10 -o named.jsonl --label=old --label=new -- "$report" 100us --vs "$report" 200us
like '^  A  old$'
check 'which the file keeps' 1 "$becalm" compare named.jsonl
like '^  B  named.jsonl: new$'
check 'more names than commands are an error' 125 versus --label=a --label=b --label=c -- true --vs true
like '3 labels for 2 commands'

done_testing
