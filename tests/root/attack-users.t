#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Two users who may both hold the host, one against the other (becalm-keeper(8), SECURITY).
# Nobody and games, who are in every passwd; sudoers and /opt are this test's own.
if [ -z "${BECALM_OWN_MOUNTS-}" ] && unshare -m --propagation private true 2>/dev/null; then
	# shellcheck disable=SC2016 # of the inner shell
	BECALM_OWN_MOUNTS=1 exec unshare -m --propagation private sh -c '
		mount -t tmpfs -o mode=755 none /etc/sudoers.d && mount -t tmpfs -o mode=755 none /opt; exec "$0"' "$0"
fi
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'
[ "$(stat -f -c %T /opt)" = tmpfs ] || skip_all 'cannot mount an /opt of its own'
has sudo setpriv || skip_all 'no sudo or setpriv'
id games >/dev/null 2>&1 || skip_all 'no user games here'

mkdir /opt/bin /opt/libexec && cp "$becalm" /opt/bin/ && cp "$keeper" /opt/libexec/
for user in nobody games; do
	echo "$user ALL=(root) NOPASSWD: /opt/libexec/becalm-keeper \"\"" >>/etc/sudoers.d/becalm
done
chmod 440 /etc/sudoers.d/becalm
chmod 755 "$scratch"
mkdir one other && chown nobody one && chown games other
as() { # USER COMMAND...
	as_user=$1
	shift
	setpriv --reuid "$as_user" --regid nogroup --clear-groups "$@"
}
cat >/opt/talk.py <<'END'
"""talk.py: says the lines of stdin to a keeper that sudo starts, and prints its last answers."""
import socket, subprocess, sys
ours, theirs = socket.socketpair()
subprocess.run(["sudo", "-n", "/opt/libexec/becalm-keeper"], stdin=theirs, stdout=theirs)
theirs.close()
ours.sendall(sys.stdin.buffer.read())
ours.shutdown(socket.SHUT_WR)
for line in ours.makefile():
    if line.startswith(("done", "error", "waiting", "holder")):
        print(line, end="")
END
talk() { # USER LINES
	# shellcheck disable=SC2059 # the lines are the format
	printf "$2" >lines
	run as "$1" sh -c 'exec python3 /opt/talk.py <lines'
}

# Promise: keeps users apart.
mkfifo fifo && chmod 666 fifo
cat >inside <<'END'
sed -n 's/^0:://p; s/.*:cpuset://p' /proc/self/cgroup >one/groups
echo "$PPID" >one/launcher
echo ready >one/ready
read -r line <fifo
END
as nobody /opt/bin/becalm hold --hold=host --cage=plain --only timer-migration -- sh inside 2>one/said &
first=$!
if ! wait_for 60 test -s one/ready; then
	diag "$(cat one/said)"
	skip_all 'another session holds the host for too long'
fi
launcher=$(cat one/launcher)
held=$(cat /proc/sys/kernel/timer_migration)
keeper_pid=$(sed -n 2p /run/becalm/journal | cut -d' ' -f3)

check 'another user is told who holds the host' 125 as games /opt/bin/becalm hold --hold=host --no-wait -- touch other/ran
like 'held by user nobody since'
not 'and does not run' test -e other/ran
check 'cannot have it restored' 125 as games /opt/bin/becalm restore
talk games 'restore\n'
like '^error a%20living%20session' 'nor by the keeper itself'
talk games 'check\nrelease\n'
like '^done' 'their own keeper has nothing to release'
talk games "plan\nlauncher $launcher\ncpus 1\nwait 0\nhold\n"
like 'is%20not%20one%20of%20user' 'a process of another user cannot be named'
not 'the lock cannot be taken' as games flock -n /run/becalm/lock true
not 'nor exchanged' as games sh -c 'rm -f /run/becalm/lock; mv /run/becalm/journal /run/becalm/j || ln -s x /run/becalm/y'
ok 'and is there' test -e /run/becalm/lock
not 'the journal cannot be written' as games sh -c 'echo "reads 0 1" >>/run/becalm/journal'
not 'the keeper cannot be signalled' as games kill -CONT "$keeper_pid"
not 'nor can its own user' as nobody kill -CONT "$keeper_pid"
not 'nor be looked into' as nobody cat "/proc/$keeper_pid/environ"
tried=0
while read -r group; do
	for mount in /sys/fs/cgroup /sys/fs/cgroup/cpuset /sys/fs/cgroup/unified; do
		[ -e "$mount$group/cgroup.procs" ] || continue
		case $group in */bench) tried=$((tried + 1)) ;; *) continue ;; esac
		# shellcheck disable=SC2016
		not "the cage cannot be entered ($mount)" as games sh -c 'echo $$ >"$1/cgroup.procs"' sh "$mount$group"
		# shellcheck disable=SC2016
		[ ! -e "$mount$group/cgroup.kill" ] ||
			not "nor killed ($mount)" as games sh -c 'echo 1 >"$1/cgroup.kill"' sh "$mount$group"
		# shellcheck disable=SC2016
		not "its user cannot take the keeper in ($mount)" \
			as nobody sh -c 'echo "$2" >"$1/cgroup.procs"' sh "$mount$group" "$keeper_pid"
	done
done <one/groups
between 1 "$tried" 9 'there was a cage'
same "$(cat /proc/sys/kernel/timer_migration)" "$held" 'after all of it the host is still held'
ok 'by the same keeper' kill -0 "$keeper_pid"
echo go >fifo
ok 'and the session ends well' wait "$first"

# Promise: touches only the caller's processes. A set-user-id program has the user's real id.
cp "$(command -v sleep)" /opt/suid && chmod 4755 /opt/suid
setpriv --reuid games --regid nogroup --clear-groups /opt/suid 4248 &
suid=$!
runs_as_root() { [ "$(ps -o euid= -p "$suid" | tr -d ' ')" = 0 ] && [ "$(ps -o comm= -p "$suid")" = suid ]; }
if wait_for 5 runs_as_root && [ "$(ps -o ruid= -p "$suid" | tr -d ' ')" != 0 ]; then
	talk games "plan\nlauncher $suid\ncpus 1\nrealtime yes\nwait 60\nhold\nrelease\n"
	like '^error process.*is%20not%20one%20of%20user' 'a set-user-id program is not the user'"'"'s'
	same "$(ps -o cls= -p "$suid" | tr -d ' ')" TS 'and is not raised'
else
	skip 'a set-user-id program is not the user'"'"'s' 'set-user-id has no effect here'
fi
kill "$suid" 2>/dev/null
wait "$suid" 2>/dev/null
talk games 'plan\nlauncher 999999999\ncpus 1\nhold\n'
like '^error' 'a process that is none is refused'
done_testing
