#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How becalm ends: the command's status, its signal, or 124 to 127; and what it says then.
. "${0%/*}/../lib.sh"

check 'success is 0' 0 "$becalm" -n 2 -- true
check 'the same as run' 0 "$becalm" run -n 2 -- true
check 'the status of the command' 7 "$becalm" -n 2 -- sh -c 'echo wrong input >&2; exit 7'
like 'exited with status 7'
like 'wrong input' 'the end of its stderr is shown'
check 'also of one process' 7 "$becalm" -n 1 -- sh -c 'exit 7'
same "$(how_ended "$becalm" -q -n 2 -- sh -c 'kill -SEGV $$' 2>"$err" | tail -n 1)" 'signal 11' \
	'dies of the signal that the command died of'
like 'SIGSEGV'
same "$(how_ended "$becalm" -q -n 2 -- sh -c 'kill -KILL $$' 2>/dev/null | tail -n 1)" 'signal 9' \
	'of SIGKILL too'

# A session stops at the first failure, unless it is told not to.
cat >third <<'END'
#!/bin/sh
echo >>"$1"
[ "$(grep -c '' "$1")" -ne 3 ] || exit 3
END
chmod +x third
check 'stops at the first failure' 3 "$becalm" -n 6 -- ./third starts
same "$(grep -c '' starts)" 3 'after three starts'
rm starts
check '--ignore-failure goes on and is content' 0 "$becalm" -n 6 --ignore-failure -- ./third starts
same "$(grep -c '' starts)" 6 'with all six'
like 'status 3'
rm starts
check '--ignore-failure=3 takes it for success' 0 "$becalm" -n 6 --ignore-failure=1,3 -- ./third starts
rm starts
check '--ignore-failure=4 does not' 3 "$becalm" -n 6 --ignore-failure=4 -- ./third starts
check 'without a single sample it is no success' 1 "$becalm" -n 2 --ignore-failure -- false

# Commands that cannot be started: known before anything else is done.
printf 'exit 0\n' >noshebang
printf '#!/no/such/interp\n' >badint
printf '#!/bin/sh\nexit 0\n' >noexec
chmod +x noshebang badint
mkdir folder
echo precious >old.jsonl
check 'not found' 127 "$becalm" -n 2 -o old.jsonl -- ./absent
like "'./absent'"
check 'not found on the PATH' 127 "$becalm" -n 2 -- no-such-program-here
check 'an empty command' 127 "$becalm" -n 2 -- ''
check 'a script without its interpreter' 127 "$becalm" -n 2 -o old.jsonl -- ./badint
like '/no/such/interp' 'the interpreter is named'
check 'no valid format' 126 "$becalm" -n 2 -o old.jsonl -- ./noshebang
# A program of 32 bits whose loader is not installed, and one of another processor.
{
	printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0\002\0\003\0\001\0\0\0\0\200\004\010\064\0\0\0\0\0\0\0\0\0\0\0'
	printf '\064\0\040\0\001\0\050\0\0\0\0\0\003\0\0\0\124\0\0\0\124\200\004\010\124\200\004\010\017\0\0\0\017\0\0\0'
	printf '\004\0\0\0\001\0\0\0/no/such/loader\0'
} >narrow
printf '\177ELF' >foreign
chmod +x narrow foreign
check 'a 32-bit program without its loader' 127 "$becalm" -n 2 -- ./narrow
like '/no/such/loader' 'the loader is named'
check 'a program that this processor does not know' 126 "$becalm" -n 2 -- ./foreign
like 'another processor'
unlike "sh '" 'and no shell is proposed for it'
check 'a line of shell as one word' 127 "$becalm" -n 2 -- 'true && true'
like 'words of their own' 'is told what becalm takes'
check 'a folder' 126 "$becalm" -n 2 -o old.jsonl -- ./folder
check 'not executable' 126 "$becalm" -n 2 -o old.jsonl -- ./noexec
check 'a path through a file' 126 "$becalm" -n 2 -- ./noexec/x
same "$(cat old.jsonl)" precious 'an older results file is as it was'
same "$(echo ./*.partial)" './*.partial' 'and no other is left'
printf '#!/bin/sh\nexit 9\n' >here
chmod +x here
mkdir bin && mv here bin/tool
PATH=$PWD/bin:$PATH check 'the PATH decides' 9 "$becalm" -n 1 -- tool

# A becalm without its keeper holds no setting, and says so.
if [ -e /usr/local/libexec/becalm-keeper ]; then
	skip 'hold without a keeper' 'one is installed'
else
	cp "$becalm" alone
	check 'hold without a keeper' 3 ./alone hold -- sh -c 'exit 3'
	like 'no setting of the host is held: ' 'says that it holds nothing'
fi
check 'hold --dry-run where nothing would be changed' 0 "$becalm" hold --hold=process --dry-run -- true
like 'No setting of the host would be changed: not asked for'

