#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What programs send over the pipe, good and bad, from the outside. tests/wire holds the
# conversations that the decoder is tested with byte for byte.
. "${0%/*}/../lib.sh"

# tell LINES: a benchmark that sends these words (printf's notation) from invocation N;
# IN stands for the padded number of the invocation.
tell() {
	printf '#!/bin/sh\ntext=$(printf "%%s" "$1" | sed "s/IN/$BECALM_INVOCATION/g; s/PID/$$/g")\nprintf "$text" 1<>"$BECALM_PIPE"\n' >tell
	chmod +x tell
}
tell
good='run name=t.a iters=2 timed_ns=1000 wall_ns=1200\n'
more='run name=t.a iters=2 timed_ns=1002 wall_ns=1300\n'

# samples: how many counted invocations have runs of t.a, and how many runs in all.
samples() {
	[ -e r.jsonl ] || mv r.jsonl.partial r.jsonl
	json r.jsonl 'len([i for i in I if not i.get("failed") and any(t["name"] == "t.a" for t in i["tests"])]), sum(t["count"] for i in I for t in i["tests"] if t["name"] == "t.a")'
}
sends() {
	sends_claim=$1 sends_want=$2
	shift 2
	rm -f r.jsonl*
	check "$sends_claim" "$sends_want" "$becalm" -n 2 -o r.jsonl -- ./tell "$@"
}

sends 'a good report' 0 "becalm 1\\n$good"
same "$(samples)" '(2, 2)' 'is a sample each'
like 't\.a'
like '500\.?0* ns' 'a run divided by its iterations'
unlike '^ *whole process .* median ' 'the whole process is then not the measure'

sends 'without a version line' 0 "$good"
sends 'runs of equal length' 0 "$good$good$good"
same "$(samples)" '(2, 6)' 'are runs all the same'
sends 'half a line at the end' 0 "becalm 1\\n${good}run name=t.a iters=2 timed"
same "$(samples)" '(2, 2)' 'loses nothing before it'
sends 'garbage around good records' 0 "\\001\\377garbage\\nrun name=\\n$good\\000\\nrun\\nrun name=t.a iters=x timed_ns=1 wall_ns=1\\n"
same "$(samples)" '(2, 2)' 'loses none'
sends 'unknown verbs and keys' 0 "becalm 1\\nhovercraft eels=full\\nrun name=t.a iters=1 timed_ns=5 wall_ns=6 new=1\\n"
same "$(samples)" '(2, 2)' 'are passed over'
sends 'several runs' 0 "$good$more${good}bye runs=3\\n"
same "$(samples)" '(2, 6)' 'all count'

# Values that cannot be.
bad() {
	sends "$1" 125 "becalm 1\\nrun name=t.a iters=1 $2\\n"
	like "$2" '  the raw line is shown'
	same "$(samples)" '(0, 0)' '  and it is no sample'
}
bad 'a negative length' 'timed_ns=-56 wall_ns=100'
bad 'not a number' 'timed_ns=nan wall_ns=100'
bad 'infinity' 'timed_ns=inf wall_ns=100'
bad 'a missing length' 'wall_ns=100'
bad 'timed beyond wall' 'timed_ns=10000000 wall_ns=100'
bad 'ten seconds in a process of a millisecond' 'timed_ns=10000000000 wall_ns=10000000000'
bad 'more digits than there are' 'timed_ns=99999999999999999999999999 wall_ns=99999999999999999999999999'
sends 'a zero' 0 'run name=t.a iters=1 timed_ns=0 wall_ns=0\n'
sends 'a bad record among good ones' 0 "${good}run name=t.a iters=1 timed_ns=-1 wall_ns=1\\n$more"
same "$(samples)" '(2, 4)' 'leaves the good ones'
like 'timed_ns=-1' 'and is shown'

# Numbers of other invocations, and copies.
sends 'another invocation' 125 'becalm 1\nhello inv=00000077 pid=PID\nrun inv=00000077 pid=PID name=t.a iters=1 timed_ns=1 wall_ns=1\nbye runs=1\n'
sends 'its own number' 0 'becalm 1\nhello inv=IN pid=PID\nrun inv=IN pid=PID name=t.a iters=1 timed_ns=1 wall_ns=1\nbye runs=1\n'
same "$(samples)" '(2, 2)' 'counts'
sends 'hello and nothing' 125 'becalm 1\nhello inv=IN pid=PID\n'
like 'sent no run'
sends 'a hello inside a conversation' 0 'becalm 1\nhello inv=IN pid=PID\nrun inv=IN pid=PID name=t.a iters=1 timed_ns=1 wall_ns=1\nbecalm 1\nhello inv=IN pid=1\nrun inv=IN pid=1 name=t.a iters=1 timed_ns=1 wall_ns=1\nbye pid=1 runs=1\nbye pid=PID runs=1\n'
same "$(samples)" '(2, 2)' 'is of a nested program and no sample'
check 'two programs, one after the other' 0 "$becalm" -n 2 -o r.jsonl -- sh -c './tell "$0"; ./tell "$0"' \
	'becalm 1\nhello inv=IN pid=PID\nrun inv=IN pid=PID name=t.a iters=1 timed_ns=1 wall_ns=1\nbye pid=PID runs=1\n'
