#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A stranger against the keeper's promises (becalm-keeper(8), SECURITY). Each promise there
# has a line "# Promise: ITS NAME." here, in attack-files.t, attack-users.t or journals.t.
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

sed -n '/^\.Sh SECURITY/,/^\.Sh FILES/s/^\.It //p' "$project/man/becalm-keeper.8" >promises
while read -r promise; do
	ok "tried: $promise" grep -q "# Promise: $promise\." "$project"/tests/root/attack*.t "$project/tests/root/journals.t"
done <promises

# Promise: checks CPUs.
said 'plan\nlauncher PID\ncpus 0-4095\nhold\n'
like '^error no%20such%20CPU%20online' 'CPUs are compared with the machine'
# Promise: names groups itself.
for parent in ../../../tmp a/../../tmp a//b .a a/. 'a%0Ab' 'a%5Cb' "$(head -c 600 /dev/zero | tr '\0' a)"; do
	printf 'plan\nlauncher PID\ncpus 1\ncage plain\ncage-parent %s\nhold\n' "$parent" >lines
	# shellcheck disable=SC2016
	run sh -c 'python3 talk.py "$1" <lines' sh "$keeper"
	like '^error cage-parent' "no parent of a group: $(printf %.20s "$parent")"
done
# Promise: has bounds.
said 'plan\nlauncher PID\nfrobnicate all\nhold\n'
like '^error not%20understood' 'what is not understood is not done'
said 'hold\n'
like '^error no%20launcher' 'nothing is held for nobody'
mkdir -p none/sys/devices/system/cpu && echo 0-3 >none/sys/devices/system/cpu/online
said 'plan\nlauncher PID\ncage plain\nonly vmstat\nhold\nrelease\n' --root none
like '^cage none .*no%20CPUs%20were%20named' 'no cage without CPUs'
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
# More settings than a journal may hold: interrupts, on a host that has very many.
python3 - host <<'END'
import os, sys
for path, text in {"sys/devices/system/cpu/online": "0-3", "proc/irq/default_smp_affinity": "f"}.items():
    os.makedirs(os.path.dirname(f"{sys.argv[1]}/{path}"), exist_ok=True)
    print(text, file=open(f"{sys.argv[1]}/{path}", "w"))
for irq in range(1, 20002):
    os.mkdir(f"{sys.argv[1]}/proc/irq/{irq}")
    print("0-3", file=open(f"{sys.argv[1]}/proc/irq/{irq}/smp_affinity_list", "w"))
END
printf 'plan\nlauncher PID\ncpus 1\ntier default\nonly interrupts\nhold\n' >lines
# shellcheck disable=SC2016
run sh -c 'python3 talk.py "$1" --root host <lines' sh "$keeper"
like '^error too%20much%20to%20be%20changed' 'a plan larger than the bound is refused'
same "$(cat host/proc/irq/*/smp_affinity_list | sort | uniq -c | tr -s ' ')" ' 20001 0-3' 'and nothing is changed'
not 'nor written down' test -e host/run/becalm
said 'plan\nlauncher PID\ncpus 1\ntier strict\nhold\nlauncher 1\nprobe\nhold\nrelease\n'
like '^error only%20check%20and%20release' 'a plan is not changed while it is held'
check 'arguments are refused' 125 "$keeper" --help
check 'a second option too' 125 "$keeper" --root / --root /

# Promise: has few rights.
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

# Promise: forgets the environment. What a caller sets before sudo must not end or starve it.
cat >mild <<'END'
keeper=$(sed -n 2p /run/becalm/journal | cut -d' ' -f3)
for limit in 'cpu time' 'file size' 'data size' 'address space'; do
	sed -n "s/^Max $limit  */limit $limit: /p" "/proc/$keeper/limits" |
		awk '{ print $0, $(NF - 2) == $(NF - 1) ? "(as much as may be)" : "(lowered)" }'
done
echo "nice $(ps -o ni= -p "$keeper" | tr -d ' ') $(ps -o cls= -p "$keeper" | tr -d ' ')"
echo "personality $(cat "/proc/$keeper/personality")"
END
# shellcheck disable=SC2016
check 'with mean limits the host is held' 0 sh -c 'ulimit -S -t 60; ulimit -S -f 100000; ulimit -S -v 4000000
	exec nice -n 19 chrt -i 0 setarch --uname-2.6 -R "$@"' sh "$becalm" hold -q --hold=host -- sh mild
unlike 'lowered' 'the keeper has its own limits'
like '^nice 0 TS$' 'and is an ordinary task'
like '^personality 00000000$' 'in an ordinary world'

# A user without rights.
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
