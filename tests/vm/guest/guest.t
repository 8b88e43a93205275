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
done_testing
