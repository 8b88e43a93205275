#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A keeper that is killed, loses its launcher, or whose calls fail, at each call that
# changes the host or the journal: afterwards the host is as it was. FAULT_ALL=1 (make
# check-fault): every errno at every call, once and from there on; failures of calls that
# only look; without a cage, and with a shield.
. "${0%/*}/../lib.sh"

[ -x "$build/fault/becalm-keeper" ] || skip_all 'no build/fault (make FAULT=1)'
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'
plan=$build/fault/becalm.fault

# No call is left out of the walk: strace sees as many, and the same ones.
if has strace && strace -o /dev/null true; then
	echo "0 none $PWD/log" >"$plan"
	check 'a session under strace' 0 env ASAN_OPTIONS=detect_leaks=0 strace -ff -y -qq -o trace \
		"$build/fault/becalm" hold -q --hold=strict --only=timer-migration,vmstat,compaction,perf-rate --cage=plain -- true
	rm -f "$plan"
	sed 's/^[0-9]* //' log >counted
	"$project/tests/fault/traced" keeper trace "$PWD/log" >seen
	between 20 "$(wc -l <counted)" 999 "N is $(wc -l <counted)"
	same "$(wc -l <seen)" "$(wc -l <counted)" 'strace counts as many calls that change the host or the journal'
	ok 'the same ones' diff seen counted
	"$project/tests/fault/traced" others trace "$PWD/log" >theirs
	grep -E '^((sys|proc|run|dev)/.*|[a-z]*)$' theirs |
		grep -Ev '^mask$|^sys/fs/cgroup/.*/becalm-[0-9]*-[0-9]*/bench/cgroup\.(procs|kill)$' >foreign
	same "$(cat foreign)" '' 'becalm itself, and its children, change nothing but their own cage and CPUs'
else
	skip 'N is what strace counts' 'no strace, or it may trace nothing here'
fi

# A keeper that can wait for nothing any more (poll(2) fails from there on), before it says that
# the host is held and while it is, does not hold it for ever.
session="hold -q --hold=strict --only=vmstat --cage=none -- true"
echo "0 none $PWD/calls all" >"$plan"
# shellcheck disable=SC2086 # several words
run "$build/fault/becalm" $session
polls=$(awk '$2 == "append" { n = 0 } $2 == "poll" && n++ < 2 { at[n] = $1 } END { print at[1], at[2] }' calls)
for point in $polls; do
	echo "$point 5+ /dev/null all" >"$plan"
	# shellcheck disable=SC2086 # likewise
	run timeout 20 "$build/fault/becalm" $session
	rm -f "$plan"
	check "its poll fails from call $point on: it does not stay" 0 "$build/fault/becalm" restore
done

# Other tasks, groups and sessions of this machine come and go; the knobs of these
# sessions are no interrupts.
PICTURE_NOT='^(task|group of) |^/proc/irq/|becalm-(bench|test)|^/sys/fs/cgroup/([^b]|b[^e])*	'
export PICTURE_NOT

walk() { # WHAT [WORDS]
	check "$*: at every call" 0 "$project/tests/fault/walk" "$build/fault/becalm" "$1"
	like "^$(printf %s "$1" | sed 's/+/[+]/'): ([1-9][0-9]*) of [0-9]* points walked, 0 with differences"
	diag "${CAGE:-} ${SCOPE:-} $(tail -n 1 "$out")"
}
if [ -z "${FAULT_ALL:-}" ]; then
	for what in launcher keeper both errno; do
		walk $what
	done
	done_testing
fi

for CAGE in --cage=plain --cage=none; do
	export CAGE
	# EIO, EACCES, ENOSPC, EROFS, EBUSY, EINVAL, each for one call; two of them for all that follow.
	for what in launcher keeper both 5 13 28 30 16 22 28+ 30+; do
		walk "$what" "$CAGE"
	done
done
CAGE=--cage=plain
# EIO and "no such call". Not "no such file", which read(2) never says: whoever looks believes it.
for what in 5 38; do
	export SCOPE=all
	walk "$what" 'calls that only look'
done
SCOPE=
walk restore:5 'a keeper that undoes what a dead one left'

# A shield, confined to a group of our own with three tasks, one of which has asked for a CPU.
group=/sys/fs/cgroup/cpuset/becalm-fault
tidy() {
	tidy_status=$?
	# shellcheck disable=SC2086 # several processes
	kill -KILL ${tasks:-} 2>/dev/null
	wait 2>/dev/null
	wait_for 2 rmdir "$group/below" "$group"
	(exit "$tidy_status") # for lib_end
	lib_end
}
make_group() {
	mkdir -p "$1" && cat "$group/../cpuset.mems" >"$1/cpuset.mems" && cat "$group/../cpuset.cpus" >"$1/cpuset.cpus"
}
add_task() {
	sleep 3600 &
	echo $! >"$1/tasks"
	tasks="${tasks:+$tasks }$!"
}
if make_group "$group" 2>/dev/null && make_group "$group/below"; then
	trap tidy EXIT
	tasks=
	add_task "$group"
	taskset -pc 0 "$tasks" >/dev/null
	add_task "$group"
	add_task "$group/below"
	PICTURE_ALSO="^(task|group of) ($(echo "$tasks" | tr ' ' '|'))( |	)"
	CAGE='--cage=shield --cage-parent=/becalm-fault'
	export PICTURE_ALSO
	for what in launcher keeper both 5 13 28 30; do
		walk "$what" "$CAGE"
	done
	# shellcheck disable=SC2086 # several processes
	ok 'its tasks live' kill -0 $tasks
else
	skip 'a shield below a group' 'no cpuset on cgroup v1 here (tests/vm/guest/die.t has v2)'
fi
if grep -qw cpuset /sys/fs/cgroup/cgroup.controllers 2>/dev/null; then
	skip 'a partition' 'it would take CPUs from everything on this host: only in tests/vm/guest/die.t'
else
	skip 'a partition' 'no cpuset on cgroup v2 here (tests/vm/guest/die.t)'
fi
done_testing
