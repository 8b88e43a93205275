#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The order of what the keeper does: the journal is whole, on the disk and in its place
# before anything is changed, and each change is noted when it is made.
. "${0%/*}/../lib.sh"

[ -x "$build/fault/becalm-keeper" ] || skip_all 'no build/fault (make FAULT=1)'
plan=$build/fault/becalm.fault
echo "0 none $PWD/calls" >"$plan"
check 'a session' 0 "$build/fault/becalm" hold -q --hold=strict --only=timer-migration,vmstat,compaction --cage=none -- true
rm -f "$plan"
# It asks for the lock again and again while another session holds the host.
sed 's/^[0-9]* //' calls | sed -n '/^journal.new$/,$p' >"$out"
same "$(head -n 5 "$out" | tr '\n' ' ')" 'journal.new append sync journal sync ' \
	'the journal is written, synced, named, and its folder synced'
changes=$(sed -n '6,$p' "$out" | grep -n '^proc/' | head -n 3)
same "$(printf '%s\n' "$changes" | sed 's/:.*//' | tr '\n' ' ')" '1 3 5 ' 'then the first change, each followed by'
same "$(sed -n '7p;9p;11p' "$out" | sort -u)" append 'a line in the journal'
before=$(sed -n '6,$p' "$out" | grep '^proc/' | head -n 3)
after=$(grep '^proc/' "$out" | tail -n 3)
same "$(printf '%s\n' "$after" | tac)" "$before" 'and undone the other way round'
same "$(tail -n 3 "$out" | sed 's/.*\///' | tr '\n' ' ')" 'journal lock becalm ' 'the journal goes last, then the lock'
done_testing
