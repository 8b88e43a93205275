#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Campaigns as whole sessions of becalm versus: a benchmark with a fake clock reports what
# the scenario says, and verdict and interval must be those of the fast driver, to the
# digit. SESSIONS=20: so many of each kind (make check-stat), else one.
. "${0%/*}/../lib.sh"

one=$build/tests/stat/one
scenario=$programs/scenario

# is_fair: in s.jsonl both commands of a round have one draw, each round has another, and at
# each look A was first as often as B.
is_fair() {
	sed -n 's/.*"round":\([0-9]*\),"command":\([01]\).*"draw":\({[^}]*}\).*/\1 \2 \3/p' s.jsonl | awk '
		!($1 in draw) { draw[$1] = $3; rounds++; firsts += $2; bad += seen[$3]++ > 0
			if (rounds ~ /^(10|20|40|60|80|120)$/) { looks++; bad += firsts * 2 != rounds } }
		draw[$1] != $3 { bad++ }
		{ made[$1] = made[$1] $2 }
		END { for (r in made) bad += made[r] != "01" && made[r] != "10"; exit bad || !looks }'
}

# session SEED NAME=VALUE...: session and driver on the same numbers.
session() {
	seed=$1
	shift
	run "$becalm" versus -q --hold=process --seed="$(printf %x "$seed")" --budget=2min -o s.jsonl \
		--verdict-file=s.json -- "$scenario" A "seed=$seed" "$@" --vs "$scenario" B "seed=$seed" "$@"
	agrees "seed=$seed" "$@"
}

# agrees NAME=VALUE...: s.json is what the driver says, given the rounds that were disturbed.
agrees() {
	marks=$(sed -n 's/.*"round":\([0-9]*\),.*"disturbed":.*/\1/p' s.jsonl | sort -un | tr '\n' ,)
	"$one" "$@" "disturbed=$marks" >want || return 1
	while read -r line; do
		grep -qF "$line" s.json || return 1
	done <want
	is_fair
}

sessions() {
	kind=$1
	shift
	agree=0
	for i in $(seq "${SESSIONS:-1}"); do
		session $((i * 7919 + 5)) "$@" && agree=$((agree + 1))
	done
	same "$agree" "${SESSIONS:-1}" "$kind: session and driver agree to the digit"
}

for icc in 0 .45 .9; do
	sessions "ICC $icc, independent" icc=$icc
	sessions "ICC $icc, AR(1)" icc=$icc ar=.6
	sessions "ICC $icc, drift" icc=$icc drift=.15
	sessions "ICC $icc, two modes" icc=$icc mode_gap=.12 mode_share=.3
	sessions "ICC $icc, outliers" icc=$icc outlier_size=.15 outlier_share=.05
done
sessions 'a difference' icc=.45 shift=.05

# killed ROUND... : a session of 120 rounds (same, at the last look), slow enough to be caught, that
# is killed in each of these and resumed each time.
printf '#!/bin/sh\nsleep 0.01\nexec "$@"\n' >slow
chmod +x slow
killed() {
	rm -f s.jsonl* s.json
	for round; do
		if [ -e s.jsonl.partial ]; then
			"$becalm" versus -q --hold=process --resume s.jsonl &
		else
			"$becalm" versus -q --hold=process --seed=5 --budget=2min -o s.jsonl -- \
				./slow "$scenario" A seed=5 icc=.45 shift=.005 --vs ./slow "$scenario" B seed=5 icc=.45 shift=.005 &
		fi
		wait_for 20 grep -q "\"round\":$round," s.jsonl.partial
		kill -KILL $!
		wait $! 2>/dev/null
	done 2>/dev/null
	cp s.jsonl.partial killed.jsonl
	run "$becalm" versus -q --hold=process --resume s.jsonl --verdict-file=s.json
	agrees seed=5 icc=.45 shift=.005
}
for rounds in '1' '10' '9 10 11' '23 40 41'; do
	# Numbers of rounds.
	# shellcheck disable=SC2086
	ok "killed in round $rounds and resumed: the verdict of a session that was not" killed $rounds
	same "$(json s.jsonl '[i["index"] for i in I] == list(range(1, len(I) + 1)) and sorted((i["round"], i["command"]) for i in I) == [(r + 1, c) for r in range(len(I) // 2) for c in (0, 1)]')" \
		True 'and every process once'
	ok 'what it had before is there as it was' sh -c 'head -n "$(grep -c . killed.jsonl)" s.jsonl | head -n -1 |
		cmp - killed.jsonl -n "$(head -n -1 killed.jsonl | wc -c)"'
done

done_testing
