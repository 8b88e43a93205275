#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Forged journals on the real host, in a /run of this test's own: other sessions do not
# see them, and it does not see theirs.
if [ -z "${BECALM_OWN_RUN-}" ] && unshare -m --propagation private true 2>/dev/null; then
	# shellcheck disable=SC2016 # of the inner shell
	exec env BECALM_OWN_RUN=1 unshare -m --propagation private \
		sh -c 'mount -t tmpfs -o mode=755 none /run; exec "$0"' "$0"
fi
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'
[ "$(stat -f -c %T /run)" = tmpfs ] || skip_all 'cannot mount a /run of its own'

# Promise: obeys only its own journal. None of these is obeyed, each is kept aside.
sum() {
	python3 -c 'import sys
text = sys.stdin.buffer.read()
hash = 14695981039346656037
for byte in text:
    hash = (hash ^ byte) * 1099511628211 % 2**64
sys.stdout.buffer.write(text)
print("end %d %016x" % (text.count(b"\nedit "), hash))'
}
boot=$(cat /proc/sys/kernel/random/boot_id)
forge() {
	printf 'becalm-journal 1\nsession %s 99999999 1 0 0 1\n%s\n' "$boot" "$1" | sum
}
# If it were obeyed after all, nothing would change.
harmless="edit timer-migration number set proc/sys/kernel/timer_migration $(cat /proc/sys/kernel/timer_migration) 1"
plant() {
	rm -rf /run/becalm
	mkdir -m 755 /run/becalm && cat >/run/becalm/journal && chmod 644 /run/becalm/journal
}
refuses() {
	check "$1: refused" 125 "$becalm" restore
	like 'is not used'
	ok "$1: kept aside" test -e /run/becalm/journal.bad
	rm -rf /run/becalm
}
echo keep >"$scratch/victim"
forge "edit governor bytes set ${scratch#/}/victim keep gone" | plant
refuses 'a path that no knob makes'
forge 'edit numa-balancing number set proc/sys/kernel/../../sysrq-trigger 1 0' | plant
refuses 'a path that leads out'
forge 'edit core bytes set proc/sys/kernel/core_pattern core |/bin/sh' | plant
refuses 'a knob that is none'
same "$(cat "$scratch/victim")" keep 'nothing was written'
forge "$harmless" | plant
chown nobody /run/becalm/journal
refuses 'a journal of another user'
forge "$harmless" | plant
chmod 666 /run/becalm/journal
refuses 'a journal that others can write'
plant </dev/null
mv /run/becalm/journal "$scratch/elsewhere" && ln -s "$scratch/elsewhere" /run/becalm/journal
refuses 'a journal that is a link'

forge "$harmless" | sed 's/^session \(.*\) 1$/session \1 2/' | plant
refuses 'a wrong checksum'
forge 'edit timer-migration number set proc/sys/kernel/timer_migration rubbish 1' | plant
refuses 'a value that its file never holds'
forge 'edit cage group set sys/fs/cgroup/becalm-1-2/../../../../tmp/becalm-1-2/bench ../../etc track' | plant
refuses 'a group that leads out'
forge "edit cage group set ${scratch#/}/becalm-1-2x/bench % track" | plant
refuses 'a group that is none of ours'
printf 'becalm-journal 1\n' | plant
truncate -s 1G /run/becalm/journal
refuses 'one that is very long'
head -c 100000 /dev/urandom | plant
refuses 'one of random bytes'
plant </dev/null && rm /run/becalm/journal && mkfifo /run/becalm/journal
refuses 'a pipe'
plant </dev/null && rm /run/becalm/journal && mkdir /run/becalm/journal
refuses 'a folder'

mkdir -m 755 /run/becalm && chown nobody /run/becalm
check 'a folder of another user' 125 "$becalm" hold --hold=host -- touch ran
like 'belongs to user'
chown root /run/becalm && chmod 777 /run/becalm
check 'a folder that others can write' 125 "$becalm" hold --hold=host -- touch ran
like 'can be written by others'
rm -rf /run/becalm
not 'and nothing ran' test -e ran

done_testing
