#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that refuse: each is told once, the rest is held, and all of it is put back. On
# fake hosts, where a preloaded write() fails as the kernel's would.
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root for a read-only mount'
cc -shared -fPIC -D_GNU_SOURCE -o "$scratch/refuse.so" "$project/tests/root/refuse.c" 2>"$scratch/cc" ||
	skip_all "cc: $(head -n 1 "$scratch/cc")"

host() {
	rm -rf host before during && cp -a "$build/hosts/$1" host && cp -a host before
}
# hold RULES CPUS COMMAND...
hold() {
	rules=$1 cpus=$2
	shift 2
	env LD_PRELOAD="$scratch/refuse.so" REFUSE="$rules" "$becalm" hold --root host --hold=host --cpus "$cpus" "$@"
}
same_tree() {
	ok "$1: the tree after is the tree before" diff -r before host
}

host knobs-irqs
check 'interrupts that cannot be moved are no failure' 0 \
	hold 'irq/25/smp_affinity_list=5 irq/26/smp_affinity_list=1 irq/28/smp_affinity_list=28' 6-7 -- cp -a host during
like 'interrupts: 2 moved, 1 pending \(29\), 3 cannot be moved \(25,26,28\)'
same "$(cat during/proc/irq/24/smp_affinity_list)" 0-5 'one that moves keeps to all other CPUs'
same "$(cat during/proc/irq/27/smp_affinity_list)" 0-3 'one that is elsewhere already is left'
same_tree 'interrupts'

host knobs-boost-each
check 'a switch that refuses on one policy' 0 hold 'policy4/boost=22' 0,4 --only turbo -- cp -a host during
like 'turbo: .*policy4/boost.: Invalid argument'
same "$(cat during/sys/devices/system/cpu/cpufreq/policy0/boost)" 0 'the other is held'
same_tree 'one refusal'
check 'if it is required, nothing is' 125 hold 'policy4/boost=22' 0,4 --require turbo -- touch ran
not 'and nothing ran' test -e ran
same_tree 'a required knob'

host knobs-intel
check 'the third of the required knobs fails' 125 hold 'no_turbo=1' 5 --only energy,governor,turbo --require all -- touch ran
like 'turbo is required and cannot be held .*Operation not permitted'
same_tree 'the first two are put back'

host knobs-intel-still
check 'turbo that the firmware keeps off is what we want' 0 hold 'no_turbo=1' 5 --require turbo -- true
host knobs-intel
check 'turbo that the firmware keeps on is told' 0 hold 'no_turbo=1' 5 -- true
like 'turbo: refused: ./sys/devices/system/cpu/intel_pstate/no_turbo.: Operation not permitted'
same_tree 'firmware'

host big
for irq in $(seq 100 163); do
	mkdir -p "host/proc/irq/$irq" && echo 200 >"host/proc/irq/$irq/smp_affinity_list"
done
rm -rf before && cp -a host before
check '64 equal refusals' 0 hold 'smp_affinity_list=30' 200 -- true
like '64 cannot be moved \(100,101,102,103,104,105,106,107,...\)'
same "$(grep -c 'smp_affinity\|cannot be moved' "$err")" 1 'are one line'
same_tree '64 refusals'

host knobs-intel
mkdir held
if ! mount --bind host held || ! mount -o remount,ro,bind held; then
	skip_all 'cannot mount'
fi
tidy() {
	tidy_status=$?
	umount "$scratch/cwd/held"
	(exit "$tidy_status") # for lib_end
	lib_end
}
trap tidy EXIT
rm -rf host/run
mkdir -p host/run/becalm && mount -t tmpfs none held/run 2>/dev/null
check 'a host that is read-only' 0 "$becalm" hold --root held --hold=host --cpus 6 --dry-run -- true
"$becalm" hold --root held --hold=host --cpus 6 -- true >"$out" 2>"$err"
like 'governor|cannot' 'is told'
umount held/run 2>/dev/null
rm -rf host/run
same_tree 'read-only'
done_testing
