#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whole sessions on fake hosts: the tree before is the tree after, and in between it
# differs by exactly what --dry-run lists.
. "${0%/*}/../lib.sh"

# "path: value" for each file that differs, one a line, as in --dry-run behind the arrow.
changes() {
	(cd "$1" && find . -type f ! -path './run/*' | sort) | while read -r file; do
		cmp -s "$1/$file" "$2/$file" && continue
		printf '%s: %s\n' "${file#.}" "$(cat "$2/$file")"
	done
}

# THP files read as a list of words; --dry-run names the one that is written.
listed() {
	sed -n 's/^\(.*\): .* -> \(.*\)$/\1: \2/p' "$1" |
		sed 's/\(transparent_hugepage.*\): madvise$/\1: always [madvise] never/' | LC_ALL=C sort -u
}

# session HOST CPU [OPTION...]: one hold around a copy of the tree.
session() {
	name=$1 cpu=$2
	shift 2
	rm -rf host before during
	cp -a "$build/hosts/$name" host && cp -a host before
	"$becalm" hold --root host --hold=strict --require=all --cpus "$cpu" "$@" --dry-run -- true >plan 2>"$err" ||
		cat plan >"$out"
	check "$name: the host is held" 0 "$becalm" hold --root host --hold=strict --cpus "$cpu" "$@" -- \
		cp -a host during
	same "$(changes before during | LC_ALL=C sort)" "$(listed plan)" "$name: the files and values of --dry-run, no others"
	ok "$name: the tree after is the tree before" diff -r before host
}

session knobs-intel 6
ok 'the governor of the measured CPU' grep -q performance during/sys/devices/system/cpu/cpufreq/policy6/scaling_governor
ok 'and of no other' grep -q powersave during/sys/devices/system/cpu/cpufreq/policy5/scaling_governor
session knobs-intel-still 6
not 'what is still is not written' grep -q 'cpufreq\|turbo' plan
session knobs-intel 6-7 --only clock-limits
session knobs-amd 3 --require governor
session knobs-amd 5
ok 'boost off is 0, where no_turbo would be 1' grep -qx 0 during/sys/devices/system/cpu/cpufreq/boost
session knobs-amd 3,5 --only clock-limits,governor,turbo
session knobs-epp 5
session knobs-boost-off 5
same "$(cat during/sys/devices/system/cpu/cpufreq/boost)" 0 'boost that is off stays off'
session knobs-boost-each 5
session knobs-none 6
session smt 3 --only interrupts
session isolcpus 4
session big 200

# A wish that cannot be kept changes nothing.
rm -rf host && cp -a "$build/hosts/knobs-none" host && rm -rf before && cp -a host before
check 'a required knob that is not there: 125' 125 "$becalm" hold --root host --require turbo -- touch ran
like 'turbo is required and cannot be held \(no turbo switch'
not 'the command was not started' test -e ran
ok 'nothing is changed' diff -r before host
check 'an unknown knob is named' 125 "$becalm" hold --root host --only tubro -- true
like "no knob 'tubro'"

# What the machine's owner allows.
rm -rf host && cp -a "$build/hosts/knobs-intel" host && mkdir -p host/etc/becalm
conf() {
	printf '%s\n' "$@" >host/etc/becalm/keeper.conf
	rm -rf before during && cp -a host before
}
conf '# ours' 'knobs governor,turbo'
check 'keeper.conf allows two knobs' 0 "$becalm" hold --root host --hold=strict --cpus 6 -- cp -a host during
like 'held: governor, turbo \('
same "$(changes before during | wc -l | tr -d ' ')" 2 'and they alone are changed'
conf 'cpus 0-3'
check 'keeper.conf allows some CPUs: others are refused' 125 "$becalm" hold --root host --hold=host --cpus 6 -- touch ran
like 'keeper.conf does not allow CPU 6'
conf 'longest 1s'
check 'a host that is held too long is released, and the session ends' 125 "$becalm" hold --root host --hold=host \
	--cpus 6 -- sleep 60
