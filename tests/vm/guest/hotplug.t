#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: v2 v1 numa v2-6.12
# A measured CPU is taken offline in mid-session (D-34).
. "${0%/*}/../lib.sh"

# The third invocation takes its own CPU away.
cat >bench <<'END'
#!/bin/sh
echo x >>count
[ "$(wc -l <count)" -ne 3 ] || echo 0 >"/sys/devices/system/cpu/cpu$CPU/online"
END
chmod +x bench
cpu=2
CPU=$cpu
export CPU
check 'the session ends' 125 "$becalm" --hold=process -n 6 --cpus $cpu -o r.jsonl -- ./bench
like "CPU $cpu went offline" 'and says which CPU went away'
same "$(wc -l <count)" 3 'no further process is started'
same "$(grep -c '"line":"invocation"' r.jsonl)" 3 'finished invocations are kept'
same "$(grep '"line":"invocation"' r.jsonl | grep -c '"status":0')" 3 'with how they ended'
ok 'the results are marked as incomplete' grep -q '"line":"end","complete":false' r.jsonl
check 'and can be shown' 0 "$becalm" show r.jsonl
like 'failed +1 of 3'
echo 1 >/sys/devices/system/cpu/cpu$cpu/online

# Processes so short that the CPU goes between two of them as likely as during one.
(wait_for 60 grep -q '"index":20,' q.jsonl.partial && echo 0 >/sys/devices/system/cpu/cpu$cpu/online) &
check 'the same with very short processes' 125 "$becalm" --hold=process -n 20000 --cpus $cpu -o q.jsonl -- \
	"$programs/nothing-static"
like "CPU $cpu went offline"
wait
ok 'finished invocations are kept there too' grep -q '"line":"end","complete":false' q.jsonl
echo 1 >/sys/devices/system/cpu/cpu$cpu/online

# The host is held meanwhile. What went with the CPU can be put back when it is there again.
policy=/sys/devices/system/cpu/cpufreq/policy$cpu
echo powersave >$policy/scaling_governor
rm -f count
picture before
check 'while the host is held' 125 "$becalm" --hold=strict -n 6 --cpus $cpu -o h.jsonl -- ./bench
like "CPU $cpu went offline" 'says which'
like "governor is not held any more: '.*policy$cpu/scaling_governor' cannot be read any more" 'with the reason'
like "policy$cpu/scaling_governor' is away.*becalm restore" 'and what it could not put back'
same "$(grep -c '"line":"invocation"' h.jsonl)" 3 'finished invocations are kept'
# Kernel threads, interrupts and groups follow the CPUs that are there.
as_before before 'all that still exists is as it was' \
	"^[^:]*(/policy$cpu/|cpu$cpu/online|effective|cpuset/.*cpuset.cpus)|^task |default_smp_affinity|smp_affinity_list"
echo 1 >/sys/devices/system/cpu/cpu$cpu/online
same "$(cat $policy/scaling_governor)" performance 'the CPU comes back as it went'
check 'becalm restore puts its clock back' 0 "$becalm" restore
as_before before 'and all is as it was'

# Another CPU of the machine is nobody's business.
rm -f count
CPU=3
check 'a CPU that is not measured may go' 0 "$becalm" --hold=process -n 4 --cpus $cpu -- ./bench
echo 1 >/sys/devices/system/cpu/cpu3/online
done_testing
