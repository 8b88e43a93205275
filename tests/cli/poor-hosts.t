#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Hosts that offer less than all: what cannot be had is told with its reason, the rest is
# held, and the tree after is the tree before. Fake hosts: no machine of ours is like that.
. "${0%/*}/../lib.sh"

host() {
	rm -rf host && cp -a "$build/hosts/$1" host
}
put() { # FILE LINE...
	mkdir -p "host/${1%/*}"
	file=host/$1
	shift
	printf '%s\n' "$@" >"$file"
}
told() { # STATUS WHAT REGEX CPUS [OPTION...]
	status=$1 what=$2 regex=$3 cpus=$4
	shift 4
	rm -rf before && cp -a host before
	check "$what" "$status" "$becalm" hold --root host --hold=strict --cpus "$cpus" "$@" -- true
	like "$regex"
	ok "$what: the tree after is the tree before" diff -r before host
}
# A knob that cannot be had is an error where it is required, with the reason.
lacks() { # WHAT KNOB REASON CPUS
	told 125 "$1" "$2 is required and cannot be held \\($3.*\\); nothing is changed" "$4" --require "$2"
}
cpu=sys/devices/system/cpu

# Clocks.
host knobs-amd
put $cpu/cpufreq/policy5/scaling_available_governors 'powersave userspace'
lacks 'a driver without the governor' governor "the driver offers no governor 'performance'" 5
told 0 'another policy has it' '^becalm: held: governor \(' 4 --only governor
host knobs-intel
put $cpu/cpufreq/policy5/energy_performance_available_preferences 'default power'
lacks 'a driver without the preference' energy "the driver offers no preference 'performance'" 5
rm host/$cpu/cpufreq/policy6/scaling_min_freq
lacks 'a driver without limits' clock-limits 'the driver has no limits of the clock' 6
rm -r host/$cpu/cpufreq/policy7
lacks 'a measured CPU without a clock driver' governor 'no clock driver for the measured CPUs' 7
put $cpu/cpufreq/policy4/affected_cpus 'none'
lacks 'a policy of no CPU' governor 'no clock driver for the measured CPUs' 4

# Where kernel work, interrupts and lockup detectors should go.
host knobs-none
put sys/devices/virtual/workqueue/cpumask 'zz'
lacks 'a mask that is none' workqueues '.*holds no mask of CPUs' 6
put sys/devices/virtual/workqueue/cpumask 40
lacks 'kernel work that only the measured CPU takes' workqueues 'there is no other CPU for kernel work' 6
put proc/sys/kernel/watchdog_cpumask 6
lacks 'a watchdog of the measured CPU only' watchdog 'there is no other CPU to watch' 6
put proc/sys/kernel/watchdog_cpumask 'all'
lacks 'a list that is none' watchdog '.*watchdog_cpumask' 6
lacks 'all CPUs are measured' interrupts 'there is no other CPU for interrupts' 0-7
rm -r host/proc/irq
lacks 'no interrupts are shown' interrupts 'this kernel does not show its interrupts' 6

# Cages on cgroup v1.
cage() { # WHAT REGEX CPUS OPTION...
	told 0 "$@" --only timer-migration
}
v1=sys/fs/cgroup/cpuset
host cg-v1
put proc/sys/kernel/timer_migration 0
put $v1/cpuset.cpus 0-7
cage 'v1 has no partitions' 'cage: .*cgroup v1 has no partitions: shield' 2 --cage=partition
put $v1/b/cpuset.cpus 4-7
cage 'a parent without the measured CPU' "cage: none: the group '/$v1/b' does not have the CPUs for it: affinity only" 2 \
	--cage=plain --cage-parent=/b
cage 'a parent that is not there' "cage: none: there is no group '/$v1/absent' with CPUs: affinity only" 2 \
	--cage=plain --cage-parent=/absent
put $v1/only/cpuset.cpus 2
cage 'a group that only has the measured CPU' "cage: .*the group '/$v1/only' has no other CPU and may run there" 2 --cage=shield

# Cages on cgroup v2. Its root has no cgroup.type; a container's has.
v2=sys/fs/cgroup
v2_host() { # KERNEL
	host cg-v2
	put proc/sys/kernel/timer_migration 0
	put proc/sys/kernel/osrelease "$1"
	put $v2/cgroup.subtree_control cpuset
	for group in a a/b; do
		put $v2/$group/cgroup.type domain
		: >host/$v2/$group/cgroup.procs
		put $v2/$group/cgroup.subtree_control cpuset
	done
	put $v2/a/cpuset.cpus 2-5
}
v2_host 6.12.0
put $v2/cgroup.type domain
put $v2/cgroup.procs 1
put $v2/cgroup.subtree_control memory
cage 'no group may have children' 'cage: none: no group above .* can hold a cage .*: affinity only' 3 --cage=plain
cage 'a parent that is not there' 'cage: none: no group above .* can hold a cage' 3 --cage=plain --cage-parent=/absent
v2_host 6.12.0
put $v2/cgroup.type domain
rm -f host/$v2/cgroup.procs
cage 'a group that is just going' 'cage: none: no group above .* can hold a cage' 3 --cage=shield
v2_host 6.12.0
put proc/self/cgroup '0::/../other'
cage 'becalm is outside of what is mounted' 'cage: none: no group above .* can hold a cage' 3 --cage=plain
v2_host 6.12.0
put $v2/cgroup.procs 1
cage 'tasks of the root group' 'tasks of the root group may still run there' 3 --cage=shield
put $cpu/isolated 7
cage 'CPUs that were isolated at boot' 'no partition where CPUs were isolated at boot: shield' 3 --cage=partition
v2_host 6.12.0
rm host/$v2/a/cpuset.cpus.effective
cage 'no CPU is left to others' 'too few other CPUs for a shield' 0-7 --cage=shield
cage 'a partition needs two others' 'too few other CPUs for a partition' 1-7 --cage=partition
cage 'others would be left with less than half' 'others would keep less than half of the CPUs: they may run there' 0-4
v2_host 6.1.0
cage 'a kernel that forgets nothing' 'this kernel cannot undo a stronger form completely: others may run there' 3

# What the machine's owner allows, and the file that says so.
put etc/becalm/keeper.conf 'cages plain'
cage 'a cage that is not allowed' 'cage: none: shield is not allowed by /etc/becalm/keeper.conf' 3 --cage=shield
head -c 20000 /dev/zero | tr '\0' '#' >host/etc/becalm/keeper.conf
check 'a file of 20 kB is no keeper.conf' 125 "$becalm" hold --root host --hold=host --cpus 3 -- touch ran
like 'keeper.conf. is no text of less than 16 KiB'
printf 'cpus 0-3\0' >host/etc/becalm/keeper.conf
check 'nor is one with a NUL byte' 125 "$becalm" hold --root host --hold=host --cpus 3 -- touch ran
like 'keeper.conf. is no text'
rm host/etc/becalm/keeper.conf && mkdir host/etc/becalm/keeper.conf
check 'nor a folder' 125 "$becalm" hold --root host --hold=host --cpus 3 -- touch ran
like 'keeper.conf. can be written by others than root: refused'
not 'and nothing ran' test -e ran
done_testing
