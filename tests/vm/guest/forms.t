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
reserved=$("$becalm" host --json | sed -n 's/.*"reserved": "\(.*\)".*/\1/p')
picture before
for form in auto plain shield partition none; do
	check "$form: becalm hold" 0 "$becalm" hold --hold=strict --cage=$form -- sh -c '
		sed -n "s/^Cpus_allowed_list:[[:space:]]*/mask /p" /proc/self/status
		grep -E "^0::|:cpuset:" /proc/self/cgroup
		cat /sys/devices/system/cpu/cpufreq/policy'"$measured"'/scaling_governor
		for pid in '"$in_root $in_group $asked"'; do
			sed -n "s/^Cpus_allowed_list:[[:space:]]*/other $pid /p" /proc/$pid/status
		done'
	diag "$form: $(grep -h 'cage:' "$err")"
	like "^mask $measured\$" "$form: the benchmark is on CPU $measured"
	like '^performance$' "$form: at full clock"
	[ "$form" = none ] || like '/becalm-[0-9]+-[0-9]+/bench$' "$form: in a group of its own"
	# Who is kept off: by a shield all in groups, on v1 all; by a partition everybody.
	kept=
	case $form:$CONFIG in
	shield:v1 | shield:hybrid | partition:*) kept="$in_root $in_group $asked" ;;
	shield:*) kept="$in_group $asked" ;;
	esac
	case $form:$CONFIG in
	partition:isol*) kept="$in_group $asked" ;;
	esac
	for each in $kept; do
		mask=$(sed -n "s/^other $each //p" "$out")
		for cpu in $measured $reserved; do
			not "$form: nobody else is on CPU $cpu" in_list "$cpu" "${mask:-$cpu}"
		done
	done
	case $form:$CONFIG in
	partition:v1 | partition:hybrid | partition:isol*)
		like 'cage: shield: .*partition' "$form: says that a shield is what can be had"
		skip "$form: a partition" "$(sed -n 's/.*cage: shield: \([^:]*\):.*/\1/p' "$err")"
		;;
	esac
	case $form:$CONFIG in
	partition:*6.12 | partition:v1 | partition:hybrid | partition:isol*) as_before before "$form: everything is as it was before" ;;
	partition:*)
		as_before_but_workers before "$form: everything is as it was before"
		picture before
		;;
	*) as_before before "$form: everything is as it was before" ;;
	esac
done

# CPUs that are isolated at boot need nothing but a group: no task is touched, not even
# for a while.
if [ "$CONFIG" = isolcpus ]; then
	check 'auto: on an isolated CPU' 0 "$becalm" hold --only=sleep-states -- "$project/vm/picture"
	changes before "$out" >during
	mv during "$out"
	unlike '^(task|group of) ' 'auto: no other task is touched'
	like '/becalm-.*/bench' 'auto: there is a group more'
	same "$(grep -v becalm- "$out" | grep -Evc 'cpu_dma_latency|subtree_control|cpuset')" 0 'auto: and nothing else'
fi
# shellcheck disable=SC2086 # each is several numbers
kill $in_root $in_group $asked
wait
rmdir $groups/others
done_testing
