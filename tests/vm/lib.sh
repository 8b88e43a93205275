# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# What tests in the guest have beyond tests/lib.sh. A test is a file
# tests/vm/guest/NAME.t that says by a line which configurations (tests/vm/*.conf) it
# wants, "all" for each of them:
#
#	#!/bin/sh
#	# configs: v2 numa
#	. "${0%/*}/../lib.sh"
#
# and by "# limit: SECONDS" if it needs more than 100. It is root, in a system that has
# nothing but it, and CONFIG says in which configuration.

# shellcheck source=../../lib.sh
. "${0%/*}/../../lib.sh"

# Files that a knob or a cage may change, everything below /proc/sys/{kernel,vm} that does
# not change by itself, and of every task its groups and its mask.
lib_kernel='kernel/(random/|ns_last_pid|pty/nr|sched_domain)|vm/(stat_refresh|compact_memory|drop_caches)|kernel/hung_task_detect_count'

# picture FILE: everything that could have been changed, "key<TAB>value" a line.
picture() {
	{
		grep -s . /sys/devices/system/cpu/cpufreq/policy*/scaling_governor \
			/sys/devices/system/cpu/cpufreq/policy*/scaling_m*_freq \
			/sys/devices/system/cpu/cpufreq/*/ondemand/* /sys/devices/system/cpu/cpufreq/*/schedutil/* \
			/sys/devices/system/cpu/cpufreq/ondemand/* /sys/devices/system/cpu/cpufreq/schedutil/* \
			/sys/devices/system/cpu/cpu*/online \
			/proc/irq/*/smp_affinity /proc/irq/default_smp_affinity \
			/sys/devices/virtual/workqueue/cpumask /sys/devices/virtual/workqueue/*/cpumask \
			/sys/kernel/mm/transparent_hugepage/enabled /sys/kernel/mm/transparent_hugepage/defrag \
			/sys/kernel/mm/transparent_hugepage/khugepaged/defrag
		find /proc/sys/kernel /proc/sys/vm -type f -perm -400 | grep -Ev "$lib_kernel" | xargs grep -s .
		find /sys/fs/cgroup -name 'cgroup.procs' | sed 's/cgroup.procs$/:folder/'
		find /sys/fs/cgroup -name 'cpuset.*' -o -name cgroup.subtree_control -o -name tasks -prune |
			grep -Ev 'pressure|tasks$' | xargs grep -sH '^'
		printf 'dma_latency:'
		od -An -t d4 /dev/cpu_dma_latency 2>/dev/null || echo none
	} | sed 's/:/	/' >"$1"
	cat /proc/[0-9]*/task/[0-9]*/status 2>/dev/null | awk '
		/^Name:/ { name = $2 }
		/^Pid:/ { pid = $2 }
		/^Cpus_allowed_list:/ { cpus = $2 }
		/^Mems_allowed_list:/ { print "task " pid " " name "\t" cpus " " $2 }' >>"$1"
	grep -sHE '^0::|:cpuset:' /proc/[0-9]*/task/[0-9]*/cgroup |
		sed 's|/proc/.*/task/\([0-9]*\)/cgroup:|group of \1 |; s/::\{0,1\}/	/' >>"$1"
}

# changes BEFORE AFTER: how two pictures differ; tasks that only one of them has are left out.
changes() {
	awk -F '\t' '
		NR == FNR { before[$1] = $2; next }
		{ after[$1] = 1 }
		!($1 in before) { if ($1 !~ /^(task|group of) /) print $1 ": new: " $2; next }
		before[$1] != $2 { print $1 ": " before[$1] " -> " $2 }
		END { for (key in before) if (!(key in after) && key !~ /^(task|group of) /) print key ": gone" }' "$1" "$2"
}

# Some things come back by themselves a moment later (masks when a partition goes on 6.1).
lib_is_as() {
	picture "$scratch/now"
	changes "$1" "$scratch/now" | grep -Ev -e "$2" >"$scratch/changes"
	[ ! -s "$scratch/changes" ]
}

# as_before PICTURE CLAIM [REGEX]: within two seconds or so nothing differs from it, but
# for lines that match.
as_before() {
	for lib_try in 1 2 3 4; do
		if lib_is_as "$1" "${3:-^$}"; then
			lib_pass "$2"
			return
		fi
		: "$lib_try"
		sleep 0.5
	done
	lib_fail "$2"
	lib_show 'differences' "$scratch/changes"
}

# idle CPUS: a task that may run on these and never does anything; its pid is in $idle.
# The shell of the test waits for it at the end.
idle() {
	taskset -c "$1" sleep 1000 &
	idle=$!
	wait_for 5 grep -q "^Cpus_allowed_list:.$1$" "/proc/$idle/status"
}

# mask_of PID
mask_of() {
	sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "/proc/$1/status"
}