# Words that are wrong.
bad() {
	bad_regex=$1
	shift
	check "usage: $*" 125 "$becalm" "$@"
	like "$bad_regex" "  is told: $bad_regex"
}
bad '--frobnicate' --frobnicate -- true
bad "--precision" --precison 1% -- true
bad '-n|--invocations' -n 0 -- true
bad '--invocations' -n x -- true
bad '--invocations' --invocations -1 -- true
bad '--invocations' --invocations= -- true
bad 'needs' -n
bad '--timeout' --timeout 1,5 -- true
bad '--timeout' --timeout 0 -- true
bad '--timeout' --timeout -1 -- true
bad '--hash-seed' --hash-seed -1 -- true
bad '--hash-seed' --hash-seed 4294967296 -- true
bad '--hash-seed' --hash-seed x -- true
bad '--env' --env =x -- true
bad '--env' --env 1A=x -- true
bad '--entropy' --entropy some -- true
bad '--metric' --metric speed -- true
bad '--metric-regex' --metric-regex 'ops' -- true
bad '--unit' --unit s -- true
bad '--cpus' --cpus 1-0 -- true
bad '--cpus' --cpus 4095 -- true
bad '--cores' --cores 4000 -- true
bad '--ignore-failure' --ignore-failure=x -- true
bad '--ignore-failure' --ignore-failure=256 -- true
bad 'command' -n 2
bad 'command' -n 2 --
check 'a subcommand misspelt' 127 "$becalm" shwo x.jsonl
like "did you mean 'becalm show'"

check 'alone it prints examples' 0 "$becalm"
like '--help: all options'
check '--version' 0 "$becalm" --version
like '^becalm [0-9]+\.[0-9]+'
for sub in run host show; do
	check "$sub --help" 0 "$becalm" "$sub" --help
	same "$(cat "$err")" '' '  on stdout'
	same "$(awk 'length > 100' "$out")" '' '  in lines of a sane width'
done
check 'help that cannot be written' 125 sh -c '"$0" --help >/dev/full' "$becalm"

# The time limit.
check 'the time limit' 124 "$becalm" -n 3 --timeout 0.3 -- sleep 60
like 'timed out after 300'
cat >stubborn <<'END'
#!/bin/sh
trap '' TERM
sh -c 'trap "" TERM; echo $$ >inner; while :; do sleep 60; done' &
while :; do sleep 60; done
END
chmod +x stubborn
start=$(date +%s)
check 'one that does not heed SIGTERM' 124 "$becalm" -n 3 --timeout 0.5 -- ./stubborn
between 0 $(($(date +%s) - start)) 6 'ends in time'
ok 'and so does what it started' gone "$(cat inner)"

# Being told to stop: once to the child, finished processes are kept, death by the signal.
for sig in INT:2 TERM:15 HUP:1; do
	rm -f told ended kept.jsonl*
	cat >three_then_long <<'END'
#!/bin/sh
echo >>begun
[ "$(grep -c '' begun)" -gt 3 ] || exit 0
: >long
exec "$1" told 30000
END
	chmod +x three_then_long
	rm -f begun long
	how_ended "$becalm" -n 100 -o kept.jsonl -- ./three_then_long "$programs/traps" >ended 2>"$err" &
	shell=$!
	wait_for 20 test -e long
	pid=$(pid_of "$becalm" -n 100 -o kept.jsonl)
	start=$(date +%s)
	sleep 0.1 # a moment for exec: the claim holds either way
	kill -"${sig%:*}" "$pid"
	wait "$shell"
	between 0 $(($(date +%s) - start)) 3 "SIG${sig%:*} ends it soon"
	same "$(tail -n 1 ended)" "signal ${sig#*:}" '  becalm is seen to die of it'
	[ -e told ] || : >told
	same "$(grep -c signal told)" 1 '  the command got one signal'
	like "SIG${sig%:*}"
	[ -e kept.jsonl ] || mv kept.jsonl.partial kept.jsonl
	check '  the results can be shown' 0 "$becalm" show kept.jsonl
	same "$(json kept.jsonl 'len([i for i in I if not i.get("failed")]), E["complete"]')" '(3, False)' '  three processes were kept'
done

# A signal to the whole process group still reaches the command once.
rm -f begun long told
setsid sh -c '"$1" -q -n 100 -- ./three_then_long "$2"; :' sh "$becalm" "$programs/traps" 2>/dev/null &
shell=$!
wait_for 20 test -e long
pid=$(pid_of "$becalm" -q -n 100)
sleep 0.1 # a moment for exec
kill -INT "-$(ps -o pgid= -p "$pid" | tr -d ' ')"
wait "$shell"
same "$(grep -c signal told)" 1 'SIGINT to the process group: the command got one signal'

# At any moment, before the first process too.
mkdir tmp
for delay in 0 1 2 3 5 8 13 21 34; do
	TMPDIR=$PWD/tmp how_ended "$becalm" -q -n 1000 -- sh -c 'echo $$ >last; sleep 5' >ended 2>/dev/null &
	shell=$!
	wait_for 20 pid_of "$becalm" -q -n 1000
	sleep "0.0$(printf '%02d' "$delay")"
	kill -TERM "$(pid_of "$becalm" -q -n 1000)"
	wait "$shell"
	same "$(tail -n 1 ended)" 'signal 15' "SIGTERM about $delay ms after the start"
	[ ! -e last ] || ok '  nothing of it is left' gone "$(cat last)"
	rm -f last
done
ok 'and no folder either' rmdir tmp
done_testing
