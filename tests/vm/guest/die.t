#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: v2
# limit: 300
# Launcher and keeper are killed at each call that changes the host or the journal; then
# becalm restore. Natively make check-fault does the same with every kind of death.
. "${0%/*}/../lib.sh"

walk() { # FORM STEP: the other forms have other points at their end only
	check "$1: both killed at every point (of $2)" 0 env CAGE=--cage="$1" \
		"$project/fault/walk" "$build/fault/becalm" both "$2"
	like '^both: [0-9]+ of [0-9]+ points walked, 0 with differences'
	diag "$1: $(tail -n 1 "$out")"
}
walk plain 1
walk partition 12
done_testing
