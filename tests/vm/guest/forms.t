#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: all
# limit: 180
# Every form of the cage with every knob: what it does, and that nothing of it is left.
. "${0%/*}/../lib.sh"

# A host that is in use: other groups with tasks, of which one asked for fewer CPUs.
groups=/sys/fs/cgroup
[ ! -d $groups/cpuset ] || groups=$groups/cpuset
mkdir $groups/others
if [ -e $groups/cpuset.mems ]; then
	cat $groups/cpuset.cpus >$groups/others/cpuset.cpus
	cat $groups/cpuset.mems >$groups/others/cpuset.mems
fi
all=$(mask_of 1)
idle "$all" && in_root=$idle
idle "$all" && in_group=$idle
idle 1 && asked=$idle
for each in $in_group $asked; do
	echo "$each" >$groups/others/cgroup.procs
done
# Settings that are not the usual ones.
echo 12 >/proc/sys/kernel/perf_cpu_time_max_percent
echo 12345 >/proc/sys/kernel/perf_event_max_sample_rate
echo 7 >/proc/sys/vm/stat_interval

measured=$("$becalm" host --json | sed -n 's/.*"measured": "\(.*\)".*/\1/p')
group_of() {
	grep -E '^0::|:cpuset:' "/proc/$1/cgroup" | tr '\n' ' '
}
picture before
for form in auto plain shield partition none; do
	check "$form: becalm hold" 0 "$becalm" hold --hold=strict --cage=$form -- sh -c '
		sed -n "s/^Cpus_allowed_list:[[:space:]]*/mask /p" /proc/self/status
		grep -E "^0::|:cpuset:" /proc/self/cgroup
		cat /sys/devices/system/cpu/cpufreq/policy'"$measured"'/scaling_governor
		for pid in '"$in_root $in_group $asked"'; do
			sed -n "s/^Cpus_allowed_list:[[:space:]]*/other /p" /proc/$pid/status
		done'
	diag "$form: $(grep -h 'cage:' "$err")"
	like "^mask $measured\$" "$form: the benchmark is on CPU $measured"
	like '^performance$' "$form: at full clock"
	[ "$form" = none ] || like '/becalm-[0-9]+-[0-9]+/bench$' "$form: in a group of its own"
	case $form:$CONFIG in
	partition:v1 | partition:hybrid | partition:isol*) ;;
	partition:*)
		unlike "^other .*(-|,|\\b)$measured\$" "$form: nobody else is"
		;;
	esac
	# Before 6.2 the kernel widens the masks of these when a partition goes, and refuses to
	# narrow them again. becalm-knobs(7) says so; nobody gets this form without asking.
	remainder=
	case $form:$CONFIG in
	partition:*6.12 | partition:v1 | partition:hybrid | partition:isol*) ;;
	partition:*) remainder='^task [0-9]+ (kworker/u|rcu_gp|rcu_par_gp|[a-z_]+_wq)' ;;
	esac
	as_before before "$form: everything is as it was before" "$remainder"
	[ -z "$remainder" ] || picture before
done
# shellcheck disable=SC2086 # each is several numbers
kill $in_root $in_group $asked
wait
rmdir $groups/others
done_testing
