#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the keeper opens and executes in a whole session, as strace saw it, against the list
# in becalm-keeper(8); and files in the kernel's places that are not the kernel's.
if [ -z "${BECALM_OWN_MOUNTS-}" ] && unshare -m --propagation private true 2>/dev/null; then
	BECALM_OWN_MOUNTS=1 exec unshare -m --propagation private sh "$0"
fi
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'

# Promise: executes nothing.
# Promise: opens only these.
# Promise: forgets the environment.
cat >judge.py <<'PYTHON'
"""judge.py TRACE PAGE KEEPER: what process KEEPER opened that the page does not list."""
import os, re, sys
trace, page, keeper = sys.argv[1:]
text = open(page).read()
promise = text[text.index(".It opens only these"):]
promise = promise[:promise.index("\n.It ", 1)]
listed = [p for line in re.findall(r"^\.Pa (.*)$", promise, re.M) for p in line.split() if p.startswith("/")]
seen = 0
for line in open(trace, errors="surrogateescape"):
    call = re.match(rf"{keeper} +(open|openat|openat2|mkdirat|unlinkat|renameat2?|mkdir|rmdir|connect)\((.*)", line)
    if not call:
        continue
    name, words = call.groups()
    path = re.search(r'"((?:[^"\\]|\\.)*)"', words)
    folder = re.match(r"(?:\d+|AT_FDCWD)<([^>]*)>", words)
    if not path:
        continue
    full = os.path.normpath(os.path.join(folder.group(1) if folder else "/", path.group(1)))
    if full.endswith(".gcda"):  # of a build for coverage, which counts what ran
        continue
    seen += 1
    only_named = "O_PATH" in words and any(p.startswith(full) for p in listed)
    if not only_named and not any(full == p or full.startswith(p + "/") for p in listed):
        print(f"{name}: {full} is not on the page")
    writes = re.search(r"O_WRONLY|O_RDWR", words)
    if writes and "O_NOFOLLOW" not in words and not full.startswith("/sys/fs/cgroup/") and full != "/dev/null":
        print(f"{name}: {full} is opened for writing, and links are followed")
print("seen", seen)
PYTHON
# The library's own places, as an attacker would name them; libcgroup prints when told to.
mkdir evil && printf 'TZif2' >evil/zone
if has strace && strace -o /dev/null true 2>/dev/null; then
	# Others may hold the host for a while; the session waits.
	check 'a session of all settings' 0 strace -f -y -o trace \
		-e trace=open,openat,openat2,execve,execveat,connect,mkdirat,mkdir,rmdir,unlinkat,renameat,fsync,write \
		env TZ=":$PWD/evil/zone" CGROUP_LOGLEVEL=4 LC_ALL=xx_XX LOCPATH="$PWD/evil" NLSPATH="$PWD/evil/%N" \
		GCONV_PATH="$PWD/evil" "$becalm" hold -q --hold=strict --cage=plain -- \
		sed -n '2w session' /run/becalm/journal
	ours=$(cut -d' ' -f3 session)
	# strace counts calls of the process before it forked as another one's: that is the
	# start, in which the loader reads libraries.
	same "$(grep -c "^$ours .*execve" trace)" 0 'it executes nothing'
	run python3 judge.py trace "$project/man/becalm-keeper.8" "$ours"
	unlike 'is not on the page' 'it opens only what its page lists'
	unlike 'links are followed' 'it follows no link when it writes'
	between 50 "$(sed -n 's/^seen //p' "$out")" 100000 'the whole session was seen'
	same "$(grep "^$ours " trace | grep -c "$PWD/evil")" 0 'nothing that the environment names is opened'
	# What the journal of a dead session made it write comes before its own journal.
	grep "^$ours " trace | awk '/journal.new.*O_CREAT/ { made = NR; synced = first = 0 }
		/fsync/ && !synced { synced = NR }
		/openat2\(.*(O_WRONLY|O_RDWR)/ && made && !first { first = NR }
		END { exit !(made && synced && first > synced) }'
	same $? 0 'the journal is synced before the first host file is opened for writing'
else
	skip 'it executes nothing' 'strace cannot trace here'
fi

# Promise: opens only these. On a fake host a link lies in the way of a write.
host() {
	rm -rf host && cp -a "$build/hosts/knobs-intel" host
}
echo precious >victim
timers=proc/sys/kernel/timer_migration
for way in file folder; do
	host
	mkdir -p host/proc/sys/kernel && echo 1 >host/$timers
	case $way in
	file) mv host/$timers host/elsewhere && ln -s /elsewhere host/$timers ;;
	folder) mv host/proc/sys/kernel host/elsewhere && ln -s ../../elsewhere host/proc/sys/kernel ;;
	esac
	cp -a host before
	check "a link in the way ($way): not followed" 125 "$becalm" hold --root host --hold=host --cpus 6 \
		--only timer-migration --require timer-migration -- touch ran
	like 'Too many levels of symbolic links|no timer migration|cannot read'
	ok "a link in the way ($way): nothing was written" diff -r --no-dereference before host
	rm -rf before
done
not 'and nothing ran' test -e ran

# What lies in the kernel's places but on another file system is neither written nor believed.
if [ -n "${BECALM_OWN_MOUNTS-}" ]; then
	echo 1 >fake && mount --bind fake /proc/sys/kernel/timer_migration
	check 'a file of another file system in its place' 125 "$becalm" hold --hold=host --cage=none \
		--only timer-migration --require timer-migration -- touch ran
	like 'timer_migration'
	same "$(cat fake)" 1 'is not written'
	umount /proc/sys/kernel/timer_migration
	echo 0-4095 >online && mount --bind online /sys/devices/system/cpu/online
	printf 'plan\nlauncher 1\ncpus 4000\nhold\n' >lines
	# shellcheck disable=SC2016
	run sh -c 'python3 -c "
import socket, subprocess, sys
a, b = socket.socketpair()
subprocess.run([sys.argv[1]], stdin=b, stdout=b); b.close()
a.sendall(open(\"lines\", \"rb\").read())
a.shutdown(socket.SHUT_WR)
for line in a.makefile(): print(line, end=\"\")
" "$1"' sh "$keeper"
	like '^error cannot%20read' 'is not believed either'
	umount /sys/devices/system/cpu/online
	not 'and nothing ran' test -e ran
else
	skip 'a file of another file system in its place' 'no mount namespace of its own can be had'
fi
done_testing
