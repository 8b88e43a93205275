#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The C, Python and shell stubs hold the same conversation, byte for byte but for what
# depends on the machine; and the way to the pipe survives what programs do to it.
. "${0%/*}/../lib.sh"
. "$project/tests/stub/stub.sh"

# mask: what depends on machine, language and process; the order of a hello's fields.
mask() {
	sed -E 's/ pid=[0-9]+/ pid=500/; s#^hello .* (inv=[0-9]+) #hello lib=stub/1 \1 #'
}

golden=$project/tests/wire/stub-conversation.in
ok 'the C conversation compiles' release "$sources/conversation.c" conversation
speaks() {
	language=$1
	shift
	check "$language: ends well" 0 listen "$@"
	mask <"$out" >told
	ok "$language: says what all stubs say" diff "$golden" told
}
speaks C ./conversation
speaks Python python3 "$sources/conversation.py"
speaks sh sh "$sources/conversation.sh" "$stubs/sh"

check 'a stub says its library' 0 listen ./conversation
like '^hello lib=becalm-c/1 clock_ns=[0-9]+ aslr=(on|off) inv=00000001 pid=[0-9]+$'
check 'Python says its seed' 0 env PYTHONHASHSEED=5 "$project/tests/stub/listen" python3 "$sources/conversation.py"
like '^hello lib=becalm-py/1 build=release clock_ns=[0-9]+ aslr=(on|off) hashseed=5 inv='

silent() {
	claim=$1
	shift
	check "$claim: ends well" 0 "$@"
	same "$(cat "$out")" '' "$claim: nothing is sent"
}
for what in ./conversation "python3 $sources/conversation.py" "sh $sources/conversation.sh $stubs/sh"; do
	# Blanks separate words here, and nowhere else.
	# shellcheck disable=SC2086
	set -- $what
	silent "$1 without a launcher" "$@"
	same "$(cat "$err")" '' "$1 without a launcher: no word"
	silent "$1 when the reader has gone" listen --deaf --no-fd "$@"
	silent "$1 without environment" listen env -u BECALM_PIPE -u BECALM_FD "$@"
done
for what in ./conversation "python3 $sources/conversation.py"; do
	# shellcheck disable=SC2086
	set -- $what
	check "$1 by the inherited descriptor alone" 0 listen --no-path "$@"
	same "$(grep -c ^run "$out")" 3 "$1: its runs arrive by the descriptor"
	check "$1 with a path that is wrong and no descriptor" 0 env BECALM_PIPE=/nonexistent/pipe "$@"
	same "$(wc -l <"$err")" 1 "$1: says so in one line"
	like "launcher's pipe cannot be opened"
	: >victim
	check "$1 with a descriptor that is another file" 0 env BECALM_FD=7:00000000000000000123 "$@" 7>victim
	same "$(cat victim)" '' "$1: does not write into it"
	same "$(wc -l <"$err")" 1 "$1: says so in one line"
done
check 'a full pipe loses nothing' 0 listen "$programs/manyruns" 20000
same "$(grep -c ^run "$out")" 20000 'every record arrives'

check 'a descriptor number that was reused, before the stub opened' 0 listen "$programs/reuse" early victim
same "$(cat victim)" '' 'the victim stays empty'
like "launcher's pipe cannot be opened"
check 'and afterwards' 0 listen "$programs/reuse" late victim
same "$(cat victim)" '' 'the victim stays empty'
same "$(grep -c ^run "$out")" 1 'the run finds its way by the path'

check 'forked copies' 0 listen "$programs/forker"
same "$(grep -c ^run "$out")" 1 'are silent'
check 'eight threads' 0 listen "$programs/threads"
same "$(grep -c ^run "$out")" 8000 'send every record whole'
same "$(field nr <"$out" | sort -n | uniq | wc -l)" 8000 'each with its own number'
unlike '^.+(run|bye) '

check 'Python started with closed descriptors' 0 listen python3 -c "import subprocess, sys
sys.exit(subprocess.call(['$PWD/conversation'], close_fds=True))"
same "$(grep -c ^run "$out")" 3 'still reports'
done_testing
