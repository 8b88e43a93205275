#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: all
# Which CPUs a benchmark gets, without anything of the host being changed.
. "${0%/*}/../lib.sh"

# What the benchmark itself saw: its mask and where its memory may come from.
seen() {
	run "$becalm" --hold=process -q -n 1 "$@" -- grep -E '^(Cpus|Mems)_allowed_list' /proc/self/status
	sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "$out"
}
measures_on() {
	claim=$1 want=$2
	shift 2
	same "$(seen "$@")" "$want" "$claim"
}

case $CONFIG in
v2 | v1 | hybrid) measures_on 'one CPU, not CPU 0' 1 ;;
isolcpus)
	measures_on 'the isolated CPU is found and used' 3
	check 'which becalm says' 0 "$becalm" host
	like 'CPU 3.*isolated by the host, without timer tick'
	measures_on 'asked for, another one' 2 --cpus 2
	same "$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)" 0-2 'others stay away from it as before'
	;;
isolated-two) measures_on 'an isolated CPU is found and used' 2 ;;
numa)
	measures_on 'one thread of a core that is not core 0' 2
	check 'its sibling stays idle' 0 "$becalm" host --json
	like '"measured": "2"'
	like '"reserved": "3"'
	measures_on 'two cores: two threads on two cores of one node' 4,6 --cores 2
	for node in 0 1; do
		cpu=$((node * 4 + 2))
		run "$becalm" --hold=process -q -n 1 --cpus $cpu -- sh -c 'cat /proc/self/numa_maps'
		like '(bind|prefer).*:'"$node" "memory policy of node $node"
		# The heap and stack of this cat were filled after its start.
		same "$(grep -E 'heap|stack' "$out" | grep -oE 'N[0-9]+=' | sort -u | tr '\n' ' ')" "N$node= " \
			"memory comes from node $node"
	done
	check 'a sibling that is asked for too is remarked' 0 "$becalm" --hold=process -n 1 --cpus 2,3 -- true
	like '(threads|halves|siblings?) of (one|a) core'
	;;
v2-6.12) measures_on 'one CPU, not CPU 0' 1 ;;
esac

if [ "$CONFIG" = v2 ] || [ "$CONFIG" = v1 ]; then
	same "$(taskset 4 "$becalm" --hold=process -q -n 1 -- sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)" \
		2 'never outside the mask that we were given'
	check 'a CPU that is not there is named' 125 "$becalm" --hold=process -n 1 --cpus 1,9 -- true
	like '\b9\b'
fi

if [ "$CONFIG" = v2 ]; then
	echo 0 >/sys/devices/system/cpu/cpu1/online
	measures_on 'a CPU that is offline is not chosen' 2
	check 'nor may it be asked for' 125 "$becalm" --hold=process -n 1 --cpus 1 -- true
	like '\b1\b.*(offline|not online)'
	echo 1 >/sys/devices/system/cpu/cpu1/online
	echo 0 >/sys/devices/system/cpu/cpu0/online
	same "$(cat /sys/devices/system/cpu/online)" 1-3 'CPU 0 is offline'
	measures_on 'becalm still works' 1
	check 'and describes the host' 0 "$becalm" host
	like 'gets CPU 1 '
	echo 1 >/sys/devices/system/cpu/cpu0/online
fi
done_testing
