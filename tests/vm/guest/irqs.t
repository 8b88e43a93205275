#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: v2 v1 numa v2-6.12
# Interrupts: those that can go elsewhere do, refusals are counted and calm, managed ones
# (a queue of the NVMe disk for each CPU) stay, and who moves one back is reported, be it
# by hand or irqbalance.
. "${0%/*}/../lib.sh"

irq_of() { # NAME: its number
	sed -n "s/^ *\([0-9]*\):.* $1\$/\1/p" /proc/interrupts
}
cpu=1
[ "$CONFIG" != numa ] || cpu=2
# Which queue serves which CPU differs; on some layouts one serves several.
queue=
sed -n 's/^ *\([0-9]*\):.* nvme0q[1-9][0-9]*$/\1/p' /proc/interrupts >queues
while read -r irq; do
	[ "$(cat "/proc/irq/$irq/smp_affinity_list")" != $cpu ] || queue=$irq
done <queues
admin=$(irq_of nvme0q0)
keyboard=$(irq_of i8042 | head -n 1)
[ -n "$queue" ] || queue=none

# A keyboard without keys does not interrupt, and this one moves when it does so.
at=$(cat "/proc/irq/$keyboard/effective_affinity_list")
check 'on the CPU of the keyboard' 0 "$becalm" hold --only=interrupts --cpus "$at" -- true
like "pending \((.*,)?$keyboard\b" 'one that moves when it occurs next is pending'

# One that is elsewhere anyhow, one on our CPU alone.
echo 0 >/proc/irq/8/smp_affinity_list
echo $cpu >"/proc/irq/$keyboard/smp_affinity_list"
picture before

see() { # what a benchmark finds
	"$becalm" hold --only=interrupts --cpus "$cpu" -- sh -c 'grep -s . /proc/irq/*/smp_affinity_list'
}
check 'held although some refuse' 0 see
like "interrupts: .*[0-9]+ moved" 'moved ones are counted'
like "cannot be moved \(.*\b0\b" 'the timer cannot be moved'
same "$(sed -n "s|/proc/irq/$keyboard/smp_affinity_list:||p" "$out" | tr , '\n' | grep -cx $cpu)" 0 'the keyboard is not on our CPU'
same "$(sed -n 's|/proc/irq/8/smp_affinity_list:||p' "$out")" 0 'one that was elsewhere is left alone'
if [ "$queue" != none ]; then
	like "cannot be moved \((.*,)?$queue\b" 'nor can the queue that the disk keeps for our CPU'
	same "$(sed -n "s|/proc/irq/$queue/smp_affinity_list:||p" "$out")" \
		"$(cat "/proc/irq/$queue/smp_affinity_list")" 'which stays as it is'
	like "(moved|pending) .*\b$admin\b|[0-9]+ moved" 'its other interrupt may'
fi
same "$(grep -c 'cannot be moved' "$err")" 1 'in one line'
as_before before 'everything is as it was before'

# "cannot be moved" is still held: nobody could do more.
check 'required, with interrupts that refuse' 0 "$becalm" hold --only=interrupts --require=interrupts --cpus $cpu -- true

# As irqbalance would: it moves one back while we measure.
cat >balance <<'END'
#!/bin/sh
echo x >>count
sleep 1.1 # settings are looked at once a second
[ "$(wc -l <count)" -ne 2 ] || echo "$CPU" >"/proc/irq/$IRQ/smp_affinity_list"
END
chmod +x balance
picture before
IRQ=$keyboard CPU=$cpu
export IRQ CPU
check 'somebody moves one back' 0 "$becalm" -n 4 --hold=host --only=interrupts --cpus $cpu -o r.jsonl -- ./balance
like "interrupts is not held any more: somebody else changed '.*/irq/" 'is reported'
ok 'and recorded with the processes of that time' \
	grep -q '"line":"invocation".*"disturbed":"a setting of the host was changed' r.jsonl
same "$(cat "/proc/irq/$keyboard/smp_affinity_list")" $cpu 'and left as they set it'
as_before before 'everything is as it was before'
# Which was the same value; another one stays too.
rm count
CPU=0
check 'to another CPU' 0 "$becalm" -n 4 --hold=host --only=interrupts --cpus $cpu -- ./balance
same "$(cat "/proc/irq/$keyboard/smp_affinity_list")" 0 'that stays as they set it'

# The daemon itself, which sets up all interrupts anew when it is told to look again. On
# one package it lets this one go to all CPUs.
[ "$CONFIG" = v2 ] || [ "$CONFIG" = v1 ] || done_testing
reaches() { # CPU
	tr , '\n' <"/proc/irq/$keyboard/smp_affinity_list" | awk -F - -v c="$1" '$1 <= c && c <= $NF { n++ } END { exit !n }'
}
echo 0 >"/proc/irq/$keyboard/smp_affinity_list"
irqbalance --foreground --interval=1 >balanced 2>&1 &
daemon=$!
cpu=1
ok 'irqbalance is at work' wait_for 30 reaches $cpu
cat >wake <<'END'
#!/bin/sh
reaches() {
	tr , '\n' <"/proc/irq/$IRQ/smp_affinity_list" | awk -F - -v c="$CPU" '$1 <= c && c <= $NF { n++ } END { exit !n }'
}
echo x >>woken
[ "$(wc -l <woken)" -eq 2 ] || exit 0
! reaches || echo reached >>woken
kill -HUP "$DAEMON"
tries=1500
until reaches || [ "$tries" -eq 0 ]; do
	sleep 0.02
	tries=$((tries - 1))
done
sleep 1.1 # as above
END
chmod +x wake
picture before
DAEMON=$daemon CPU=$cpu
export DAEMON
check 'irqbalance moves them back' 0 "$becalm" -n 3 --hold=host --only=interrupts --cpus $cpu -o i.jsonl -- ./wake
not 'which it had not before' grep -q reached woken
like "interrupts is not held any more: somebody else changed '.*/irq/" 'is reported'
ok 'and recorded with the processes of that time' \
	grep -q '"line":"invocation".*"disturbed":"a setting of the host was changed' i.jsonl
ok 'and left as it set it' reaches $cpu
kill $daemon
wait $daemon
as_before before 'everything is as irqbalance had it before'
done_testing