like 'as long as /etc/becalm/keeper.conf allows'
ok 'the tree is as before' diff -r before host
conf 'nonsense 1'
check 'a setting that is none' 125 "$becalm" hold --root host --hold=host --cpus 6 -- touch ran
like 'keeper.conf., line 1: no such setting'
conf ''
chmod 666 host/etc/becalm/keeper.conf
check 'a file that others can write' 125 "$becalm" hold --root host --hold=host --cpus 6 -- touch ran
like 'can be written by others'
not 'and nothing ran' test -e ran

# One at a time.
rm -rf host && cp -a "$build/hosts/knobs-none" host
cat >second <<'IN'
timeout 1 "$1" hold --root host --hold=host --cpus 5 -- touch ran
echo "second: $?"
IN
check 'a second session waits for the first' 0 "$becalm" hold -q --root host --hold=host --cpus 6 -- sh second "$becalm"
like 'second: 124'
not 'and runs nothing meanwhile' test -e ran
check 'then it may' 0 "$becalm" hold -q --root host --hold=host --cpus 5 -- touch ran

# Somebody else's value stays.
rm -rf host && cp -a "$build/hosts/knobs-amd" host
check 'a value set by somebody else during the session' 0 "$becalm" hold --root host --hold=host --cpus 4-5 -- \
	sh -c 'echo conservative >host/sys/devices/system/cpu/cpufreq/policy4/scaling_governor'
like "governor is not held any more: somebody else changed '.*policy4/scaling_governor' from 'performance' to 'conservative'"
same "$(cat host/sys/devices/system/cpu/cpufreq/policy4/scaling_governor)" conservative 'stays as they set it'
same "$(cat host/sys/devices/system/cpu/cpufreq/policy5/scaling_governor)" ondemand 'and the other is put back'

# A CPU that goes away, and comes back.
rm -rf host before && cp -a "$build/hosts/knobs-amd" host && cp -a host before
policy=host/sys/devices/system/cpu/cpufreq/policy5
check 'a CPU goes offline during the session' 0 "$becalm" hold --root host --hold=host --cpus 4-5 -- \
	sh -c "mv $policy away"
like "governor is not held any more: '.*policy5/scaling_governor' cannot be read any more \(No such file or directory\)"
like 'policy5/scaling_governor. is away'
ok 'what is still there is put back' cmp host/sys/devices/system/cpu/cpufreq/policy4/scaling_governor \
	before/sys/devices/system/cpu/cpufreq/policy4/scaling_governor
not 'the journal keeps only the rest' grep -q policy4 host/run/becalm/journal
check 'restore says what is open' 125 "$becalm" restore --root host
mv away "$policy"
check 'once it is back, restore finishes the work' 0 "$becalm" restore --root host
ok 'the tree is as before' diff -r before host
check 'restore with nothing to do' 0 "$becalm" restore --root host
like 'nothing to restore'

# Journals that are none.
journal() {
	rm -rf host && cp -a "$build/hosts/knobs-none" host && mkdir -p host/run/becalm && cat >host/run/becalm/journal
	rm -rf before && cp -a host before && rm -r before/run
}
refused() {
	check "$1: restore refuses it" 125 "$becalm" restore --root host
	like 'is not used'
	ok "$1: it is kept aside" test -e host/run/becalm/journal.bad
	rm -r host/run
	ok "$1: nothing is written" diff -r before host
}
journal </dev/null
refused 'an empty journal'
head -c 512 /dev/zero | journal
refused 'a journal of NUL bytes'
printf 'becalm-journal 1\nsession b 1 1 0 0 1\nedit numa-balancing number set proc/sys/kernel/numa_balancing 0 1\nend 1 0123456789abcdef\n' | journal
refused 'a wrong checksum'

# Another boot: the kernel forgot the settings too.
rm -rf host && cp -a "$build/hosts/knobs-none" host
mkdir -p host/proc/sys/kernel/random
echo boot-1 >host/proc/sys/kernel/random/boot_id
"$becalm" hold --root host --hold=strict --cpus 6 -- cp -a host/run during-run >/dev/null 2>&1
cp -a during-run host/run
echo boot-2 >host/proc/sys/kernel/random/boot_id
cp -a host before2 && rm -r before2/run
check 'a journal of an earlier boot is only removed' 0 "$becalm" restore --root host
like 'started anew'
ok 'nothing is written' diff -r before2 host
done_testing
