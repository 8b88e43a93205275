# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# What shell tests say, and how it becomes TAP. A test is a file tests/*/NAME.t:
#
#	#!/bin/sh
#	. "${0%/*}/../lib.sh"
#	check 'a command that exits 7 makes becalm exit 7' 7 "$becalm" -n 1 -- sh -c 'exit 7'
#	like  'exit status 7'
#	done_testing
#
# It runs in an empty folder of its own, which is removed at the end together with
# every process that the test started in the background and did not wait for.
# Claims are sentences. Nothing sleeps to be in step with something else: wait_for
# looks for the event, with a bound.

set -u
# Sessions of becalm see each other's CPUs within one network namespace: a test has its own,
# where that can be had, so that other sessions on this machine do not change what it sees.
if [ -z "${BECALM_TEST_ALONE-}" ] && unshare -n true 2>/dev/null; then
	BECALM_TEST_ALONE=yes exec unshare -n sh "$0" "$@"
fi
unset BECALM_PIPE BECALM_FD BECALM_INVOCATION BECALM_PLAN PYTHONHASHSEED NO_COLOR COLUMNS CDPATH
export LC_ALL=C.UTF-8

project=$(cd "${0%/*}/../.." && pwd)
build=${BUILD:-$project/build}
becalm=$build/becalm
keeper=$build/becalm-keeper
programs=$build/tests/programs
# Used by the tests, not here.
: "$becalm" "$keeper" "$programs"

scratch=$(mktemp -d "${TMPDIR:-/tmp}/becalm-test.XXXXXX") || exit 1
mkdir "$scratch/cwd" || exit 1
out=$scratch/out
err=$scratch/err
: >"$out"
: >"$err"
cd "$scratch/cwd" || exit 1

lib_n=0
lib_bad=0

lib_end() {
	lib_status=$?
	trap - EXIT
	# Not $(jobs -p): the subshell of dash has no jobs.
	jobs -p >"$scratch/jobs"
	while read -r lib_pid; do
		kill -KILL "$lib_pid" 2>/dev/null
	done <"$scratch/jobs"
	cd / && chmod -R u+rwx "$scratch" 2>/dev/null
	rm -rf "$scratch"
	exit "$lib_status"
}
trap lib_end EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
trap 'exit 129' HUP

# diag TEXT...: lines for the reader of a failure.
diag() {
	printf '%s\n' "$*" | sed 's/^/# /' >&2
}

lib_show() {
	[ -s "$2" ] || return 0
	diag "$1:"
	head -n 25 "$2" | LC_ALL=C cut -c -400 | sed 's/^/#   | /' >&2
}

lib_pass() {
	lib_n=$((lib_n + 1))
	printf 'ok %d - %s\n' "$lib_n" "$1"
}

lib_fail() {
	lib_n=$((lib_n + 1))
	lib_bad=$((lib_bad + 1))
	printf 'not ok %d - %s\n' "$lib_n" "$1"
	diag "failed: $1"
}

# run CMD...: its stdout goes to the file $out, its stderr to $err, its status to $status.
run() {
	status=0
	"$@" >"$out" 2>"$err" || status=$?
}

# check CLAIM STATUS CMD...: runs it as run() does; a death by signal N counts as 128 + N.
check() {
	lib_claim=$1 lib_want=$2
	shift 2
	run "$@"
	if [ "$status" -eq "$lib_want" ]; then
		lib_pass "$lib_claim"
		return
	fi
	lib_fail "$lib_claim"
	diag "command: $*"
	diag "status: $status, wanted $lib_want"
	lib_show stdout "$out"
	lib_show stderr "$err"
}

# ok CLAIM CMD...: the command succeeds. Leaves $out and $err alone.
ok() {
	lib_claim=$1
	shift
	if "$@" >"$scratch/ok" 2>&1; then
		lib_pass "$lib_claim"
		return
	fi
	lib_fail "$lib_claim"
	diag "command: $*"
	lib_show output "$scratch/ok"
}

# not CLAIM CMD...: the command fails.
not() {
	lib_claim=$1
	shift
	if ! "$@" >"$scratch/ok" 2>&1; then
		lib_pass "$lib_claim"
		return
	fi
	lib_fail "$lib_claim"
	diag "succeeded: $*"
	lib_show output "$scratch/ok"
}

