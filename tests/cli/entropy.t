#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What differs from process to process by chance, fixed, sampled or left alone.
. "${0%/*}/../lib.sh"
addr=$programs/addr

# lines OPTION...: what twelve processes of addr print goes to the file lines.
lines() {
	rm -f lines
	run "$becalm" -n 12 --output="$PWD/lines" "$@" -- "$addr"
	[ "$status" -eq 0 ] || diag "status $status: $(cat "$err")"
}
distinct() { sort -u lines | grep -c ''; }
columns() { awk -v a="$1" -v b="$2" '{ print $a, $b }' lines; }

if ! setarch -R true 2>/dev/null; then
	skip 'addresses are fixed' 'this system does not allow personality()'
else
	lines
	same "$(grep -c '' lines)" 12 'twelve processes'
	same "$(distinct)" 1 'fixed is the default: twelve equal lines'
	same "$(awk '{ print $5; exit }' lines)" 0 'the hash seed is 0'
	like 'One address layout and one hash seed' 'the report says how far this goes'
	before=$(cat lines)
	lines
	same "$(cat lines)" "$before" 'another session has the same'
fi
cp "$addr" setuid
chmod u+s setuid
if setarch -R true 2>/dev/null && [ "$(awk '$1 == "NoNewPrivs:" { print $2 }' /proc/self/status)" = 0 ] &&
	[ "$(setarch -R ./setuid)" != "$(setarch -R ./setuid)" ]; then
	check 'a set-user-id program' 0 "$becalm" -n 6 -o setuid.jsonl -- ./setuid
	like 'address layout: the program is set-user-id' 'has no fixed layout, and is not said to'
	unlike 'fixed  *address layout|One address layout'
	same "$(json setuid.jsonl '[h["outcome"] for h in S["held"] if h["name"] == "address layout"]')" "['unavailable']" \
		'the file says so too'
else
	skip 'a set-user-id program' 'its layout is fixed here (nosuid, no_new_privs) or personality() forbidden'
fi
lines --hash-seed 12
same "$(columns 4 5 | sort -u | grep -c '')" 1 '--hash-seed: one seed, one size'
same "$(awk '{ print $5; exit }' lines)" 12 'the one asked for'
lines --hash-seed 4294967295
same "$(awk '{ print $5; exit }' lines)" 4294967295 'up to 32 bits'

lines --entropy=inherit
between 2 "$(distinct)" 12 'inherit: not all equal'
same "$(columns 5 5 | sort -u)" 'unset unset' 'no seed is set'
unlike 'One address layout'

lines --entropy=sampled --seed 5eed
same "$(distinct)" 12 'sampled: twelve different lines'
same "$(columns 5 5 | sort -u | grep -c '')" 12 'twelve seeds'
between 9 "$(columns 4 4 | sort -u | grep -c '')" 12 'about as many sizes'
columns 4 5 >first
lines --entropy=sampled --seed 5eed
same "$(columns 4 5)" "$(cat first)" 'the same twelve again from the same --seed, addresses aside'
between 2 "$(columns 1 1 | sort -u | grep -c '')" 12 'addresses are left to the kernel'
lines --entropy=sampled --seed 5eee
not 'another --seed, another draw' test "$(columns 4 5)" = "$(cat first)"
lines --entropy=sampled
shown=$(sed -n 's/.*--seed[= ]\([0-9a-f]*\).*/\1/p' "$err" | head -n 1)
columns 4 5 >first
if [ -n "$shown" ]; then
	lines --entropy=sampled --seed "$shown"
	same "$(columns 4 5)" "$(cat first)" 'a seed that was not given is shown, and gives the same again'
else
	lib_fail 'a seed that was not given is shown'
	lib_show stderr "$err"
fi

# A value of the user's own wins.
export PYTHONHASHSEED=7
for mode in fixed sampled inherit; do
	lines --entropy=$mode
	same "$(columns 5 5 | sort -u)" '7 7' "PYTHONHASHSEED=7 is kept under $mode"
	[ $mode = inherit ] || like 'PYTHONHASHSEED' '  with a remark'
done
PYTHONHASHSEED=random
lines
same "$(columns 5 5 | sort -u)" 'random random' 'the word random is kept too'
like 'PYTHONHASHSEED' '  with a remark'
lines --hash-seed 3
same "$(columns 5 5 | sort -u)" '3 3' '--hash-seed on the command line wins over it'
unset PYTHONHASHSEED

# The environment: all of it, of one size.
export BECALM_TEST_VALUE='a = b'
check 'variables reach the command' 0 "$becalm" -n 2 -- sh -c '[ "$BECALM_TEST_VALUE" = "a = b" ]'
check 'LD_LIBRARY_PATH too' 0 env LD_LIBRARY_PATH=/x "$becalm" -n 2 -- sh -c '[ "$LD_LIBRARY_PATH" = /x ]'
check '--env sets one' 0 "$becalm" -n 2 --env N=111 -- sh -c '[ "$N" = 111 ]'
check '--env keeps a line break' 0 "$becalm" -n 2 --env 'K=a
b' -- sh -c '[ "$K" = "a
b" ]'
check '--env without a value passes it on' 0 "$becalm" -n 2 --clean-env --env BECALM_TEST_VALUE -- \
	sh -c '[ "$BECALM_TEST_VALUE" = "a = b" ] && [ -n "$PATH" ]'
check '--clean-env removes the rest' 0 "$becalm" -n 2 --clean-env -- \
	sh -c '[ -z "${BECALM_TEST_VALUE+x}" ] && [ -n "$PATH" ] && [ -n "$BECALM_PIPE" ]'
check '--keep-env keeps some' 0 "$becalm" -n 2 --keep-env PATH,BECALM_TEST_VALUE -- \
	sh -c '[ -n "$BECALM_TEST_VALUE" ] && [ -z "${HOME+x}" ]'
rm -f lines
run "$becalm" -n 101 --output="$PWD/lines" -- "$addr"
same "$(columns 4 4 | sort -u | grep -c '')" 1 'one size for invocations 9, 10, 99, 100'
same "$(awk '{ print $4 % 16384; exit }' lines)" 0 'a multiple of 16 KiB'
X=$(printf '%5000s' x) && export X
lines
same "$(awk '{ print $4 % 16384; exit }' lines)" 0 'whatever is in it'
unset X

# Refused by the kernel: one remark, and the results say so.
if has python3 && unshare -r true 2>/dev/null && python3 "$project/tests/programs/no_personality.py" true 2>/dev/null; then
	check 'personality() refused' 0 python3 "$project/tests/programs/no_personality.py" \
		"$becalm" -n 5 -o refused.jsonl -- true
	same "$(grep -ci 'address' "$err" | head -n 1 | grep -c '[1-9]')" 1 'is said'
else
	skip 'personality() refused' 'no seccomp filter can be set here'
fi
if setarch -R true 2>/dev/null; then
	rm -f lines
	check 'a becalm that runs without ASLR' 0 setarch -R "$becalm" -n 12 --entropy=sampled \
		--output="$PWD/lines" -- "$addr"
	between 2 "$(columns 1 1 | sort -u | grep -c '')" 12 'still samples addresses'
	check 'other personality bits stay' 0 setarch -L "$becalm" -n 1 -- sh -c \
		'case $(cat /proc/self/personality) in *0240000) ;; *) exit 1 ;; esac'
fi
done_testing
