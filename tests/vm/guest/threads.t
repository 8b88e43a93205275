#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# configs: all
# A multi-threaded benchmark uses all CPUs of its cage, in every form: isolated CPUs are
# not balanced by the kernel, and then all threads would stay on one of them.
. "${0%/*}/../lib.sh"

if [ "$CONFIG" = isolated-two ]; then
	check 'isolated CPUs, where no others would do' 0 "$becalm" -n 1 --hold=process --cores 2 -- true
	like 'CPUs 2-3'
	like 'stay on one, unless the program binds them'
	picture before
	for form in auto shield partition; do
		# As a partition this would leave the root no CPU that the kernel balances: a
		# null pointer in 6.1's partition_sched_domains_locked.
		check "$form: all CPUs that are not isolated" 0 "$becalm" hold --cage=$form --cpus 0-1 -- "$programs/spread" 2 700
		like '^threads 2 cpus 2$' "$form: run on two CPUs"
		as_before before "$form: nothing of it is left"
	done
	done_testing
fi
for form in auto plain shield partition none; do
	check "$form: two threads in a cage of two CPUs" 0 \
		"$becalm" hold --cage=$form --cores 2 -- "$programs/spread" 2 700
	like '^threads 2 cpus 2$' "$form: run on two CPUs"
done
check 'the same without any rights' 0 "$becalm" -n 1 --hold=process --cores 2 -- "$programs/spread" 2 700
like '^threads 2 cpus 2$'
[ "$CONFIG" != isolcpus ] ||
	like 'not isolated, because the kernel does not spread threads over isolated CPUs'
done_testing
