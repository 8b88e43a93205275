#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: all
# Each knob alone: held as it says, on the cage's CPUs only where it can be, and put back
# to what each file had, which is different everywhere.
. "${0%/*}/../lib.sh"

case $CONFIG in
numa) cpus=2 rest=0-1,4-7 idle=3 ;;
isolcpus) cpus=3 rest=0-2 idle= ;;
*) cpus=1 rest=0,2-3 idle= ;;
esac
cpufreq=/sys/devices/system/cpu/cpufreq
set -- powersave ondemand userspace schedutil conservative powersave ondemand userspace
for policy in "$cpufreq"/policy*; do
	echo "$1" >"$policy/scaling_governor"
	shift
done
n=0
for policy in "$cpufreq"/policy*; do
	case $n in
	"$cpus") limits='1000000 3000000' ;;
	"$idle") limits='1000000 2000000' ;;
	0) limits='2000000 2000000' ;;
	*) limits='1000000 1000000' ;;
	esac
	n=$((n + 1))
	# Widest first: each step must be valid.
	echo 1000000 >"$policy/scaling_min_freq"
	echo "${limits#* }" >"$policy/scaling_max_freq"
	echo "${limits% *}" >"$policy/scaling_min_freq"
done
# Tunables are lost when the governor is switched.
for tunable in "$cpufreq"/ondemand/up_threshold "$cpufreq"/policy1/ondemand/up_threshold; do
	[ ! -e "$tunable" ] || echo 63 >"$tunable"
done
echo 2 >/proc/sys/vm/stat_interval
echo 33 >/proc/sys/vm/compaction_proactiveness
echo 54321 >/proc/sys/kernel/perf_event_max_sample_rate
[ ! -e /proc/sys/kernel/numa_balancing ] || echo 1 >/proc/sys/kernel/numa_balancing
echo always >/sys/kernel/mm/transparent_hugepage/enabled

names() { # of knobs, as becalm says them
	awk '/"knobs"/ { on = 1 } on && /^      "name":/ { gsub(/[",]/, "", $2); print $2 }' "$1"
}
sets() { # REGEX
	like "$1" "$knob: sets $1"
}
paths() { # of lines PATH: BEFORE -> AFTER
	sed -n 's/^\(\/[^:]*\): .* -> .*/\1/p' "$1" | sort
}

picture before
"$becalm" host --cpus $cpus --json >host.json
for knob in $(names host.json); do
	set -- --hold=strict --only="$knob" --cage=none --cpus $cpus
	"$becalm" hold --dry-run "$@" -- true >plan 2>/dev/null
	if awk -v k="\"$knob\"," '$2 == k { on = 1 } on && /"outcome"/ { print; exit }' host.json | grep -q still; then
		check "$knob: is as it should be already" 0 "$becalm" hold "$@" --require="$knob" -- true
		continue
	fi
	if [ ! -s plan ]; then
		skip "$knob: held" "$(awk -v k="\"$knob\"," '$2 == k { on = 1 } on && /"reason"/ { print; exit }' host.json)"
		continue
	fi
	check "$knob: held alone" 0 "$becalm" hold "$@" -- "$project/vm/picture"
	grep -v '^task' "$out" >during
	grep -v '^task' before >still
	changes still during >changed
	mv changed "$out"
	case $knob in
	interrupts)
		# Some refuse, and some wait for their next interrupt (irqs.t).
		paths plan >plan.paths
		same "$(paths "$out" | grep -vxFf plan.paths)" '' "$knob: nothing else was changed"
		;;
	*)
		same "$(paths "$out")" "$(paths plan)" "$knob: what the plan says was changed, and nothing else"
		;;
	esac
	as_before before "$knob: everything is as it was before"
	case $knob in
	governor)
		sets "policy$cpus/scaling_governor: .* -> performance"
		[ -z "$idle" ] || sets "policy$idle/scaling_governor: .* -> performance"
		;;
	clock-limits) sets "policy$cpus/scaling_(max|min)_freq: .* -> [123]000000" ;;
	sleep-states) sets 'cpu_dma_latency: +2000000000 -> +20$' ;;
	interrupts) sets "smp_affinity_list: .* -> ($rest|[$rest])" ;;
	watchdog) sets "watchdog_cpumask: .* -> ($rest|[0-9,-]+)" ;;
	huge-pages) sets 'enabled: .* -> always .madvise. never' ;;
	vmstat) sets 'stat_interval: 2 -> 60' ;;
	compaction) sets 'proactiveness: 33 -> 0' ;;
	perf-rate) sets 'sample_rate: 54321 -> 1' ;;
	esac
done
done_testing
