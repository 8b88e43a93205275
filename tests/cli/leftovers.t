#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing that a benchmark or a killed becalm started is left; sessions keep apart.
. "${0%/*}/../lib.sh"

# A daemon that holds the pipe and the output open.
start=$(date +%s)
check 'a benchmark that leaves a daemon' 0 "$becalm" -n 2 -- sh -c \
	'rm -f daemon; "$0" daemon && cat daemon >>daemons' "$programs/daemonize"
between 0 $(($(date +%s) - start)) 10 'is not waited for'
same "$(grep -c '' daemons)" 2 'the daemon was there each time'
while read -r pid; do
	ok 'and is gone afterwards' gone "$pid"
done <daemons

check 'a background job of a shell' 0 "$becalm" -n 2 -- sh -c 'sleep 60 & echo $! >>jobs'
while read -r pid; do
	ok 'is gone afterwards' gone "$pid"
done <"jobs"

# The launcher killed: the benchmark ends, and the private folder goes.
mkdir tmp
for how in stubborn daemon; do
	rm -f there daemon
	if [ $how = stubborn ]; then
		set -- sh -c 'trap "" TERM HUP INT; sh -c "trap \"\" TERM HUP; echo \$\$ >inner; sleep 60; :" & echo $$ >there; wait; sleep 60'
	else
		set -- sh -c '"$0" daemon; cp daemon inner; echo $$ >there; sleep 60; :' "$programs/daemonize"
	fi
	XDG_RUNTIME_DIR=$PWD/tmp "$becalm" -n 3 -- "$@" >/dev/null 2>&1 &
	pid=$!
	ok "a benchmark ($how) runs" wait_for 20 test -s there -a -s inner
	kill -KILL "$pid"
	wait "$pid" 2>/dev/null
	ok '  kill -9 of becalm ends it' wait_for 5 gone "$(cat there)"
	if [ $how = stubborn ]; then
		ok '  and what it started' wait_for 5 gone "$(cat inner)"
	else
		# Only a cage finds a process that left its session and its parent.
		kill -KILL "$(cat daemon)" 2>/dev/null
	fi
	rm -f inner
done
ok 'the private folders are gone' wait_for 5 rmdir tmp
mkdir -p tmp

# After any session nothing of becalm is left.
XDG_RUNTIME_DIR=$PWD/tmp check 'a session' 0 "$becalm" -n 3 -- true
ok 'leaves no folder' rmdir tmp

# Killed together with its guard, or before it has one: the next session tidies, and leaves
# the folders of living sessions and of others alone.
if has strace && strace -o /dev/null true 2>/dev/null; then
	mkdir -p tmp
	mkdir -m 700 tmp/becalm-pipe-folder
	touch tmp/becalm-pipe-folder/mine
	mkdir -m 755 tmp/becalm-pipe-public
	export XDG_RUNTIME_DIR="$PWD/tmp"
	folders() {
		find tmp -mindepth 1 -maxdepth 1 ! -name '*-folder' ! -name '*-public'
	}
	for call in mknodat rmdir; do
		check "killed at its $call" 137 strace -qq -o /dev/null -e inject=$call:signal=KILL \
			"$becalm" -n 1 --hold=process -- true
		same "$(folders | wc -l)" 1 'a folder is left, and none of an earlier one'
	done
	mkfifo go
	"$becalm" -q -n 1 --hold=process -- sh -c 'echo >here; read -r line <go' &
	ok 'a session' wait_for 20 test -s here
	folders >living
	same "$(wc -l <living)" 1 'removes it'
	check 'another one' 0 "$becalm" -q -n 1 --hold=process -- true
	ok 'leaves it its folder' test -p "$(cat living)/pipe"
	echo >go
	ok 'which is used to the end' wait $!
	same "$(find tmp -mindepth 1 | sort | xargs)" \
		'tmp/becalm-pipe-folder tmp/becalm-pipe-folder/mine tmp/becalm-pipe-public' 'what becalm did not make stays'
	unset XDG_RUNTIME_DIR
	rm -rf tmp
else
	skip 'folders of sessions that were killed' 'strace cannot trace here'
fi

# Two sessions at once measure on different CPUs. (One that holds the host is waited for.)
if [ "$(nproc)" -ge 2 ]; then
	: >fifo.done
	"$becalm" --hold=process -n 1 --output="$PWD/first" -- sh -c \
		'grep Cpus_allowed_list /proc/self/status; : >first.there; while [ -e fifo.done ]; do sleep 0.02; done' \
		2>/dev/null &
	ok 'a first session' wait_for 20 test -e first.there
	check 'a second one' 0 "$becalm" --hold=process -n 1 --output="$PWD/second" -- grep Cpus_allowed_list /proc/self/status
	rm fifo.done
	wait
	not 'takes another CPU' cmp first second
	if [ "$(nproc)" -eq 2 ]; then
		: >fifo.done
		for n in 1 2; do
			"$becalm" --hold=process -n 1 -- sh -c ": >busy.$n; while [ -e fifo.done ]; do sleep 0.02; done" 2>/dev/null &
		done
		wait_for 20 test -e busy.1 -a -e busy.2
		check 'a third one finds none free' 0 "$becalm" --hold=process -n 1 -- true
		like 'another|share' 'and says that it shares'
		rm fifo.done
		wait
	fi
else
	skip 'two sessions at once' 'one CPU only'
fi

# becalm below becalm.
check 'becalm inside a benchmark of becalm' 0 "$becalm" -n 2 --output="$PWD/inner.out" -o outer.jsonl -- \
	"$becalm" -n 3 -o inner.jsonl -- true
ok 'says what it does' grep -Eqi 'inside|within|nested|below' inner.out
same "$(json inner.jsonl 'len(I)')" 3 'the inner one works'
same "$(json outer.jsonl 'len(I)')" 2 'and so does the outer one'
same "$(json outer.jsonl 'sum(i["wall_ns"] > 0 for i in I)')" 2 'each with its lengths'

# Stopped from outside, and by the terminal.
start=$(date +%s)
check 'a benchmark that stops itself' 125 "$becalm" -n 2 --timeout 5 -- sh -c 'kill -STOP $$; true'
like 'SIGSTOP'
between 0 $(($(date +%s) - start)) 10 'ends'
"$becalm" -n 2 -o stopped.jsonl -- sh -c 'echo $$ >>stop.pids; sleep 1' 2>stopped.err &
shell=$!
ok 'a benchmark' wait_for 10 test -s stop.pids
pid=$(head -n 1 stop.pids)
kill -STOP "$pid"
stopped() { [ "$(sed 's/.*) //; s/ .*//' "/proc/$pid/stat")" = T ]; }
ok 'stopped from outside' wait_for 5 stopped
sleep 0.1 # becalm looks every 5 ms
kill -CONT "$pid"
wait "$shell"
same "$(json stopped.jsonl 'len([i for i in I if not i.get("failed")])')" 2 'is made again when it was continued'
same "$(json stopped.jsonl '[("stop" in i["failed"]) for i in I if i.get("failed")]')" '[True]' 'and the stopped one is marked'
if has script; then
	start=$(date +%s)
	run script -qec "$becalm -n 2 --timeout 10 -- sh -c 'stty -echo </dev/tty'" /dev/null
	like 'SIGTTOU' 'one that wants the terminal is named'
	between 0 $(($(date +%s) - start)) 15 'and not waited for'
fi
done_testing