same "$(samples)" '(2, 4)' 'both count'

# Much of it.
check '10 MiB without an end of line' 0 "$becalm" -n 2 -o r.jsonl -- sh -c \
	'{ head -c 10485760 /dev/zero | tr "\0" x; printf "\n%b" "$0"; } 1<>"$BECALM_PIPE"' "$good"
same "$(samples)" '(2, 2)' 'the record behind it counts'
check 'a line beyond 4096 bytes' 0 "$becalm" -n 2 -o r.jsonl -- sh -c \
	'{ printf "run name="; head -c 5000 /dev/zero | tr "\0" x; printf " iters=1 timed_ns=1 wall_ns=1\n%b" "$0"; } 1<>"$BECALM_PIPE"' "$good"
same "$(samples)" '(2, 2)' 'does not'
check '20,000 records at once' 0 "$becalm" -n 2 -o r.jsonl -- sh -c \
	'seq -f "run name=t.a iters=1 timed_ns=%.0f wall_ns=20000" 20000 1<>"$BECALM_PIPE"'
same "$(json r.jsonl 'sum(t["count"] for i in I for t in i["tests"])')" 40000 'all arrive'

# The ways to the pipe.
good1=$(printf '%b' "$good")
check 'the inherited descriptor' 0 "$becalm" -n 2 -o r.jsonl -- perl -e \
	'open my $p, ">&=", $ENV{BECALM_FD} =~ s/:.*//r or die $!; print $p "$ARGV[0]\n"' "$good1"
same "$(samples)" '(2, 2)' 'works too'
if has python3; then
	cat >closed.py <<'END'
import os, subprocess, sys
os.closerange(3, 256)
subprocess.run(['./tell', sys.argv[1]], check=True, close_fds=True)
END
	check 'descriptors closed on the way' 0 "$becalm" -n 2 -o r.jsonl -- python3 closed.py "$good"
	same "$(samples)" '(2, 2)' 'the path still leads there'
fi
check 'nothing reported' 0 "$becalm" -n 2 -o r.jsonl -- true
like '^ *whole process .* median ' 'is measured as a whole, and that is said'
check '--metric=timed insists' 125 "$becalm" -n 2 --metric=timed -- true
like 'no report'
like -- '--metric=wall' 'and names the way out'
check 'env -i loses the pipe' 125 "$becalm" -n 2 --metric=timed -- env -i true
check '--metric=wall measures the same' 0 "$becalm" -n 2 --metric=wall -o r.jsonl -- env -i true
same "$(json r.jsonl 'S["plan"]["metric"], len(I)')" "('wall', 2)" 'and the results say so'
check '--metric=wall does not mix' 0 "$becalm" -n 2 --metric=wall -- ./tell "$good"
like '^ *whole process .* median '
unlike '^ *t\.a '
printf '#!/bin/sh\n[ "$BECALM_INVOCATION" = 00000002 ] || ./tell "$1"\n' >sometimes
chmod +x sometimes
check 'a report that is sometimes missing' 125 "$becalm" -n 3 -- ./sometimes "$good"
like 'no report, though earlier'

# Programs that link the stub.
stub() {
	stub_claim=$1 stub_want=$2 stub_program=$3
	shift 3
	if [ -x "$programs/$stub_program" ]; then
		check "$stub_claim" "$stub_want" "$becalm" -n 5 -o r.jsonl "$@" -- "$programs/$stub_program"
		return 0
	fi
	skip "$stub_claim" "no $stub_program here"
	return 1
}
counted() { json r.jsonl 'len([i for i in I if not i.get("failed")])'; }
if stub 'forked copies that return from main' 0 forker; then
	same "$(counted)" 5 'one report a process'
	same "$(json r.jsonl 'max(t["count"] for i in I for t in i["tests"])')" 1 'and never a copy of one'
fi
if stub 'eight threads that report' 0 threads; then
	same "$(counted)" 5 'give readable records'
	same "$(json r.jsonl 'sum(t.get("invalid", 0) for i in I for t in i["tests"])')" 0 'all of them'
fi
done_testing
