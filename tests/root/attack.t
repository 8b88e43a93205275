#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A stranger against the keeper's promises (becalm-keeper(8), SECURITY).
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'

cat >talk.py <<'END'
"""talk.py KEEPER [OPTION...]: says the lines of stdin, prints the answers; PID is our own."""
import os, socket, subprocess, sys
ours, theirs = socket.socketpair()
process = subprocess.Popen(sys.argv[1:], stdin=theirs, stdout=theirs)
theirs.close()
lines = ours.makefile("rw", errors="surrogateescape")
print(lines.readline(), lines.readline(), sep="", end="")
for line in sys.stdin:
    lines.write(line.replace("PID", str(os.getpid())))
    lines.flush()
    if line.split()[:1] in (["probe"], ["hold"], ["check"], ["release"], ["restore"]):
        for answer in lines:
            print(answer, end="", flush=True)
            if answer.startswith(("done", "error", "waiting")):
                break
        else:
            sys.exit("the keeper went")
process.wait()
END
ask() {
	python3 talk.py "$keeper" "$@"
}
# While no other session holds the host: one with no settings holds the lock.
picture() {
	"$becalm" hold -q --hold=host --cage=none --only clock-limits -- "$project/tests/root/picture" |
		grep -v '^task'
}
picture >before
said() {
	# shellcheck disable=SC2059 # the lines are the format
	printf "$1" >lines
	shift
	# shellcheck disable=SC2016
	run sh -c 'python3 talk.py "$@" <lines' sh "$keeper" "$@"
}

# Lines.
said 'plan\nlauncher PID\ncpus 0-4095\nhold\n'
like '^error no%20such%20CPU%20online' 'CPUs are compared with the machine'
said 'plan\nlauncher PID\ncpus 1\ncage plain\ncage-parent ../../../tmp\nhold\n'
like '^error cage-parent' 'a group cannot lead out of the hierarchy'
said 'plan\nlauncher PID\nfrobnicate all\nhold\n'
like '^error not%20understood' 'what is not understood is not done'
said 'hold\n'
like '^error no%20launcher' 'nothing is held for nobody'
head -c 100000 /dev/zero | tr '\0' x >long
# shellcheck disable=SC2016
check 'an endless line ends the talk' 0 timeout 10 sh -c 'python3 -c "
import socket, subprocess, sys
a, b = socket.socketpair()
p = subprocess.Popen([sys.argv[1]], stdin=b, stdout=b); b.close()
a.recv(1000)
try:
    a.sendall(b\"x\" * 200000)
    while a.recv(1000): pass
except OSError:
    pass
" "$1"' sh "$keeper"
said 'plan\nlauncher PID\ncpus 1\ntier strict\nhold\nlauncher 1\nprobe\nhold\nrelease\n'
like '^error only%20check%20and%20release' 'a plan is not changed while it is held'
check 'arguments are refused' 125 "$keeper" --help
check 'a second option too' 125 "$keeper" --root / --root /

# What the process may.
cat >inside <<'END'
keeper=$(sed -n 2p /run/becalm/journal | cut -d' ' -f3)
grep -E '^(Seccomp|NoNewPrivs|CapEff|CapBnd|CapInh):' "/proc/$keeper/status"
readlink "/proc/$keeper/cwd" "/proc/$keeper/fd/2"
[ "$(ps -o sid= -p "$keeper")" -eq "$keeper" ] && echo own-session
stat -c '%n %a %U' /run/becalm /run/becalm/*
END
check 'while the host is held' 0 "$becalm" hold -q --hold=host -- sh inside
like '^Seccomp:	2' 'its calls are filtered'
like '^NoNewPrivs:	1'
like '^CapEff:	0000000000a00023' 'it has five capabilities'
like '^CapBnd:	0000000000000000' 'and can get no others'
like '^own-session$'
like '^/run/becalm 755 root$'
like '^/run/becalm/journal 644 root$'
like '^/run/becalm/lock 600 root$'

# What it opens and executes.
if has strace && strace -o /dev/null true 2>/dev/null; then
	printf 'plan\nlauncher PID\ncpus 1\ntier strict\ncage plain\nhold\ncheck\nrelease\n' >lines
	# shellcheck disable=SC2016
	run sh -c 'strace -f -y -o trace -e trace=openat,openat2,open,execve,execveat,connect,mkdirat,unlinkat,renameat,fsync,write \
		python3 talk.py "$1" <lines' sh "$keeper"
	pid=$(sed -n 's/.*"keeper \([0-9]*\) root.*/\1/p; s/^keeper \([0-9]*\) root/\1/p' "$out" trace | head -n 1)
	grep "^$pid " trace >ours
	same "$(grep -cE 'execve' ours)" 0 'it executes nothing'
	grep -oE 'open(at2?)?\([^"]*"[^"]*"' ours | sed 's/.*"\(.*\)"/\1/; s,^/,,' |
		grep -vE '^(sys/|proc/|run/becalm|dev/(cpu_dma_latency|null|log)|etc/becalm/keeper.conf|lock$|journal(\.new)?$|\.$)' |
		grep -vE '^(etc/ld.so|lib/|usr/lib/|etc/localtime|usr/share/zoneinfo)' | sort -u >elsewhere
	same "$(cat elsewhere)" '' 'it opens only what its page lists'
	awk '/fsync/ { synced = NR } /openat2\(.*(O_WRONLY|O_RDWR)/ && !first { first = NR } END { exit !(synced && first > synced) }' ours
	same $? 0 'the journal is synced before the first host file is opened for writing'
else
	skip 'it executes nothing' 'strace cannot trace here'
fi

# A user.
plain() {
	setpriv --reuid nobody --regid nogroup --clear-groups "$@"
}
cp "$keeper" "$scratch/keeper" && chmod 755 "$scratch" "$scratch/keeper" && chmod 644 talk.py && chmod 755 .
printf 'plan\nlauncher PID\ncpus 1\nprobe\nhold\nrestore\n' >lines
# shellcheck disable=SC2016
run plain sh -c 'python3 talk.py "$1" <lines' sh "$scratch/keeper"
like '^keeper [0-9]+ user$' 'without rights it says so'
like '^knob interrupts default cage would' 'and tells what it would change'
like '^error only%20root' 'but changes nothing'
"$becalm" hold -q --hold=host -- sh -c 'echo ready >ready; exec sleep 4247' &
pid=$!
wait_for 5 test -s ready
# shellcheck disable=SC2016
run plain sh -c 'python3 talk.py "$1" <lines' sh "$scratch/keeper"
like '^holder lives 0 [0-9]+ [0-9]+$' 'anybody may know who holds the host'
not 'nobody else can take the lock' plain flock -n /run/becalm/lock true
not 'or write to the journal' plain sh -c 'echo >>/run/becalm/journal'
kill "$pid"
wait "$pid" 2>/dev/null
picture >after
ok 'after all of it the host is as before' cmp before after
diag "$(diff before after)"
done_testing
