#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# becalm host on fake hosts and on this one: what it chooses, what it says, what it refuses.
. "${0%/*}/../lib.sh"

hosts=$build/hosts

# at HOST [OPTIONS...]: looks at a fake host.
at() {
	at_host=$1
	shift
	run "$becalm" host --root "$hosts/$at_host" "$@"
}

# of EXPRESSION: a Python expression over the JSON that the last command printed, as J.
of() {
	python3 -c 'import json, sys
def strict(word): raise ValueError(word)
J = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=strict)
print(eval(sys.argv[2]))' "$out" "$1"
}

# chooses HOST CPUS [OPTIONS...]
chooses() {
	chooses_host=$1 chooses_cpus=$2
	shift 2
	at "$chooses_host" --json "$@"
	same "$status $(of 'J["choice"]["measured"]')" "0 $chooses_cpus" \
		"$chooses_host $*: CPU $chooses_cpus"
}

# refuses HOST REGEX OPTIONS...: status 125, nothing on stdout, a sentence that matches.
refuses() {
	refuses_host=$1 refuses_words=$2
	shift 2
	at "$refuses_host" "$@"
	same "$status" 125 "$refuses_host $*: refused"
	same "$(cat "$out")" '' "$refuses_host $*: nothing on stdout"
	like "^becalm: .*$refuses_words"
}

# Isolation lists (D-29)
chooses isolcpus 4
chooses isolated-null 1
chooses isolated-absent 1
chooses isolated-offline 4-5,7 --cpus 4,5,7
chooses isolated-offline 4
like 'isolated but offline, left out: CPU 6'
at isolated-zero
like "CPU 0's core is taken"
for list in word reversed dashes endless; do
	refuses "isolated-$list" "isolated-$list/sys/devices/system/cpu/isolated'"
done
at isolated-null
like '^  isolated by the host +none$'
at isolcpus
like '^  isolated by the host +4-7, without timer tick: 4-7$'
like '^  isolcpus +in force'
at isolcpus-smt
like '^  isolcpus=managed_irq,domain,4-7,13$' 'boot options keep what is isolated already'

# Numbers with gaps (D-33)
chooses gaps 16-31 --cpus 16-31
chooses gaps 2,4 --cpus 2,4
chooses gaps 31 --cpus 31
refuses gaps 'offline: 1,3 ' --cpus 0-3
refuses gaps 'no such CPU: 32 ' --cpus 32
for list in '"16-31"' '16-31,' '' ' ' 5-2 -1 1- 0x3 4294967296 1,,2 ٣; do
	refuses gaps '--cpus: .* is not a list of CPUs' "--cpus=$list"
done
chooses big 1
at big
like '^A benchmark gets CPU 1 \(1 of 250\)'
like '^  kept idle +129, the other half of the core$'
same "$(awk 'length > 79' "$out")" '' 'lines of a host of 256 CPUs stay within 79 columns'
chooses cpu0-offline 1

# Kinds of cores (D-35)
at hybrid --json
same "$(of '[k["cpus"] for k in J["kinds"]]')" "['0-11', '12-19']" 'two kinds, by name'
chooses hybrid 2
chooses big-little 4-5 --cores 2
at hybrid --cpus 10-13
like 'unlike kinds of cores are mixed'
at hybrid
like 'cpu_core: 0-11 .*favoured: 4-5' 'favoured cores are shown, and are no kind'
at smt
like '^  kinds of cores +unknown$'

# Siblings (D-36)
at smt --cpus 3 --json
same "$(of 'J["choice"]["reserved"]')" 11 'the sibling is kept idle'
at smt --cpus 3,11
like 'CPUs 3,11 are threads of one core'
for name in smt-off smt-notsupported one-cpu; do
	at "$name"
	same "$status" 0 "$name: no error"
done
at half-cores
like 'not ours.*CPU 9, the other half'

# Groups (D-30): which way cpusets are known
for pair in cg-v2:v2/2-5 cg-v1:v1/1-3 cg-v1-noprefix:v1/2-3 cg-hybrid:v1/0-6 \
	cg-hybrid-v2:v2/3-4 cg-escape:v2/5 cg-container:v2/4-5 cg-container-v1:v1/2-3; do
	at "${pair%%:*}" --json
	same "$(of '"%s/%s" % (J["facts"]["cgroups"][-2:], J["cpus"]["group"])')" "${pair#*:}" "${pair%%:*}"
done
at cg-none
same "$status" 0 'a host without groups is fine'
like 'control groups +none, no cpusets'
refuses cg-bad 'cpuset.cpus.effective'

# Limits
refuses half-cores 'not ours to use: 5-8 .cpuset group ./pod. allows 1-4' --cpus 4-8
refuses half-cores 'only 4 can be had' --cores 5
refuses isolcpus 'only 4 are isolated' --cores 5
refuses smt 'exclude each other' --cpus 1 --cores 1
chooses taskset 0
chooses taskset 1 --cpus 1
refuses empty "no '.*/sys/devices/system/cpu/online'"
check 'a root that is not there is named' 125 "$becalm" host --root /no/such/host
like "cannot use '/no/such/host'"

# Clock (D-16)
at smt
like 'the clock source is hpet'
at one-cpu
unlike 'the clock source is'

# Others (claims that can be seen)
chooses sessions 2

# Where the words go
at smt
same "$(grep -c '^becalm:' "$out")" 0 'remarks are not on stdout'
check 'host takes no arguments' 125 "$becalm" host x
check 'help is for the asking' 0 "$becalm" host --help
like '^      --seeds'
check 'seeds are listed' 0 "$becalm" host --seeds
like '^  Python 3 +PYTHONHASHSEED=0 '
like '^  Go +no switch '
check 'seeds are listed as JSON' 0 "$becalm" host --seeds --json
same "$(of '[s["variable"] for s in J if s["variable"]]')" \
	"['PYTHONHASHSEED', 'PERL_HASH_SEED', 'PERL_PERTURB_KEYS']" 'three variables are set'
for host in "$hosts"/*; do
	name=${host##*/}
	at "$name" --json
	[ "$status" -eq 125 ] || same "$status $(of 'J["format"]')" '0 becalm-host' "$name: strict JSON"
done
run sh -c '"$1" host >/dev/full' sh "$becalm"
same "$status" 125 'a full disk is a failure'
unlike 'child' 'whose reason is not made up'

# This machine
check 'this machine can be looked at' 0 "$becalm" host --json
online=$(cat /sys/devices/system/cpu/online)
same "$(of 'J["cpus"]["online"]')" "$online" 'the CPUs that are online here'
most=$(awk -F- '{ print $NF }' /sys/devices/system/cpu/possible)
check 'a list that is half outside is refused' 125 "$becalm" host --cpus "0-$((most + 2))"
like "no such CPU: $((most + 1))-$((most + 2))"
claims_are_seen() {
	"$becalm" host | grep -q '^  other sessions use'
}
"$becalm" -q -n 1 -- sleep 60 &
session=$!
ok 'a session that runs is seen' wait_for 10 claims_are_seen
kill "$session"
wait "$session"

done_testing