lib_grep() {
	lib_claim="says: $2"
	[ "$1" = yes ] || lib_claim="does not say: $2"
	lib_is=no
	if grep -Eq -e "$2" "$out" "$err"; then
		lib_is=yes
	fi
	if [ "$lib_is" = "$1" ]; then
		lib_pass "${3:-$lib_claim}"
		return
	fi
	lib_fail "${3:-$lib_claim}"
	diag "regular expression: $2"
	lib_show stdout "$out"
	lib_show stderr "$err"
}

# like REGEX [CLAIM], unlike REGEX [CLAIM]: some line, or no line, of what the last
# run() or check() printed on either stream matches (grep -E).
like() {
	[ "$1" != -- ] || shift
	lib_grep yes "$@"
}
unlike() {
	[ "$1" != -- ] || shift
	lib_grep no "$@"
}

# same A B CLAIM: two strings are equal.
same() {
	if [ "$1" = "$2" ]; then
		lib_pass "$3"
		return
	fi
	lib_fail "$3"
	diag "got:    $1"
	diag "wanted: $2"
}

# between LOW X HIGH CLAIM: LOW <= X <= HIGH, as decimal numbers.
between() {
	if awk -v a="$1" -v x="$2" -v b="$3" 'BEGIN { exit !(x != "" && a + 0 <= x + 0 && x + 0 <= b + 0) }'; then
		lib_pass "$4"
		return
	fi
	lib_fail "$4"
	diag "got '$2', wanted $1 ... $3"
}

# skip CLAIM REASON: counts as passed; the reason goes on screen too.
skip() {
	lib_n=$((lib_n + 1))
	printf 'ok %d - %s # SKIP %s\n' "$lib_n" "$1" "$2"
	diag "skipped: $1: $2"
}

# skip_all REASON: instead of the whole file, before its first claim.
skip_all() {
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

# wait_for SECONDS CMD...: tries until it succeeds; fails when it never did.
wait_for() {
	lib_tries=$(($1 * 50))
	shift
	until "$@" >/dev/null 2>&1; do
		lib_tries=$((lib_tries - 1))
		[ "$lib_tries" -gt 0 ] || return 1
		sleep 0.02
	done
}

# gone PID: no such process, or only its zombie.
gone() {
	lib_state=$(sed 's/.*) //; s/ .*//' "/proc/$1/stat" 2>/dev/null) || return 0
	[ -z "$lib_state" ] || [ "$lib_state" = Z ] || [ "$lib_state" = X ]
}

# how_ended CMD...: runs it with this test's streams and prints "exit N" or "signal N" as
# the last line on stdout: a shell cannot tell exit 130 from death by SIGINT.
how_ended() {
	perl -e 'my $s = system { $ARGV[0] } @ARGV;
		die "$ARGV[0]: $!\n" if $s == -1;
		print $s & 127 ? "signal " . ($s & 127) : "exit " . ($s >> 8), "\n";' "$@"
}

# json FILE EXPRESSION: the value of a Python expression over a results file. L: all lines;
# S: the session; I: the invocations; E: the end or None.
json() {
	python3 -c 'import json, sys
def strict(word): raise ValueError(word)
L = [json.loads(l, parse_constant=strict) for l in open(sys.argv[1], encoding="utf-8")]
S = next((l for l in L if l["line"] == "session"), None)
I = [l for l in L if l["line"] == "invocation"]
E = next((l for l in L if l["line"] == "end"), None)
print(eval(sys.argv[2]))' "$1" "$2"
}

# pid_of WORDS: the process whose command line is, or begins with, these words.
pid_of() {
	ps -ww -e -o pid= -o args= | awk -v w="$*" '
		{ pid = $1; sub(/^ *[0-9]+ /, "") }
		!is_found && index($0, w) == 1 { print pid; is_found = 1 }
		END { exit !is_found }'
}

# has CMD...: all of these programs are on the PATH.
has() {
	for lib_word; do
		command -v "$lib_word" >/dev/null 2>&1 || return 1
	done
}

done_testing() {
	printf '1..%d\n' "$lib_n"
	[ "$lib_bad" -eq 0 ]
	exit
}
