#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: all
# The guest is what its configuration says: otherwise the other tests prove nothing.
. "${0%/*}/../lib.sh"

has_cpuset_v2() {
	grep -qw cpuset /sys/fs/cgroup/cgroup.controllers
}
case $CONFIG in
v1 | hybrid)
	ok 'cpusets are on v1' test -e /sys/fs/cgroup/cpuset/cpuset.cpus
	;;
*)
	ok 'cpusets are on v2' has_cpuset_v2
	;;
esac
case $CONFIG in
hybrid) ok 'there is an empty v2 beside v1' test -e /sys/fs/cgroup/unified/cgroup.procs ;;
isolcpus)
	same "$(cat /sys/devices/system/cpu/isolated)" 3 'CPU 3 is isolated'
	same "$(cat /sys/devices/system/cpu/nohz_full)" 3 'and without a tick'
	;;
numa)
	same "$(cat /sys/devices/system/node/online)" 0-1 'two memory nodes'
	same "$(cat /sys/devices/system/cpu/cpu2/topology/thread_siblings_list)" 2-3 'two threads a core'
	;;
v2-6.12) ok 'kernel 6.12' grep -q ' 6\.12\.' /proc/version ;;
esac
same "$(cat /sys/devices/system/cpu/cpufreq/policy1/scaling_driver)" acpi-cpufreq 'a cpufreq driver'
check 'becalm runs' 0 "$becalm" --help
check 'becalm measures' 0 "$becalm" -n 2 -- true
like '2 processes of true'

# The picture of the host that other tests compare notices what it is there for.
policy=/sys/devices/system/cpu/cpufreq/policy1
groups=/sys/fs/cgroup
[ ! -d $groups/cpuset ] || groups=$groups/cpuset
taskset -c 0 sleep 1000 &
wait_for 5 grep -q '^Cpus_allowed_list:.0$' /proc/$!/status
picture before
cp before same
ok 'a picture is equal to itself' test -z "$(changes before same)"
governor=$(cat $policy/scaling_governor)
echo powersave >$policy/scaling_governor
echo 2 >/proc/sys/vm/stat_interval
thread=$(grep -lx oom_reaper /proc/[0-9]*/comm | tr -dc 0-9)
had=$(mask_of "$thread")
taskset -p 1 "$thread" >/dev/null
mkdir $groups/new
if [ -e $groups/cpuset.mems ]; then
	cat $groups/cpuset.cpus >$groups/new/cpuset.cpus
	cat $groups/cpuset.mems >$groups/new/cpuset.mems
fi
echo $! >$groups/new/cgroup.procs
taskset -p 2 $! >/dev/null
picture after
changes before after >"$out"
like 'policy1/scaling_governor: .* -> powersave'
like '/proc/sys/vm/stat_interval: .* -> 2'
like "^task $! sleep: 0 .* -> 1 "
like "^task $thread oom_reaper: $had .* -> 0 " 'a kernel thread too'
like "^group of $! .* -> (cpuset:)?/new\$" 'the group of a task too'
like '/new/.*: new'
same "$(grep -Evc 'policy1|stat_interval|task|/new/?' "$out")" 0 'and nothing else differs'
taskset -pc "$had" "$thread" >/dev/null
kill $!
wait
rmdir $groups/new
echo 1 >/proc/sys/vm/stat_interval
echo "$governor" >$policy/scaling_governor
done_testing
