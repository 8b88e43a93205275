#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: v2 v2-6.12
# limit: 200
# Control groups as systemd, a container engine and a delegating service make them.
. "${0%/*}/../lib.sh"

top=/sys/fs/cgroup
scope=$top/user.slice/user-1000.slice/session-1.scope
service=$top/system.slice/web.service
mkdir -p $top/init.scope $scope $service
echo '+cpuset +memory' >$top/cgroup.subtree_control
echo '+memory' >$top/system.slice/cgroup.subtree_control
echo '+memory' >$top/user.slice/cgroup.subtree_control
# As under systemd no user process is in the root group.
while read -r pid; do
	echo "$pid" >$top/init.scope/cgroup.procs 2>/dev/null
done <$top/cgroup.procs
echo $$ >$scope/cgroup.procs
idle "$(mask_of $$)" && web=$idle
echo "$web" >$service/cgroup.procs
idle 1 && asked=$idle
echo "$asked" >$service/cgroup.procs

see='sed -n "s/^Cpus_allowed_list:[[:space:]]*/mask /p" /proc/self/status
	sed -n "s/^0::/group /p" /proc/self/cgroup
	sed -n "s/^Cpus_allowed_list:[[:space:]]*/web /p" /proc/'"$web"'/status'
for on in 'with cpusets on' 'with cpusets off'; do
	[ "$on" = 'with cpusets on' ] || echo '-cpuset' >$top/cgroup.subtree_control
	picture before
	for form in auto plain shield partition; do
		check "systemd-like $on, $form" 0 "$becalm" hold --hold=host --cage=$form --cpus 1 -- sh -c "$see"
		diag "$on, $form: $(grep -h 'cage:' "$err")"
		like '^mask 1$'
		like '^group .*/becalm-[0-9]+-[0-9]+/bench$' "$form: in a cage"
		case $form in
		shield) unlike 'tasks of the root group may still run' ;;
		esac
		case $form in
		shield | partition) like '^web (0,2-3|2-3)$' "$form: a service is kept off" ;;
		esac
		case $form:$on in
		'shield:with cpusets on')
			# The kernel takes no empty list back while there are tasks; the whole list does
			# the same. becalm-knobs(7) says so; auto does not choose this form here.
			as_before before "$form: nothing of it is left but whole lists" '/cpuset.cpus:  -> 0-3$'
			picture now
			changes before now | sed -n 's|/cpuset.cpus: .*||p' | while read -r group; do
				grep -qx 'populated 1' "$group/cgroup.events" || echo "$group"
			done >unpopulated
			same "$(cat unpopulated)" '' "$form: only of groups with tasks"
			same "$(cat $service/cgroup.procs | wc -l)" 2 'and nobody was moved'
			echo '-cpuset' >$top/cgroup.subtree_control
			echo '+cpuset' >$top/cgroup.subtree_control
			;;
		*) as_before before "$form: nothing of it is left" ;;
		esac
	done
done

# As sudo starts it: the keeper is root's, the benchmark the user's, who cannot leave.
mkdir -p here && chmod 777 here . "$scratch"
picture before
check 'for a user of sudo' 0 env SUDO_UID=1000 SUDO_GID=1000 SUDO_USER=bench \
	"$becalm" hold --cpus 1 -- sh -c 'id -u; sed -n "s/^0::/group /p" /proc/self/cgroup
		echo $$ >/sys/fs/cgroup/cgroup.procs || echo stays
		echo $$ >/sys/fs/cgroup/user.slice/user-1000.slice/session-1.scope/cgroup.procs || echo stays too'
like '^1000$' 'the benchmark is theirs'
like '^group .*/bench$' 'and in the cage'
like '^stays$' 'which it cannot leave'
like '^stays too$'
as_before before 'nothing of it is left'

# A group of the user's own, as user@.service has it; without cpuset, then with.
delegated=$top/user.slice/user-1000.slice/user@1000.service
mkdir -p $delegated/app.slice
chown 1000:1000 $delegated $delegated/cgroup.procs $delegated/cgroup.subtree_control
chown -R 1000:1000 $delegated/app.slice
as_user() {
	(echo 0 >"$delegated/app.slice/cgroup.procs" && exec su -s /bin/sh bench -c "$1")
}
for on in 'without cpusets' 'with cpusets'; do
	if [ "$on" = 'with cpusets' ]; then
		for group in $top $top/user.slice $top/user.slice/user-1000.slice $delegated; do
			echo '+cpuset' >"$group/cgroup.subtree_control"
		done
		chown 1000:1000 $delegated/app.slice/cpuset.*
	fi
	picture before
	check "a user in a delegated group $on measures" 0 as_user \
		"cd '$PWD/here' && '$becalm' -n 2 -- sh -c 'sleep 1000 & :'"
	like 'CPU 1' 'on a CPU that was chosen'
	same "$(cat "$delegated/app.slice/cgroup.procs")" '' 'nothing is left of what it started'
	check 'a user without rights is told what is not held' 0 as_user "cd '$PWD/here' && '$becalm' -n 1 -- true"
	like 'not held +clock.*, interrupts'
	check 'a user with --require changes nothing' 125 as_user \
		"cd '$PWD/here' && '$becalm' -n 1 --hold=host --require=all -- true"
	as_before before "$on: nothing of it is left"
done
# What the group allows is all that there is.
echo 2-3 >$delegated/app.slice/cpuset.cpus
check 'never outside the CPUs of the group' 0 as_user "cd '$PWD/here' && '$becalm' -n 1 -- true"
like 'CPU [23] only'
check 'not even when asked' 125 as_user "cd '$PWD/here' && '$becalm' -n 1 --cpus 1 -- true"

# A container: its own view of the groups, which it cannot write.
mkdir -p $top/system.slice/docker-abc.scope
picture before
in_container() {
	(echo 0 >"$top/system.slice/docker-abc.scope/cgroup.procs" &&
		exec /usr/bin/unshare -C -m sh -c 'umount /sys/fs/cgroup; mount -t cgroup2 -o ro cgroup2 /sys/fs/cgroup && "$@"' sh "$@")
}
check 'in a container' 0 in_container "$becalm" -n 2 --hold=host --cpus 1 -- sh -c 'sleep 1000 & grep Cpus_allowed_list /proc/self/status'
same "$(cat $top/system.slice/docker-abc.scope/cgroup.procs)" '' 'nothing is left of what it started'
check 'it is held by its mask alone' 0 in_container "$becalm" hold --cpus 1 -- grep Cpus_allowed_list /proc/self/status
like 'Cpus_allowed_list:.1$'
diag "container: $(grep -h 'cage' "$err")"
as_before before 'nothing of it is left'
done_testing
