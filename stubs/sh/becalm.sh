# SPDX-License-Identifier: 0BSD
# shellcheck shell=sh
#
# How a shell script tells becalm what it measured (becalm-pipe(7)). Read it with
# . becalm.sh, then:
#
#	becalm_run sort.lines 1000 123456 130000
#
# Without becalm in front of the script the functions do nothing. The FIFO is opened for
# reading, too (1<>): only for writing it would block for ever when its reader is gone.

becalm_is_open=no
becalm_runs=0

# Bytes of VALUE below 0x21, 0x7f, % and = as %XX, in $becalm_value.
becalm_encode() {
	case $1 in
	*[!A-Za-z0-9._/:+,-]*) ;;
	*)
		becalm_value=$1
		return
		;;
	esac
	becalm_value=$(printf %s "$1" | od -An -v -t o1 | tr -s ' ' '\n' | while read -r becalm_byte; do
		[ -n "$becalm_byte" ] || continue
		becalm_number=$((0$becalm_byte))
		if [ $becalm_number -le 32 ] || [ $becalm_number -eq 127 ] || [ $becalm_number -eq 37 ] ||
			[ $becalm_number -eq 61 ]; then
			printf '%%%02X' $becalm_number
		else
			# shellcheck disable=SC2059
			printf "\\$becalm_byte"
		fi
	done)
}

# One record; inv and pid are added.
becalm_send() {
	[ -p "${BECALM_PIPE-}" ] || return 0
	printf '%s%s pid=%s\n' "$1" "${BECALM_INVOCATION:+ inv=$BECALM_INVOCATION}" "$$" 1<>"$BECALM_PIPE"
}

# The first record does it: the conversation begins.
becalm_open() {
	[ "$becalm_is_open" = no ] || return 0
	becalm_is_open=yes
	becalm_runs=0
	becalm_send "becalm 1
hello lib=becalm-sh/1"
}

# becalm_run NAME ITERS TIMED_NS WALL_NS
becalm_run() {
	becalm_open
	becalm_encode "$1"
	becalm_runs=$((becalm_runs + 1))
	becalm_send "run name=$becalm_value iters=$2 timed_ns=$3 wall_ns=$4 nr=$becalm_runs"
}

# becalm_note LEVEL CODE NAME TEXT: level info, warning or error; NAME may be empty.
becalm_note() {
	becalm_open
	becalm_line="note level=$1 code=$2"
	if [ -n "$3" ]; then
		becalm_encode "$3"
		becalm_line="$becalm_line name=$becalm_value"
	fi
	becalm_encode "$4"
	becalm_send "$becalm_line text=$becalm_value"
}

# At the end of the script: all was reported.
becalm_close() {
	[ "$becalm_is_open" = yes ] || return 0
	becalm_send "bye runs=$becalm_runs"
	becalm_is_open=no
}
