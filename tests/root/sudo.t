#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A plain user, without sudo and with a line in sudoers; and root by sudo.
. "${0%/*}/../lib.sh"
[ "$(id -u)" -eq 0 ] || skip_all 'needs root'
has sudo setpriv script || skip_all 'no sudo, setpriv or script'
case $scratch in /tmp/*) ;; *) skip_all 'a user must reach the folder of the test' ;; esac

# Where sudo may start a keeper from: nobody but root can write to any folder above it.
home=$(mktemp -d /opt/becalm-test.XXXXXX) || skip_all 'cannot make a folder in /opt'
rule=/etc/sudoers.d/becalm-test-$$ # this test may run twice
tidy() {
	tidy_status=$?
	rm -rf "$home" "$rule"
	(exit "$tidy_status") # for lib_end
	lib_end
}
trap tidy EXIT
mkdir "$home/bin" "$home/libexec"
chmod 755 "$home"
cp "$becalm" "$home/bin/" && cp "$keeper" "$home/libexec/"
ours=$home/bin/becalm
chmod 755 "$scratch"
chown nobody . && chmod 755 .
plain() {
	setpriv --reuid nobody --regid nogroup --clear-groups env MARK=kept "$@"
}
# While no other session holds the host: one with no settings holds the lock.
picture() {
	"$becalm" hold -q --hold=host --cage=none --only clock-limits -- "$project/tests/root/picture" |
		grep -v '^task'
}
picture >"$scratch/before"

check 'without rights a session goes on' 0 plain "$ours" hold -- id -un
like '^nobody$'
like 'not held: .*interrupts.*: no rights'
# A build for coverage complains that this user cannot write its counts.
same "$(grep -vc '^profiling:' "$err")" 1 'and one line says what is not held'
# shellcheck disable=SC2016
check 'whatever the umask is' 0 plain sh -c 'umask 0777; exec "$0" -q -n 1 -- true' "$ours"
check 'what is required and cannot be had: 125' 125 plain "$ours" hold --require=all -- touch ran
check 'the same when rights were asked for' 125 plain "$ours" hold --hold=host --require=all -- touch ran
like "%bench ALL=\\(root\\) NOPASSWD: $home/libexec/becalm-keeper \"\""
not 'and nothing ran' test -e ran

echo "nobody ALL=(root) NOPASSWD: $home/libexec/becalm-keeper \"\"" >"$rule"
chmod 440 "$rule"
cat >look <<'END'
id -un; echo "MARK=$MARK"; pwd
grep -E ':cpuset:|^0:' /proc/self/cgroup
cat /proc/irq/default_smp_affinity >affinity
ps -o cls= -p $PPID
sh -c 'echo $$ >/sys/fs/cgroup/cpuset/cgroup.procs' 2>/dev/null && echo escaped
for group in $(sed -n 's/^0:://p' /proc/self/cgroup); do
	sh -c 'echo $$ >"/sys/fs/cgroup/unified$1/../launcher/cgroup.procs"' x "$group" 2>/dev/null && echo escaped
	sh -c 'echo $$ >"/sys/fs/cgroup/unified/cgroup.procs"' 2>/dev/null && echo escaped
done
:
END
check 'with the line in sudoers the host is held' 0 plain "$ours" hold --hold=host -- sh look
like 'held: .*interrupts'
like '^nobody$' 'the benchmark is still that user'
like '^MARK=kept$' 'with that user'\''s environment'
like '/becalm-[0-9]+-[0-9]+/bench$' 'in the cage'
unlike 'escaped' 'and cannot leave it'
like 'FF' 'becalm is woken in time (SCHED_FIFO)'
same "$(stat -c %U affinity)" nobody 'its files are its own'
not 'the setting was held' cmp -s affinity /proc/irq/default_smp_affinity

check 'sudo allows no arguments' 1 plain sudo -n "$home/libexec/becalm-keeper" --root /
picture >"$scratch/after"
ok 'the host is as before' cmp "$scratch/before" "$scratch/after"

echo "Defaults!$home/libexec/becalm-keeper log_output, iolog_dir=$scratch/log" >>"$rule"
check 'a sudo that logs output is told' 125 plain "$ours" hold --hold=host -- touch ran
like 'does sudo log its input or output|sudo logs the keeper'
sed -i '/log_output/d' "$rule"

# A program that the user can exchange must not become root.
mkdir "$scratch/loose" && chmod 777 "$scratch/loose" && cp "$keeper" "$scratch/loose/"
echo "nobody ALL=(root) NOPASSWD: $scratch/loose/becalm-keeper \"\"" >>"$rule"
check 'a keeper in a folder that others can write to refuses' 125 plain sudo -n "$scratch/loose/becalm-keeper"
like 'others than root can change'

# The launcher is that of the caller: sudo's user cannot have another's process raised.
cat >ask <<'END'
import socket, subprocess, sys
ours, theirs = socket.socketpair()
subprocess.run(["sudo", "-n", sys.argv[1]], stdin=theirs, stdout=theirs)
theirs.close()
talk = ours.makefile("rw")
talk.readline(), talk.readline()
talk.write("launcher 1\nhold\n")
talk.flush()
print(next(line for line in talk if line.startswith(("error", "done"))))
END
check 'a launcher of another user is refused' 0 plain python3 ask "$home/libexec/becalm-keeper"
like 'process%201%20is%20not%20one%20of%20user'

# Root by sudo becomes the user again.
check 'under sudo the benchmark is the user who called it' 0 env SUDO_UID="$(id -u nobody)" \
	SUDO_GID="$(id -g nobody)" SUDO_USER=nobody "$ours" hold -q --hold=host -- sh look
like '^nobody$'
unlike 'escaped' 'and cannot leave the cage'
check '--as-root stays root' 0 env SUDO_UID="$(id -u nobody)" SUDO_GID="$(id -g nobody)" "$ours" hold -q \
	--hold=host --as-root -- id -un
like '^root$'
for id in abc -1 4294967295 ''; do
	check "SUDO_UID='$id' is no user: refused" 125 env SUDO_UID="$id" SUDO_GID=0 "$ours" hold --hold=host -- touch ran
done
not 'and nothing ran' test -e ran

# sudo killed at any moment, with and without a terminal.
cat >kill-sudo <<'END'
import os, random, signal, subprocess, sys, time
words = sys.argv[1:]
for i in range(15):
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + random.uniform(0, 0.06)
    while time.monotonic() < end:
        time.sleep(0.001)
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as f:
                if b"sudo\0-n\0" in f.read() and name.isdigit():
                    os.kill(int(name), signal.SIGKILL)
        except (OSError, ValueError):
            pass
    time.sleep(0.02)
    process.terminate()
    process.wait()
END
check 'sudo killed without a terminal' 0 python3 kill-sudo setpriv --reuid nobody --regid nogroup --clear-groups \
	"$ours" hold --hold=host -- sleep 4246
check 'sudo killed on a terminal' 0 python3 kill-sudo script -qec \
	"setpriv --reuid nobody --regid nogroup --clear-groups $ours hold --hold=host -- sleep 4246" /dev/null
idle() { [ ! -e /run/becalm ] && ! pgrep -f '^sleep 4246$' >/dev/null; }
ok 'nothing is left' wait_for 3 idle
picture >"$scratch/after"
ok 'the host is as before' cmp "$scratch/before" "$scratch/after"
done_testing
