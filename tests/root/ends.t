#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# However a session ends, the host is as before: tests/root/picture before and after.
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'
die=$project/tests/root/die

check 'SIGINT' 0 "$die" "$becalm" int 3
check 'SIGTERM' 0 "$die" "$becalm" term 3
check 'SIGHUP' 0 "$die" "$becalm" hup 3
check 'becalm killed at 50 random moments' 0 "$die" "$becalm" launcher 50
diag "$(head -n 1 "$out")"
check 'the keeper killed: another one undoes its journal' 0 "$die" "$becalm" keeper 5
check 'the process group killed' 0 "$die" "$becalm" group 5
check 'both killed, then becalm restore' 0 "$die" "$becalm" both 5
check 'both killed, then the next session' 0 "$die" "$becalm" next 5

for how in int term hup launcher keeper both; do
	check "while it measures: $how" 0 "$die" "$becalm" "$how" 5 run
done

# While no other session holds the host: one with no settings holds the lock.
picture() {
	"$becalm" hold -q --hold=host --cage=none --only clock-limits -- "$project/tests/root/picture" |
		grep -v '^task'
}
picture >before
check 'the benchmark fails: its status' 7 "$becalm" hold --hold=strict -- sh -c 'exit 7'
# shellcheck disable=SC2016 # the inner shell's
same "$(how_ended "$becalm" hold --hold=strict -- sh -c 'kill -9 $$' 2>/dev/null)" 'signal 9' 'becalm ends by it too'
check 'the time limit' 124 "$becalm" run -q -n 1 --hold=strict --timeout 0.2 -- sleep 60
check 'not executable' 126 "$becalm" hold --hold=strict -- /etc/passwd
check 'not there' 127 "$becalm" hold --hold=strict -- ./no-such-program
picture >after
ok 'the host is as before' cmp before after

# What a benchmark leaves behind ends with the session, however it detached.
check 'a daemon in the cage' 0 "$becalm" hold -q --hold=host -- \
	sh -c 'setsid sh -c "sleep 4243 & setsid sleep 4243 &" & sleep 0.1'
same "$(pgrep -fc '^sleep 4243$')" 0 'is killed with it'
groups() {
	find /sys/fs/cgroup -maxdepth 3 -name 'becalm-[0-9]*' 2>/dev/null | sort
}
groups >before
for _ in 1 2 3; do
	"$becalm" hold -q --hold=host -- sh -c 'sleep 4244 & :'
done
groups >after
same "$(comm -13 before after)" '' 'no group is left after three sessions'

# Two sessions at once.
mkfifo fifo
"$becalm" hold -q --hold=host -- sh -c 'echo ready >ready; read -r line <fifo' &
first=$!
wait_for 5 test -s ready
check 'a second one that may not wait: 125' 125 "$becalm" hold -q --hold=host --no-wait -- touch ran
like 'held by user root since .* \(process [0-9]+\)'
not 'and it did not run' test -e ran
"$becalm" hold --hold=host -- touch ran 2>second &
second=$!
wait_for 5 grep -q 'waiting for the host: held by user root' second
ok 'the second one waits, and says for whom' grep -q 'waiting for the host: held by user root' second
"$becalm" hold --hold=host -- touch never 2>third &
third=$!
wait_for 5 grep -q 'waiting' third
kill -KILL "$third"
wait "$third" 2>/dev/null
kill -TERM "$first"
wait "$first"
ok 'then it runs' wait "$second"
ok 'its command too' test -e ran
not 'one that was killed while it waited leaves nothing' test -e never
ok 'nothing is left in /run' wait_for 30 test ! -e /run/becalm

# A becalm inside another's cage does not wait for it.
check 'a becalm inside a cage' 0 timeout 10 "$becalm" hold -q --hold=host -- "$becalm" hold --hold=host -- true
done_testing
