#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A keeper that is killed, loses its launcher, or whose calls fail, at each call that
# changes the host or the journal: afterwards the host is as it was. FAULT_ALL=1 (make
# check-fault): every errno at every call, and without a cage too.
. "${0%/*}/../lib.sh"

[ -x "$build/fault/becalm-keeper" ] || skip_all 'no build/fault (make FAULT=1)'
# Other tasks, groups and sessions of this machine come and go; the knobs of these
# sessions are no interrupts.
PICTURE_NOT='^(task|group of) |^/proc/irq/|becalm-(bench|test)|^/sys/fs/cgroup/([^b]|b[^e])*	'
export PICTURE_NOT

walk() {
	check "$*: at every call" 0 "$project/tests/fault/walk" "$build/fault/becalm" "$1"
	like "^$1: ([1-9][0-9]*) of [0-9]* points walked, 0 with differences"
	diag "${CAGE:-} $(tail -n 1 "$out")"
}
if [ -z "${FAULT_ALL:-}" ]; then
	for what in launcher keeper both errno; do
		walk $what
	done
	done_testing
fi
for CAGE in --cage=plain --cage=none; do
	export CAGE
	# EIO, EACCES, ENOSPC, EROFS, EBUSY, EINVAL
	for what in launcher keeper both 5 13 28 30 16 22; do
		walk $what "$CAGE"
	done
done
done_testing
