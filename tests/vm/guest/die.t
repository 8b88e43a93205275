#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: v2
# limit: 500
# Launcher and keeper are killed at each call that changes the host or the journal; then
# becalm restore. Natively make check-fault does the same with every kind of death.
. "${0%/*}/../lib.sh"

walk() { # FORM
	check "$1: both killed at every point" 0 env CAGE=--cage="$1" \
		"$project/fault/walk" "$build/fault/becalm" both
	like '^both: ([0-9]+) of \1 points walked, 0 with differences'
	diag "$1: $(tail -n 1 "$out")"
}
walk plain
walk partition
done_testing
