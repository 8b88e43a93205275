#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: isolcpus
# The power goes at six points of a session. Then there is nothing to undo, since the kernel
# forgot too; but results must be on the disk. The test runs anew after each loss: it looks
# at what the last one left, and takes the power away at the next point.
. "${0%/*}/../lib.sh"

points='before the journal is synced
after that, before the first change
amid the changes
between two processes
amid the undo
before the journal is removed'
point=${STATE%%:*}
point=${point:-0}
old_sum=${STATE#*:}
file=/disk/r.jsonl

# The strictest of disks: what nobody synced is lost, now and always.
mkdir -p /disk
mount -t ext4 -o noauto_da_alloc,commit=3600 /dev/nvme0n1 /disk
echo 0 >/proc/sys/vm/dirty_writeback_centisecs
# Where /run is on a disk, as in some containers, the journal outlives the boot. Not where
# it is the results that matter: syncing one file may sync others of the same disk.
run_on_disk() {
	mkdir -p /disk/run
	mount -o bind /disk/run /run
}
name_of() {
	printf '%s\n' "$points" | sed -n "$1p"
}
# The fifth process that is started takes the power away, when it shall.
cd /disk || exit 1
cat >bench <<'END'
#!/bin/sh
echo x >>/tmp/count
[ ! -e /tmp/power ] || [ "$(wc -l </tmp/count)" -ne 5 ] || echo b >/proc/sysrq-trigger
END
chmod +x bench
session() {
	rm -f /tmp/count
	"$build/fault/becalm" -v -n 6 --hold=strict --only=timer-migration,vmstat,compaction,perf-rate \
		--cage=plain "$@" -- ./bench
}

look() {
	name=$(name_of "$point")
	[ "$point" = 4 ] || run_on_disk
	rm -f /run/becalm.fault
	case $point in
	1 | 4) not "$name: no journal is there" test -e /run/becalm/journal ;;
	*) ok "$name: the journal is there, whole" grep -q '^end [0-9]* [0-9a-f]*$' /run/becalm/journal ;;
	esac
	same "$(cat /proc/sys/vm/stat_interval /proc/sys/kernel/timer_migration | tr '\n' ' ')" '1 1 ' \
		"$name: the kernel forgot"
	picture before
	check "$name: becalm restore has nothing to do" 0 "$becalm" restore
	unlike 'put back|undone|settings|not used' "$name: and says so"
	not "$name: and nothing of the session is left in /run" test -e /run/becalm
	check "$name: becalm works" 0 session
	as_before before "$name: and leaves nothing"
	same "$(md5sum <$file | cut -c -32)" "$old_sum" "$name: an older file is whole"
	check "$name: and can be shown" 0 "$becalm" show $file
	like '2 processes of true' "$name: as what it was"
	case $point in
	[123]) not "$name: nothing was measured" test -e $file.partial ;;
	*)
		finished=6
		[ "$point" != 4 ] || finished=4
		same "$(grep -c '"line":"invocation"' $file.partial)" $finished "$name: each process that was told is there"
		check "$name: they can be shown" 0 "$becalm" show $file.partial
		like "partial: $finished process" "$name: and how many they are"
		check "$name: and completed" 0 "$becalm" --resume $file
		same "$(grep -c '"line":"invocation"' $file)" 6 "$name: with those that were missing"
		ok "$name: which makes it whole" grep -q '"line":"end","complete":true' $file
		;;
	esac
}

# Where in the list of calls of a session the point is.
number_of() {
	echo "0 none /tmp/log" >/run/becalm.fault
	rm -f /tmp/log
	session >/dev/null 2>&1
	rm -f /run/becalm.fault
	case $1 in
	1) awk '$2 == "sync" { print NR; exit }' /tmp/log ;;
	2) awk '$2 == "sync" { n++ } n == 2 { print NR + 1; exit }' /tmp/log ;;
	3) awk '/proc\/sys/ { n++ } n == 3 { print NR; exit }' /tmp/log ;;
	5) awk '/proc\/sys/ { n++; at[n] = NR } END { print at[n - 1] }' /tmp/log ;;
	6) awk '$2 == "journal" { n = NR } END { print n }' /tmp/log ;;
	esac
}

lose() {
	rm -f $file*
	"$becalm" -n 2 --hold=process -o $file -- true 2>/dev/null
	if [ "$1" = 4 ]; then
		: >/tmp/power
	else
		number=$(number_of "$1")
		run_on_disk
		echo "$number power /tmp/log2" >/run/becalm.fault
	fi
	goes_off "$1:$(md5sum <$file | cut -c -32)"
	session -o $file >/dev/null 2>&1
	# Not reached.
	not "$(name_of "$1"): the power goes" true
}

[ "$point" = 0 ] || look
umount /run 2>/dev/null
[ "$point" = 6 ] || lose $((point + 1))
done_testing
