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
