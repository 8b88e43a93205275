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

# picture FILE: everything that could have been changed, "key<TAB>value" a line.
picture() {
	"$project/vm/picture" >"$1"
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

# in_list CPU LIST: 2 is in 0,1-3.
in_list() {
	echo "$2" | tr , '\n' | awk -F - -v c="$1" '$1 <= c && c <= $NF { n++ } END { exit !n }'
}

# as_before_but_workers PICTURE CLAIM: what differs are masks of kernel workers, which became
# wider and which the kernel lets nobody narrow. becalm-knobs(7) says so.
as_before_but_workers() {
	as_before "$1" "$2" '^task [0-9]+ .*: [0-9,-]+ [0-9,-]+ -> [0-9,-]+ [0-9,-]+$'
	picture "$scratch/now"
	changes "$1" "$scratch/now" | sed -n 's/^task \([0-9]*\) .*: \([^ ]*\) [^ ]* -> \([^ ]*\) .*/\1 \2 \3/p' |
		while read -r lib_pid lib_was lib_is; do
			lib_is_worker "$lib_pid" "$lib_was" "$lib_is" || echo "$lib_pid: $lib_was -> $lib_is"
		done >"$scratch/others"
	diag "$2: $(changes "$1" "$scratch/now" | grep -c '^task') workers with a wider mask"
	if [ -s "$scratch/others" ]; then
		lib_fail "$2: only workers that nobody can bind, only wider"
		lib_show 'others' "$scratch/others"
	else
		lib_pass "$2: only workers that nobody can bind, only wider"
	fi
}
lib_is_worker() {
	grep -q '^PPid:.2$' "/proc/$1/status" || return 1
	! taskset -pc "$2" "$1" >/dev/null 2>&1 || return 1
	for lib_cpu in 0 1 2 3 4 5 6 7; do
		! in_list $lib_cpu "$2" || in_list $lib_cpu "$3" || return 1
	done
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

# goes_off STATE: this machine is about to lose its power. Started again, with the same
# disk, it runs this test again, with STATE (no blanks) in $STATE.
goes_off() {
	printf 'power %s\n' "$1"
	stty -F /dev/ttyS1 raw # waits until the line has left
}
