#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A shield, confined to a group that the test makes: busy loops in it do not run on the
# measured CPU meanwhile, and have their groups and masks back afterwards.
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'
top=/sys/fs/cgroup/cpuset
[ -e "$top/cpuset.cpus" ] || skip_all 'cpuset is not on cgroup v1 here (tests/vm has v2)'
[ "$(nproc --all)" -ge 2 ] || skip_all 'one CPU only'
group=$top/becalm-test

tidy() {
	tidy_status=$?
	# shellcheck disable=SC2086 # several processes
	kill -KILL $loops 2>/dev/null
	wait 2>/dev/null
	wait_for 2 rmdir "$group/below" "$group"
	(exit "$tidy_status") # for lib_end
	lib_end
}
loops=
trap tidy EXIT
make_group() {
	mkdir -p "$1" && cat "$top/cpuset.mems" >"$1/cpuset.mems" && cat "$top/cpuset.cpus" >"$1/cpuset.cpus"
}
if ! make_group "$group" || ! make_group "$group/below"; then
	skip_all "cannot make $group"
fi

for place in "$group" "$group" "$group" "$group/below"; do
	sh -c 'echo $$ >"$1/tasks"; while :; do :; done' loop "$place" &
	loops="$loops $!"
done
moved() {
	for pid in $loops; do grep -q becalm-test "/proc/$pid/cgroup" || return 1; done
}
wait_for 5 moved
first=${loops# }
taskset -pc 0 "${first%% *}" >/dev/null

state() {
	for pid in $loops; do
		echo "$pid $(grep Cpus_allowed_list "/proc/$pid/status") $(grep :cpuset: "/proc/$pid/cgroup")"
	done
	cat "$group/below/cpuset.cpus"
}
state >before

cat >watch <<'END'
cpu=$(sed -n 's/Cpus_allowed_list:\t//p' /proc/self/status)
echo "$cpu" >cpu
grep :cpuset: /proc/self/cgroup >place
i=0
while [ $i -lt 200 ]; do
	for pid; do
		sed 's/.*) //' "/proc/$pid/stat" | { read -r line; set -- $line; echo "${37}"; }
	done
	i=$((i + 1))
done >seen
for pid; do grep Cpus_allowed_list "/proc/$pid/status"; done >masks
END
# shellcheck disable=SC2086 # several processes
check 'a shield below a group' 0 "$becalm" hold --cage=shield --cage-parent=/becalm-test -- sh watch $loops
unlike 'cage: .*(affinity only|cannot|may run)'
cpu=$(cat cpu)
like '^' 'its remarks were read'
ok 'the benchmark has one CPU, not 0' test "$cpu" != 0
ok 'and is in the cage' grep -Eq ':/becalm-test/becalm-[0-9]+-[0-9]+/bench$' place
same "$(grep -cx "$cpu" seen)" 0 "the busy loops were never seen on CPU $cpu (of $(wc -l <seen) looks)"
not 'and may not run there' grep -Eq "[[:space:]]$cpu\$|-$cpu\$" masks
state >after
ok 'their groups and masks are as before' cmp before after
ok 'and a loop that had asked for CPU 0 keeps to it' grep -q "^${first%% *} Cpus_allowed_list:	0 " after

"$becalm" hold -q --cage=shield --cage-parent=/becalm-test -- sleep 4245 &
pid=$!
in_others() { grep -q others "/proc/${first%% *}/cgroup"; }
ok 'held again' wait_for 5 in_others
kill -KILL "$pid"
wait "$pid" 2>/dev/null
back() { state >after && cmp -s before after; }
ok 'becalm killed: all is back within two seconds' wait_for 2 back
same "$(find "$group" -name 'becalm-[0-9]*')" '' 'and no group of ours is left'
done_testing
