#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that print their own numbers; groups between processes.
. "${0%/*}/../lib.sh"

check 'each line that is a number is a run' 0 "$becalm" -n 3 --metric=lines -o r.jsonl -- \
	printf '0.001\nlog 5\n 2e-3 \n0.003\nseconds\n'
same "$(json r.jsonl '[t["count"] for i in I for t in i["tests"]]')" '[3, 3, 3]' 'others are passed over'
like '2\.000 ms' 'seconds unless --unit says otherwise'
check '--unit' 0 "$becalm" -n 3 --metric=lines --unit us -- printf '7\n'
like '7\.000 us'
check 'a unit of one'"'"'s own' 0 "$becalm" -n 3 --metric=lines --unit ops -- printf '700\n'
like '700.* ops'
check 'no number' 125 "$becalm" -n 3 --metric=lines -- echo none
like 'no line of its output is a number'
check 'no end of line' 0 "$becalm" -n 3 --metric=lines -- printf 5
check '1e999, nan and inf' 125 "$becalm" -n 3 --metric=lines -- printf '1e999\nnan\ninf\n'
for length in -5 1e30; do
	check "a length of $length s" 125 "$becalm" -n 3 --metric=lines -o refused.jsonl -- printf '7\n%s\n' "$length"
	like "printed a length that cannot be: (-5|1e[+]30) s" 'is no sample, and named'
	same "$(json refused.jsonl 'len(I), I[0]["failed"][:7]')" "(1, 'printed')" 'the file says so'
	check 'and can be read' 0 "$becalm" show refused.jsonl
done
check 'with a unit of its own a number may be negative' 0 "$becalm" -n 3 --metric=lines --unit C -- printf '%s\n' -5
check 'lines and a time limit' 124 "$becalm" -n 3 --timeout 0.3 --metric=lines -- sh -c 'echo 1; exec sleep 60'
check '--metric-regex' 0 "$becalm" -n 3 --metric-regex 'rate=([0-9.]+) ops/s' --unit ops/s -o r.jsonl -- \
	printf 'warm 1 ops\nfinal: 1500 ops/s (avg 900.5 ops/s)\n'
same "$(json r.jsonl '[(t["name"], t["count"]) for i in I[:1] for t in i["tests"]]')" "[('rate', 2)]" 'every match is a run'
like 'rate'
check 'an expression that is none' 125 "$becalm" -n 3 --metric-regex 'rate=([0-9' -- true
check 'one that finds nothing' 125 "$becalm" -n 3 --metric-regex 'rate=([0-9]+)' -- true
like 'found no number'
check 'needs the output' 125 "$becalm" -n 3 --metric=lines --output=null -- printf 5

# Groups: in two out of three processes 20 ms, in the others 25, each within 1 %.
cat >grouped <<'END'
#!/bin/sh
n=$(echo "$BECALM_INVOCATION" | sed 's/^0*//')
base=20000
[ $((n % 3)) -ne 0 ] || base=25000
echo $((base + n * 37 % 11 * 10))
END
chmod +x grouped
check 'two groups of processes' 0 "$becalm" -n 18 --metric=lines --unit us -o g.jsonl -- ./grouped
like '2 groups of processes'
like '20\.[0-9]*.*25\.[0-9]*|25\.[0-9]*.*20\.[0-9]*' 'with their centres'
check 'shown again' 0 "$becalm" show g.jsonl
like '2 groups of processes'
check 'nine are too few to say' 0 "$becalm" -n 9 --metric=lines --unit us -- ./grouped
unlike '^ *groups'
printf '#!/bin/sh\nn=$(echo "$BECALM_INVOCATION" | sed "s/^0*//")\necho $((20000 + n * n * 37 %% 101))\n' >single
chmod +x single
check 'one group' 0 "$becalm" -n 18 --metric=lines --unit us -- ./single
unlike '^ *groups'

# A real script. Whether its seeds fall into groups is a matter of the interpreter and of how
# quiet the machine is; that groups are named is claimed above.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
if has "$python"; then
	check 'a script that prints its lengths' 0 "$becalm" -n 24 --entropy=sampled --seed 5eed --metric=lines \
		-o set.jsonl -- "$python" "$project/tests/programs/set_lengths.py" 60
	same "$(json set.jsonl 'sum(t["count"] for i in I for t in i["tests"]), len({i["draw"]["hash_seed"] for i in I})')" \
		'(1440, 24)' 'gives 60 runs of each of 24 seeds'
fi
done_testing
